; 6129ac85b2c88fd6d097f6457baecfea4abf56f686684f8fcaa459e2389e1a39
; numba 0.62, llvmlite 0.45, Python 3.11, x86_64
define internal fastcc void @helper_0(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 %arg.x, i64 %arg.args, i64 %arg.n, i64 %arg.names, i64 %arg.k) unnamed_addr {
entry:
  %.356.i229.i.i = alloca i64, align 8
  %.919.i231.i.i = alloca i64, align 8
  %.1139.i233.i.i = alloca i64, align 8
  %.1664.i235.i.i = alloca i64, align 8
  %.1751.i237.i.i = alloca i8, align 1
  %.356.i.i.i = alloca i64, align 8
  %.919.i.i.i = alloca i64, align 8
  %.1139.i.i.i = alloca i64, align 8
  %.1664.i.i.i = alloca i64, align 8
  %.1751.i.i.i = alloca i8, align 1
  %.1146.i = alloca i64, align 8
  %.21 = mul i64 %arg.k, 24
  %.22 = add i64 %arg.c, 3008
  %.24 = add i64 %.22, %.21
  %.31 = inttoptr i64 %.24 to ptr
  %.32 = load i64, ptr %.31, align 8
  %.35 = add i64 %.24, 16
  %.36 = inttoptr i64 %.35 to ptr
  %.37 = load i64, ptr %.36, align 8
  %.23.not.i = icmp eq i64 %arg.names, 0
  br i1 %.23.not.i, label %B48.i, label %B16.i
B16.i:                                            ; preds = %entry
  %.6.i.i = add i64 %arg.names, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  br label %B48.i
B48.i:                                            ; preds = %B16.i, %entry
  %"$phi48.0.2.0.i" = phi i64 [ %.8.i.i, %B16.i ], [ 0, %entry ]
  %.67.i = and i64 %.37, 8
  %.68.not.i = icmp eq i64 %.67.i, 0
  br i1 %.68.not.i, label %B608.i, label %B90.i
B90.i:                                            ; preds = %B48.i
  %.73.i = shl nsw i64 %"$phi48.0.2.0.i", 1
  %.75.i = add nsw i64 %.73.i, %arg.n
  %.76.i = icmp sgt i64 %.75.i, 47
  br i1 %.76.i, label %helper_1.exit, label %B148.i
B148.i:                                           ; preds = %B90.i
  %.95.i = add i64 %arg.c, 704
  %.96.i = inttoptr i64 %.95.i to ptr
  store i64 %arg.x, ptr %.96.i, align 8
  %.180301.not.i = icmp slt i64 %arg.n, 1
  br i1 %.180301.not.i, label %B332.i, label %B234.lr.ph.i
B234.lr.ph.i:                                     ; preds = %B148.i
  %.226.i = add i64 %arg.c, 712
  br label %B234.i
B234.i:                                           ; preds = %B234.i, %B234.lr.ph.i
  %.124.0303.i = phi i64 [ 0, %B234.lr.ph.i ], [ %.193.i, %B234.i ]
  %0 = shl i64 %.124.0303.i, 3
  %.193.i = add nuw nsw i64 %.124.0303.i, 1
  %.222.i = add i64 %0, %arg.args
  %.223.i = inttoptr i64 %.222.i to ptr
  %.224.i = load i64, ptr %.223.i, align 8
  %.227.i = add i64 %.226.i, %0
  %.228.i = inttoptr i64 %.227.i to ptr
  store i64 %.224.i, ptr %.228.i, align 8
  %exitcond.not.i = icmp eq i64 %.193.i, %arg.n
  br i1 %exitcond.not.i, label %B332.i, label %B234.i
B332.i:                                           ; preds = %B234.i, %B148.i
  %.315304.not.i = icmp slt i64 %"$phi48.0.2.0.i", 1
  br i1 %.315304.not.i, label %B586.i, label %B364.lr.ph.i
B364.lr.ph.i:                                     ; preds = %B332.i
  %.355.i = add nsw i64 %arg.n, 89
  %.367.i = add nsw i64 %arg.n, 90
  br label %B364.i
B364.i:                                           ; preds = %B364.i, %B364.lr.ph.i
  %.259.0306.i = phi i64 [ 0, %B364.lr.ph.i ], [ %.328.i, %B364.i ]
  %.328.i = add nuw nsw i64 %.259.0306.i, 1
  %.356.i = shl nuw nsw i64 %.259.0306.i, 1
  %.357.i = add nsw i64 %.355.i, %.356.i
  %.359.i = tail call i64 @PyTuple_GetItem(i64 %arg.names, i64 %.259.0306.i)
  %.361.i = shl i64 %.357.i, 3
  %.362.i = add i64 %.361.i, %arg.c
  %.363.i = inttoptr i64 %.362.i to ptr
  store i64 %.359.i, ptr %.363.i, align 8
  %.369.i = add nsw i64 %.367.i, %.356.i
  %.371.i = add nsw i64 %.259.0306.i, %arg.n
  %.373.i = shl i64 %.371.i, 3
  %.374.i = add i64 %.373.i, %arg.args
  %.375.i = inttoptr i64 %.374.i to ptr
  %.376.i = load i64, ptr %.375.i, align 8
  %.378.i = shl i64 %.369.i, 3
  %.379.i = add i64 %.378.i, %arg.c
  %.380.i = inttoptr i64 %.379.i to ptr
  store i64 %.376.i, ptr %.380.i, align 8
  %exitcond314.not.i = icmp eq i64 %.328.i, %"$phi48.0.2.0.i"
  br i1 %exitcond314.not.i, label %B586.i, label %B364.i
B586.i:                                           ; preds = %B364.i, %B332.i
  %.394.i = add nsw i64 %arg.n, 1
  %.401.i = add nsw i64 %.394.i, %.73.i
  br label %helper_1.exit
B608.i:                                           ; preds = %B48.i
  %.407.i = and i64 %.37, 16
  %.408.not.i = icmp eq i64 %.407.i, 0
  br i1 %.408.not.i, label %B968.i, label %B646.i
B646.i:                                           ; preds = %B608.i
  %.415.i = icmp slt i64 %arg.n, 3
  br i1 %.415.i, label %helper_1.exit, label %B658.i
B658.i:                                           ; preds = %B646.i
  %.418.i = icmp ne i64 %"$phi48.0.2.0.i", 0
  %.423.i = icmp sgt i64 %arg.n, 47
  %or.cond.i = select i1 %.418.i, i1 true, i1 %.423.i
  br i1 %or.cond.i, label %helper_1.exit, label %B702.i
B702.i:                                           ; preds = %B658.i
  %.428.i = add i64 %arg.args, 8
  %.429.i = inttoptr i64 %.428.i to ptr
  %.430.i = load i64, ptr %.429.i, align 8
  %.7.i277.i = add i64 %arg.c, 168
  %.8.i278.i = inttoptr i64 %.7.i277.i to ptr
  %.9.i.i = load i64, ptr %.8.i278.i, align 8
  %.15.i.i = icmp eq i64 %.430.i, %.9.i.i
  br i1 %.15.i.i, label %B826.i, label %B20.i.i
B20.i.i:                                          ; preds = %B702.i
  %.6.i.i.i = add i64 %.430.i, 8
  %.7.i.i.i = inttoptr i64 %.6.i.i.i to ptr
  %.8.i.i.i = load i64, ptr %.7.i.i.i, align 8
  %.6.i36.i.i = add i64 %.9.i.i, 8
  %.7.i37.i.i = inttoptr i64 %.6.i36.i.i to ptr
  %.8.i38.i.i = load i64, ptr %.7.i37.i.i, align 8
  %.84.not.i.i = icmp eq i64 %.8.i.i.i, %.8.i38.i.i
  br i1 %.84.not.i.i, label %B92.i.i, label %helper_1.exit
B92.i.i:                                          ; preds = %B20.i.i
  %.7.i39.i.i = add i64 %arg.c, 32
  %.8.i40.i.i = inttoptr i64 %.7.i39.i.i to ptr
  %.9.i.i.i = load i64, ptr %.8.i40.i.i, align 8
  %.124.i.i = icmp eq i64 %.8.i.i.i, %.9.i.i.i
  br i1 %.124.i.i, label %B152.i.i, label %B220.i.i
B152.i.i:                                         ; preds = %B92.i.i
  %.132.i.i = add i64 %.430.i, 16
  %.133.i.i = inttoptr i64 %.132.i.i to ptr
  %.134.i.i = load i64, ptr %.133.i.i, align 8
  %.139.i.i = add i64 %.9.i.i, 16
  %.140.i.i = inttoptr i64 %.139.i.i to ptr
  %.141.i.i = load i64, ptr %.140.i.i, align 8
  %.144.i.i = icmp eq i64 %.134.i.i, %.141.i.i
  br label %helper_2.exit.i
B220.i.i:                                         ; preds = %B92.i.i
  %.7.i41.i.i = add i64 %arg.c, 40
  %.8.i42.i.i = inttoptr i64 %.7.i41.i.i to ptr
  %.9.i43.i.i = load i64, ptr %.8.i42.i.i, align 8
  %.175.i.i = icmp eq i64 %.8.i.i.i, %.9.i43.i.i
  br i1 %.175.i.i, label %B340.i.i, label %B280.i.i
B280.i.i:                                         ; preds = %B220.i.i
  %.7.i44.i.i = add i64 %arg.c, 48
  %.8.i45.i.i = inttoptr i64 %.7.i44.i.i to ptr
  %.9.i46.i.i = load i64, ptr %.8.i45.i.i, align 8
  %.206.i.i = icmp eq i64 %.8.i.i.i, %.9.i46.i.i
  br i1 %.206.i.i, label %B340.i.i, label %helper_1.exit
B340.i.i:                                         ; preds = %B280.i.i, %B220.i.i
  %.217.i.i = tail call i32 @PyObject_RichCompareBool(i64 %.430.i, i64 %.9.i.i, i32 2)
  %.223.i.i = icmp eq i32 %.217.i.i, 1
  br label %helper_2.exit.i
helper_2.exit.i: ; preds = %B340.i.i, %B152.i.i
  %.458.0.shrunk.i = phi i1 [ %.144.i.i, %B152.i.i ], [ %.223.i.i, %B340.i.i ]
  br i1 %.458.0.shrunk.i, label %B826.i, label %helper_1.exit
B826.i:                                           ; preds = %helper_2.exit.i, %B702.i
  %.539.i = add nsw i64 %arg.n, -2
  %.628.i = add i64 %arg.c, 688
  br label %B860.i
B860.i:                                           ; preds = %B860.i, %B826.i
  %.529.0309.i = phi i64 [ %.539.i, %B826.i ], [ %.591.i, %B860.i ]
  %.526.0308.i = phi i64 [ 2, %B826.i ], [ %.595.i, %B860.i ]
  %1 = shl i64 %.526.0308.i, 3
  %.591.i = add nsw i64 %.529.0309.i, -1
  %.595.i = add nuw i64 %.526.0308.i, 1
  %.624.i = add i64 %1, %arg.args
  %.625.i = inttoptr i64 %.624.i to ptr
  %.626.i = load i64, ptr %.625.i, align 8
  %.629.i = add i64 %.628.i, %1
  %.630.i = inttoptr i64 %.629.i to ptr
  store i64 %.626.i, ptr %.630.i, align 8
  %.582.i = icmp sgt i64 %.529.0309.i, 1
  br i1 %.582.i, label %B860.i, label %helper_1.exit
B968.i:                                           ; preds = %B608.i
  %.648.i = and i64 %.37, 32
  %.649.not.i = icmp eq i64 %.648.i, 0
  br i1 %.649.not.i, label %B1784.i, label %B1008.i
B1008.i:                                          ; preds = %B968.i
  %.656.not.i = icmp eq i64 %arg.n, 4
  %.661.not.i = icmp eq i64 %"$phi48.0.2.0.i", 0
  %or.cond276.i = select i1 %.656.not.i, i1 %.661.not.i, i1 false
  br i1 %or.cond276.i, label %B1046.i, label %helper_1.exit
B1046.i:                                          ; preds = %B1008.i
  %.675.i = add i64 %arg.args, 16
  %.676.i = inttoptr i64 %.675.i to ptr
  %.677.i = load i64, ptr %.676.i, align 8
  %.680.i = add i64 %arg.args, 24
  %.681.i = inttoptr i64 %.680.i to ptr
  %.682.i = load i64, ptr %.681.i, align 8
  %.6.i279.i = add i64 %.677.i, 8
  %.7.i280.i = inttoptr i64 %.6.i279.i to ptr
  %.8.i281.i = load i64, ptr %.7.i280.i, align 8
  %.7.i282.i = add i64 %arg.c, 80
  %.8.i283.i = inttoptr i64 %.7.i282.i to ptr
  %.9.i284.i = load i64, ptr %.8.i283.i, align 8
  %.743.not.i = icmp eq i64 %.8.i281.i, %.9.i284.i
  br i1 %.743.not.i, label %B1196.i, label %helper_1.exit
B1196.i:                                          ; preds = %B1046.i
  %.6.i285.i = add i64 %.682.i, 8
  %.7.i286.i = inttoptr i64 %.6.i285.i to ptr
  %.8.i287.i = load i64, ptr %.7.i286.i, align 8
  %.7.i288.i = add i64 %arg.c, 72
  %.8.i289.i = inttoptr i64 %.7.i288.i to ptr
  %.9.i290.i = load i64, ptr %.8.i289.i, align 8
  %.797.not.i = icmp eq i64 %.8.i287.i, %.9.i290.i
  br i1 %.797.not.i, label %B1296.i, label %helper_1.exit
B1296.i:                                          ; preds = %B1196.i
  %.6.i291.i = add i64 %.677.i, 16
  %.7.i292.i = inttoptr i64 %.6.i291.i to ptr
  %.8.i293.i = load i64, ptr %.7.i292.i, align 8
  %.877.i = icmp sgt i64 %.8.i293.i, 23
  br i1 %.877.i, label %helper_1.exit, label %B1378.i
B1378.i:                                          ; preds = %B1296.i
  %.969310.not.i = icmp slt i64 %.8.i293.i, 1
  br i1 %.969310.not.i, label %B1502.i, label %B1410.lr.ph.i
B1410.lr.ph.i:                                    ; preds = %B1378.i
  %.1011.i = add i64 %arg.c, 704
  br label %B1410.i
B1410.i:                                          ; preds = %B1410.i, %B1410.lr.ph.i
  %.913.0311.i = phi i64 [ 0, %B1410.lr.ph.i ], [ %.982.i, %B1410.i ]
  %.982.i = add nuw nsw i64 %.913.0311.i, 1
  %.1009.i = tail call i64 @PyTuple_GetItem(i64 %.677.i, i64 %.913.0311.i)
  %.1007.i = shl i64 %.913.0311.i, 3
  %.1012.i = add i64 %.1011.i, %.1007.i
  %.1013.i = inttoptr i64 %.1012.i to ptr
  store i64 %.1009.i, ptr %.1013.i, align 8
  %exitcond315.not.i = icmp eq i64 %.982.i, %.8.i293.i
  br i1 %exitcond315.not.i, label %B1502.i, label %B1410.i
B1502.i:                                          ; preds = %B1410.i, %B1378.i
  %.1028.i = add i64 %arg.c, 680
  %.1029.i = inttoptr i64 %.1028.i to ptr
  store i64 0, ptr %.1029.i, align 8
  %.1042.i = add i64 %arg.c, 704
  %invariant.op.i = add i64 %arg.c, 712
  br label %B1594.i
B1594.i:                                          ; preds = %B1722.i, %B1502.i
  %count.2.0.i = phi i64 [ %.8.i293.i, %B1502.i ], [ %.1064.i, %B1722.i ]
  %.1041.i = shl i64 %count.2.0.i, 3
  %.1044.i = add i64 %.1042.i, %.1041.i
  %.1048.reass.i = add i64 %invariant.op.i, %.1041.i
  %.1050.i = tail call i32 @PyDict_Next(i64 %.682.i, i64 %.1028.i, i64 %.1044.i, i64 %.1048.reass.i)
  %.1052.i = icmp eq i32 %.1050.i, 0
  br i1 %.1052.i, label %helper_1.exit, label %B1722.i
B1722.i:                                          ; preds = %B1594.i
  %.1064.i = add nsw i64 %count.2.0.i, 2
  %.1068.i = icmp slt i64 %count.2.0.i, 44
  br i1 %.1068.i, label %B1594.i, label %helper_1.exit
B1784.i:                                          ; preds = %B968.i
  %.1086.not.i = icmp eq i64 %arg.n, 1
  br i1 %.1086.not.i, label %B1810.i, label %helper_1.exit
B1810.i:                                          ; preds = %B1784.i
  %.1103.i = inttoptr i64 %arg.args to ptr
  %.1104.i = load i64, ptr %.1103.i, align 8
  %.1111.i = and i64 %.37, 2
  %.1112.not.i = icmp eq i64 %.1111.i, 0
  br i1 %.1112.not.i, label %B2120.i, label %B1880.i
B1880.i:                                          ; preds = %B1810.i
  %.1115.i = and i64 %.37, 4
  %.1118.i = icmp eq i64 %.1115.i, 0
  br i1 %.1118.i, label %B2004.i, label %B1918.i
B1918.i:                                          ; preds = %B1880.i
  %.6.i294.i = add i64 %.1104.i, 8
  %.7.i295.i = inttoptr i64 %.6.i294.i to ptr
  %.8.i296.i = load i64, ptr %.7.i295.i, align 8
  %.7.i297.i = add i64 %arg.c, 32
  %.8.i298.i = inttoptr i64 %.7.i297.i to ptr
  %.9.i299.i = load i64, ptr %.8.i298.i, align 8
  %.1172.not.i = icmp eq i64 %.8.i296.i, %.9.i299.i
  br i1 %.1172.not.i, label %B2120.i, label %B2004.i
B2004.i:                                          ; preds = %B1918.i, %B1880.i
  %.1177.i = add i64 %arg.c, 704
  %.1178.i = inttoptr i64 %.1177.i to ptr
  store i64 %.1104.i, ptr %.1178.i, align 8
  %.1186.i = add i64 %arg.c, 712
  %.1187.i = inttoptr i64 %.1186.i to ptr
  store i64 %arg.x, ptr %.1187.i, align 8
  br label %helper_1.exit
B2120.i:                                          ; preds = %B1918.i, %B1810.i
  %.1199.i = add i64 %arg.c, 704
  %.1200.i = inttoptr i64 %.1199.i to ptr
  store i64 %arg.x, ptr %.1200.i, align 8
  %.1208.i = add i64 %arg.c, 712
  %.1209.i = inttoptr i64 %.1208.i to ptr
  store i64 %.1104.i, ptr %.1209.i, align 8
  br label %helper_1.exit
helper_1.exit: ; preds = %B860.i, %B1722.i, %B1594.i, %B2004.i, %B2120.i, %B1784.i, %B1296.i, %B1046.i, %B1196.i, %B1008.i, %B646.i, %B658.i, %B20.i.i, %B280.i.i, %helper_2.exit.i, %B90.i, %B586.i
  %.55.0 = phi i64 [ %.401.i, %B586.i ], [ -1, %B90.i ], [ -1, %helper_2.exit.i ], [ -1, %B280.i.i ], [ -1, %B20.i.i ], [ -1, %B658.i ], [ -1, %B646.i ], [ -1, %B1008.i ], [ -1, %B1196.i ], [ -1, %B1046.i ], [ -1, %B1296.i ], [ -1, %B1784.i ], [ 2, %B2120.i ], [ 2, %B2004.i ], [ %count.2.0.i, %B1594.i ], [ -1, %B1722.i ], [ %.539.i, %B860.i ]
  %.89 = icmp slt i64 %.55.0, 0
  %.99 = and i64 %.37, 48
  %.100.not = icmp eq i64 %.99, 0
  %or.cond = select i1 %.89, i1 true, i1 %.100.not
  br i1 %or.cond, label %B398, label %B232
B232:                                             ; preds = %helper_1.exit
  %.7.i = add i64 %arg.c, 176
  %.8.i = inttoptr i64 %.7.i to ptr
  %.9.i = load i64, ptr %.8.i, align 8
  %.135 = inttoptr i64 %arg.args to ptr
  %.136 = load i64, ptr %.135, align 8
  %.137 = tail call i64 @PyDict_GetItem(i64 %.9.i, i64 %.136)
  %.142 = icmp eq i64 %.137, 0
  br i1 %.142, label %B398, label %B368
B368:                                             ; preds = %B232
  %.164 = tail call i64 @PyLong_AsLongLong(i64 %.137)
  br label %B398
B398:                                             ; preds = %B232, %helper_1.exit, %B368
  %code.2.0 = phi i64 [ %.164, %B368 ], [ %.32, %helper_1.exit ], [ %.32, %B232 ]
  %count.2.0 = phi i64 [ %.55.0, %B368 ], [ %.55.0, %helper_1.exit ], [ -1, %B232 ]
  %.175 = icmp sgt i64 %count.2.0, -1
  br i1 %.175, label %B410, label %B670
B410:                                             ; preds = %B398
  store i64 0, ptr %.1146.i, align 8
  %.16.i = tail call i64 @PyThreadState_GetDict()
  %.7.i.i84 = add i64 %arg.c, 128
  %.8.i.i85 = inttoptr i64 %.7.i.i84 to ptr
  %.9.i.i86 = load i64, ptr %.8.i.i85, align 8
  %.45.i = tail call i64 @PyDict_GetItem(i64 %.16.i, i64 %.9.i.i86)
  %.50.i = icmp eq i64 %.45.i, 0
  br i1 %.50.i, label %helper_3.exit, label %B134.i87
B134.i87:                                         ; preds = %B410
  %.8.i251.i = add i64 %arg.c, 600
  %.9.i252.i = inttoptr i64 %.8.i251.i to ptr
  %.10.i.i = load i64, ptr %.9.i252.i, align 8
  %.11.i.i = add nsw i64 %.10.i.i, %.45.i
  %.14.i.i = inttoptr i64 %.11.i.i to ptr
  %.15.i.i88 = load i64, ptr %.14.i.i, align 8
  %.7.i253.i = add i64 %arg.c, 152
  %.8.i254.i = inttoptr i64 %.7.i253.i to ptr
  %.9.i255.i = load i64, ptr %.8.i254.i, align 8
  %.7.i256.i = add i64 %arg.c, 104
  %.8.i257.i = inttoptr i64 %.7.i256.i to ptr
  %.9.i258.i = load i64, ptr %.8.i257.i, align 8
  %.150.i = icmp eq i64 %.15.i.i88, %.9.i258.i
  br i1 %.150.i, label %B808.i, label %B306.i
B306.i:                                           ; preds = %B134.i87
  %.6.i.i89 = add i64 %.15.i.i88, 8
  %.7.i259.i = inttoptr i64 %.6.i.i89 to ptr
  %.8.i260.i = load i64, ptr %.7.i259.i, align 8
  %.7.i261.i = add i64 %arg.c, 8
  %.8.i262.i = inttoptr i64 %.7.i261.i to ptr
  %.9.i263.i = load i64, ptr %.8.i262.i, align 8
  %.218.not.i = icmp eq i64 %.8.i260.i, %.9.i263.i
  br i1 %.218.not.i, label %B392.i, label %helper_3.exit
B392.i:                                           ; preds = %B306.i
  %.8.i264.i = add i64 %arg.c, 384
  %.9.i265.i = inttoptr i64 %.8.i264.i to ptr
  %.10.i266.i = load i64, ptr %.9.i265.i, align 8
  %.11.i267.i = add nsw i64 %.10.i266.i, %.15.i.i88
  %.14.i268.i = inttoptr i64 %.11.i267.i to ptr
  %.15.i269.i = load i64, ptr %.14.i268.i, align 8
  %.7.i270.i = add i64 %arg.c, 120
  %.8.i271.i = inttoptr i64 %.7.i270.i to ptr
  %.9.i272.i = load i64, ptr %.8.i271.i, align 8
  %.273.not.i = icmp eq i64 %.15.i269.i, %.9.i272.i
  br i1 %.273.not.i, label %B516.i, label %helper_3.exit
B516.i:                                           ; preds = %B392.i
  %.8.i273.i = add i64 %arg.c, 376
  %.9.i274.i = inttoptr i64 %.8.i273.i to ptr
  %.10.i275.i = load i64, ptr %.9.i274.i, align 8
  %.11.i276.i = add nsw i64 %.10.i275.i, %.15.i.i88
  %.14.i277.i = inttoptr i64 %.11.i276.i to ptr
  %.15.i278.i = load i64, ptr %.14.i277.i, align 8
  %.346.i = icmp eq i64 %.15.i278.i, %.9.i258.i
  br i1 %.346.i, label %helper_3.exit, label %B630.i
B630.i:                                           ; preds = %B516.i
  %.8.i282.i = add i64 %arg.c, 368
  %.9.i283.i = inttoptr i64 %.8.i282.i to ptr
  %.10.i284.i = load i64, ptr %.9.i283.i, align 8
  %.11.i285.i = add nsw i64 %.10.i284.i, %.15.i.i88
  %.14.i286.i = inttoptr i64 %.11.i285.i to ptr
  %.15.i287.i = load i64, ptr %.14.i286.i, align 8
  %.6.i288.i = add i64 %.15.i287.i, 16
  %.7.i289.i = inttoptr i64 %.6.i288.i to ptr
  %.8.i290.i = load i64, ptr %.7.i289.i, align 8
  %.8.i291.i = add i64 %arg.c, 552
  %.9.i292.i = inttoptr i64 %.8.i291.i to ptr
  %.10.i293.i = load i64, ptr %.9.i292.i, align 8
  %.11.i294.i = add nsw i64 %.10.i293.i, %.15.i278.i
  %.14.i295.i = inttoptr i64 %.11.i294.i to ptr
  %.15.i296.i = load i64, ptr %.14.i295.i, align 8
  %.437.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i296.i)
  %.438.not.i = icmp eq i64 %.8.i290.i, %.437.i
  br i1 %.438.not.i, label %B808.i, label %helper_3.exit
B808.i:                                           ; preds = %B630.i, %B134.i87
  %node.2.0.i = phi i64 [ %.15.i278.i, %B630.i ], [ %.9.i255.i, %B134.i87 ]
  %run.2.0.i = phi i64 [ %.15.i.i88, %B630.i ], [ 0, %B134.i87 ]
  %.7.i.i.i90 = add i64 %arg.c, 136
  %.8.i.i.i91 = inttoptr i64 %.7.i.i.i90 to ptr
  %.9.i.i.i92 = load i64, ptr %.8.i.i.i91, align 8
  %.37.i.i = add i64 %arg.c, 680
  %.38.i.i = tail call i32 @PyContextVar_Get(i64 %.9.i.i.i92, i64 0, i64 %.37.i.i)
  %.40.not.i.i = icmp eq i32 %.38.i.i, 0
  br i1 %.40.not.i.i, label %B158.i.i, label %B126.i.i
B126.i.i:                                         ; preds = %B808.i
  %.44.i.i = tail call ptr @PyErr_Clear()
  br label %helper_4.exit.i
B158.i.i:                                         ; preds = %B808.i
  %.50.i.i = inttoptr i64 %.37.i.i to ptr
  %.51.i.i = load i64, ptr %.50.i.i, align 8
  %.58.not.i.i = icmp eq i64 %.51.i.i, 0
  br i1 %.58.not.i.i, label %helper_4.exit.i, label %B222.i.i
B222.i.i:                                         ; preds = %B158.i.i
  %.61.i.i = tail call ptr @Py_DecRef(i64 %.51.i.i)
  br label %helper_4.exit.i
helper_4.exit.i: ; preds = %B222.i.i, %B158.i.i, %B126.i.i
  %storemerge.i.i = phi i64 [ 0, %B126.i.i ], [ %.51.i.i, %B222.i.i ], [ %.51.i.i, %B158.i.i ]
  %.490.i = icmp eq i64 %storemerge.i.i, 0
  br i1 %.490.i, label %helper_3.exit, label %B864.i
B864.i:                                           ; preds = %helper_4.exit.i
  %.8.i297.i = add i64 %arg.c, 608
  %.9.i298.i = inttoptr i64 %.8.i297.i to ptr
  %.10.i299.i = load i64, ptr %.9.i298.i, align 8
  %.11.i300.i = add nsw i64 %.10.i299.i, %.45.i
  %.14.i301.i = inttoptr i64 %.11.i300.i to ptr
  %.15.i302.i = load i64, ptr %.14.i301.i, align 8
  %.539.i93 = add i64 %arg.c, 672
  %.540.i = inttoptr i64 %.539.i93 to ptr
  store i64 %.15.i302.i, ptr %.540.i, align 8
  %.8.i303.i = add i64 %arg.c, 648
  %.9.i304.i = inttoptr i64 %.8.i303.i to ptr
  %.10.i305.i = load i64, ptr %.9.i304.i, align 8
  %.11.i306.i = add nsw i64 %.10.i305.i, %storemerge.i.i
  %.14.i307.i = inttoptr i64 %.11.i306.i to ptr
  %.15.i308.i = load i64, ptr %.14.i307.i, align 8
  %.7.i309.i = add i64 %arg.c, 112
  %.8.i310.i = inttoptr i64 %.7.i309.i to ptr
  %.9.i311.i = load i64, ptr %.8.i310.i, align 8
  %.595.not.i = icmp eq i64 %.15.i308.i, %.9.i311.i
  %"$phi1084.0.2.0.i" = zext i1 %.595.not.i to i64
  %.611.i = icmp eq i64 %run.2.0.i, 0
  br i1 %.611.i, label %B1098.i, label %B1286.i
B1098.i:                                          ; preds = %B864.i
  %.8.i312.i = add i64 %arg.c, 640
  %.9.i313.i = inttoptr i64 %.8.i312.i to ptr
  %.10.i314.i = load i64, ptr %.9.i313.i, align 8
  %.11.i315.i = add nsw i64 %.10.i314.i, %storemerge.i.i
  %.14.i316.i = inttoptr i64 %.11.i315.i to ptr
  %.15.i317.i = load i64, ptr %.14.i316.i, align 8
  %.666.not.i = icmp eq i64 %.15.i317.i, %.9.i311.i
  br i1 %.666.not.i, label %B1208.i, label %helper_3.exit
B1208.i:                                          ; preds = %B1098.i
  br i1 %.595.not.i, label %B1362.i, label %B1220.i
B1220.i:                                          ; preds = %B1208.i
  %.672.i = icmp slt i64 %code.2.0, 0
  %.675.i104 = and i64 %.37, 128
  %.676.not.i = icmp eq i64 %.675.i104, 0
  %or.cond.i105 = select i1 %.672.i, i1 %.676.not.i, i1 false
  br i1 %or.cond.i105, label %B1362.i, label %helper_3.exit
B1286.i:                                          ; preds = %B864.i
  %.8.i321.i = add i64 %arg.c, 392
  %.9.i322.i = inttoptr i64 %.8.i321.i to ptr
  %.10.i323.i = load i64, ptr %.9.i322.i, align 8
  %.11.i324.i = add nsw i64 %.10.i323.i, %run.2.0.i
  %.14.i325.i = inttoptr i64 %.11.i324.i to ptr
  %.15.i326.i = load i64, ptr %.14.i325.i, align 8
  %.727.not.i = icmp eq i64 %.15.i326.i, %storemerge.i.i
  br i1 %.727.not.i, label %B1362.i, label %helper_3.exit
B1362.i:                                          ; preds = %B1286.i, %B1220.i, %B1208.i
  %.750365.i = icmp slt i64 %code.2.0, 0
  %2 = sub nsw i64 0, %"$phi1084.0.2.0.i"
  %"$phi1392.0.2.0.p.i" = select i1 %.750365.i, i64 %2, i64 %"$phi1084.0.2.0.i"
  %"$phi1392.0.2.0.i" = add i64 %"$phi1392.0.2.0.p.i", %code.2.0
  %.8.i327.i = add i64 %arg.c, 544
  %.9.i328.i = inttoptr i64 %.8.i327.i to ptr
  %.10.i329.i = load i64, ptr %.9.i328.i, align 8
  %.11.i330.i = add nsw i64 %.10.i329.i, %node.2.0.i
  %.14.i331.i = inttoptr i64 %.11.i330.i to ptr
  %.15.i332.i = load i64, ptr %.14.i331.i, align 8
  %.6.i333.i = add i64 %.15.i332.i, 16
  %.7.i334.i = inttoptr i64 %.6.i333.i to ptr
  %.8.i335.i = load i64, ptr %.7.i334.i, align 8
  %.928381.i = icmp sgt i64 %.8.i335.i, 0
  br i1 %.928381.i, label %B1548.lr.ph.i, label %helper_3.exit
B1548.lr.ph.i:                                    ; preds = %B1362.i
  %spec.store.select.i = tail call i64 @llvm.smin.i64(i64 %.8.i335.i, i64 8)
  %.874.1384.i = add nsw i64 %spec.store.select.i, -1
  %.8.i336.i = add i64 %arg.c, 560
  %.9.i337.i = inttoptr i64 %.8.i336.i to ptr
  %.105616.not.i.i = icmp eq i64 %count.2.0, 0
  %.49.1618.i.i = add nsw i64 %count.2.0, -1
  %3 = add i64 %arg.c, 704
  %.7.i61.i604.i.i.i = add i64 %arg.c, 24
  %.8.i62.i605.i.i.i = inttoptr i64 %.7.i61.i604.i.i.i to ptr
  %.1709.i271.i.i = add i64 %arg.c, 1472
  %.7.i46.i561.i.i.i = add i64 %arg.c, 88
  %.8.i47.i562.i.i.i = inttoptr i64 %.7.i46.i561.i.i.i to ptr
  %.7.i48.i570.i.i.i = add i64 %arg.c, 32
  %.8.i49.i571.i.i.i = inttoptr i64 %.7.i48.i570.i.i.i to ptr
  %.7.i51.i582.i.i.i = add i64 %arg.c, 40
  %.8.i52.i583.i.i.i = inttoptr i64 %.7.i51.i582.i.i.i to ptr
  %.203.i595.i.i.i = inttoptr i64 %.37.i.i to ptr
  %.8.i543.i.i.i = add i64 %arg.c, 368
  %.9.i544.i.i.i = inttoptr i64 %.8.i543.i.i.i to ptr
  %.8.i534.i.i.i = inttoptr i64 %arg.c to ptr
  %.552.i.i.i = and i64 %.37, 1
  %.555.i.i.i = icmp eq i64 %.552.i.i.i, 0
  %.7.i471.i.i.i = add i64 %arg.c, 200
  %.8.i472.i.i.i = inttoptr i64 %.7.i471.i.i.i to ptr
  %.8.i474.i.i.i = add i64 %arg.c, 256
  %.9.i475.i.i.i = inttoptr i64 %.8.i474.i.i.i to ptr
  %.8.i506.i.i.i = add i64 %arg.c, 360
  %.9.i507.i.i.i = inttoptr i64 %.8.i506.i.i.i to ptr
  %.8.i518.i.i.i = add i64 %arg.c, 288
  %.9.i519.i.i.i = inttoptr i64 %.8.i518.i.i.i to ptr
  %.8.i.i480.i.i.i = add i64 %arg.c, 280
  %.9.i.i481.i.i.i = inttoptr i64 %.8.i.i480.i.i.i to ptr
  %.8.i21.i488.i.i.i = add i64 %arg.c, 584
  %.9.i22.i489.i.i.i = inttoptr i64 %.8.i21.i488.i.i.i to ptr
  %.8.i524.i455.i.i = add i64 %arg.c, 408
  %.9.i525.i.i.i = inttoptr i64 %.8.i524.i455.i.i to ptr
  %.8.i445.i568.i.i = add i64 %arg.c, 264
  %.9.i446.i569.i.i = inttoptr i64 %.8.i445.i568.i.i to ptr
  %.7.i198.i.i = add i64 %arg.c, 64
  %.8.i199.i.i = inttoptr i64 %.7.i198.i.i to ptr
  %.131.i582.i.i = add i64 %arg.c, 1480
  %.139.i583.i.i = add i64 %arg.c, 1488
  %.52.i.i = inttoptr i64 %3 to ptr
  %.8.i124.i.i = add i64 %arg.c, 592
  %.9.i125.i.i = inttoptr i64 %.8.i124.i.i to ptr
  %.8.i138.i.i = add i64 %arg.c, 424
  %.9.i139.i.i = inttoptr i64 %.8.i138.i.i to ptr
  %.8.i144.i.i = add i64 %arg.c, 568
  %.9.i145.i.i = inttoptr i64 %.8.i144.i.i to ptr
  %.8.i150.i.i = add i64 %arg.c, 624
  %.9.i151.i.i = inttoptr i64 %.8.i150.i.i to ptr
  %.8.i158.i.i = add i64 %arg.c, 632
  %.9.i159.i.i = inttoptr i64 %.8.i158.i.i to ptr
  br label %B1548.i
B1548.i:                                          ; preds = %B2115.i, %B1548.lr.ph.i
  %.874.1387.i = phi i64 [ %.874.1384.i, %B1548.lr.ph.i ], [ %.874.1.i, %B2115.i ]
  %.871.1386.i = phi i64 [ 1, %B1548.lr.ph.i ], [ %.871.1.i, %B2115.i ]
  %.871.0385.i = phi i64 [ 0, %B1548.lr.ph.i ], [ %.871.1386.i, %B2115.i ]
  %.967.i = tail call i64 @PyList_GetItem(i64 %.15.i332.i, i64 %.871.0385.i)
  %.10.i338.i = load i64, ptr %.9.i337.i, align 8
  %.11.i339.i = add nsw i64 %.10.i338.i, %.967.i
  %.14.i340.i = inttoptr i64 %.11.i339.i to ptr
  %.15.i341.i = load i64, ptr %.14.i340.i, align 8
  %.5.i.i = add nsw i64 %.15.i341.i, 32
  %.1029.i95 = inttoptr i64 %.5.i.i to ptr
  %.1030.i = load i64, ptr %.1029.i95, align 8
  %.1032.not.i = icmp eq i64 %.1030.i, %"$phi1392.0.2.0.i"
  br i1 %.1032.not.i, label %B1722.i96, label %B2115.i
B1722.i96:                                        ; preds = %B1548.i
  %.1036.i = add i64 %.15.i341.i, 40
  %.1037.i = inttoptr i64 %.1036.i to ptr
  %.1038.i = load i64, ptr %.1037.i, align 8
  %.1040.not.i = icmp eq i64 %.1038.i, %count.2.0
  br i1 %.1040.not.i, label %B1784.i97, label %B2115.i
B1784.i97:                                        ; preds = %B1722.i96
  %.1047.i = tail call i32 @PyGC_Disable()
  br i1 %.105616.not.i.i, label %helper_5.exit.i, label %B78.lr.ph.i.i
B78.lr.ph.i.i:                                    ; preds = %B1784.i97
  %.16.i.i = add nsw i64 %.15.i341.i, 160
  br label %B78.i.i
B78.i.i:                                          ; preds = %B791.i.i, %B78.lr.ph.i.i
  %.46.1624.i.i = phi i64 [ 1, %B78.lr.ph.i.i ], [ %.46.1.i.i, %B791.i.i ]
  %.49.1623.i.i = phi i64 [ %.49.1618.i.i, %B78.lr.ph.i.i ], [ %.49.1.i.i, %B791.i.i ]
  %p.4.0622.i.i = phi i64 [ %.16.i.i, %B78.lr.ph.i.i ], [ %p.5.1.i.i, %B791.i.i ]
  %new.3.0621.i.i = phi i64 [ 0, %B78.lr.ph.i.i ], [ %new.4.1.i.i, %B791.i.i ]
  %.46.0620.i.i = phi i64 [ 0, %B78.lr.ph.i.i ], [ %.46.1624.i.i, %B791.i.i ]
  %4 = shl i64 %.46.0620.i.i, 3
  %.146.i.i = add i64 %4, %3
  %.147.i.i = inttoptr i64 %.146.i.i to ptr
  %.148.i.i = load i64, ptr %.147.i.i, align 8
  %.155.i.i = inttoptr i64 %p.4.0622.i.i to ptr
  %.156.i.i = load i64, ptr %.155.i.i, align 8
  %.157.i.i = icmp eq i64 %.156.i.i, 6
  br i1 %.157.i.i, label %B202.i.i, label %B682.i.i
B202.i.i:                                         ; preds = %B78.i.i
  %.161.i.i = add i64 %p.4.0622.i.i, 16
  %.162.i.i = inttoptr i64 %.161.i.i to ptr
  %.163.i.i = load i64, ptr %.162.i.i, align 8
  %.6.i.i.i103 = add i64 %.148.i.i, 8
  %.7.i.i342.i = inttoptr i64 %.6.i.i.i103 to ptr
  %.8.i.i343.i = load i64, ptr %.7.i.i342.i, align 8
  %.195.i.i = add i64 %p.4.0622.i.i, 8
  %.196.i.i = inttoptr i64 %.195.i.i to ptr
  %.197.i.i = load i64, ptr %.196.i.i, align 8
  %.198.not.i.i = icmp eq i64 %.8.i.i343.i, %.197.i.i
  br i1 %.198.not.i.i, label %B300.i.i, label %B338.i.i
B300.i.i:                                         ; preds = %B202.i.i
  %.6.i192.i.i = add i64 %.148.i.i, 16
  %.7.i193.i.i = inttoptr i64 %.6.i192.i.i to ptr
  %.8.i194.i.i = load i64, ptr %.7.i193.i.i, align 8
  %.227.not.i.i = icmp eq i64 %.8.i194.i.i, %.163.i.i
  br i1 %.227.not.i.i, label %B376.i.i, label %B338.i.i
B338.i.i:                                         ; preds = %B300.i.i, %B202.i.i
  %.8945.not.i.i.i = icmp eq i64 %new.3.0621.i.i, 0
  br i1 %.8945.not.i.i.i, label %helper_5.exit.i, label %B36.lr.ph.i.i.i
B36.lr.ph.i.i.i:                                  ; preds = %B338.i.i
  %.34.148.i.i.i = add nsw i64 %new.3.0621.i.i, -1
  br label %B36.i.i.i
B36.i.i.i:                                        ; preds = %B267.i.i.i, %B36.lr.ph.i.i.i
  %.34.151.i.i.i = phi i64 [ %.34.148.i.i.i, %B36.lr.ph.i.i.i ], [ %.34.1.i.i.i, %B267.i.i.i ]
  %.31.150.i.i.i = phi i64 [ 1, %B36.lr.ph.i.i.i ], [ %.31.1.i.i.i, %B267.i.i.i ]
  %.31.049.i.i.i = phi i64 [ 0, %B36.lr.ph.i.i.i ], [ %.31.150.i.i.i, %B267.i.i.i ]
  %5 = shl i64 %.31.049.i.i.i, 5
  %.132.i.i.i = add i64 %5, %.131.i582.i.i
  %.133.i.i.i = inttoptr i64 %.132.i.i.i to ptr
  %.134.i.i.i = load i64, ptr %.133.i.i.i, align 8
  %.150.not.i.i.i = icmp eq i64 %.134.i.i.i, 0
  br i1 %.150.not.i.i.i, label %B222.i.i.i, label %B267.i.i.i.sink.split
B222.i.i.i:                                       ; preds = %B36.i.i.i
  %.140.i.i.i = add i64 %5, %.139.i583.i.i
  %.141.i.i.i = inttoptr i64 %.140.i.i.i to ptr
  %.142.i.i.i = load i64, ptr %.141.i.i.i, align 8
  %.162.not.i.i.i = icmp eq i64 %.142.i.i.i, 0
  br i1 %.162.not.i.i.i, label %B267.i.i.i, label %B267.i.i.i.sink.split
B267.i.i.i.sink.split:                            ; preds = %B222.i.i.i, %B36.i.i.i
  %.142.i.i.i.sink = phi i64 [ %.134.i.i.i, %B36.i.i.i ], [ %.142.i.i.i, %B222.i.i.i ]
  %.165.i.i.i = tail call ptr @Py_DecRef(i64 %.142.i.i.i.sink)
  br label %B267.i.i.i
B267.i.i.i:                                       ; preds = %B267.i.i.i.sink.split, %B222.i.i.i
  %.89.i.i.i = icmp sgt i64 %.34.151.i.i.i, 0
  %.102.i.i.i = zext i1 %.89.i.i.i to i64
  %.31.1.i.i.i = add i64 %.31.150.i.i.i, %.102.i.i.i
  %.98.i.i.i = sext i1 %.89.i.i.i to i64
  %.34.1.i.i.i = add nsw i64 %.34.151.i.i.i, %.98.i.i.i
  br i1 %.89.i.i.i, label %B36.i.i.i, label %helper_5.exit.i
B376.i.i:                                         ; preds = %B300.i.i
  %storemerge191.i.i = tail call i64 @llvm.smax.i64(i64 %.163.i.i, i64 0)
  br label %B416.i.i
B416.i.i:                                         ; preds = %helper_6.exit.i.i, %B376.i.i
  %.316.0.i.i = phi i64 [ %storemerge191.i.i, %B376.i.i ], [ %.316.1.i.i, %helper_6.exit.i.i ]
  %.313.0.i.i = phi i64 [ 0, %B376.i.i ], [ %.313.1.i.i, %helper_6.exit.i.i ]
  %new.5.1.i.i = phi i64 [ %new.3.0621.i.i, %B376.i.i ], [ %.489.0.i.i, %helper_6.exit.i.i ]
  %p.6.1.in.i.i = phi i64 [ %p.4.0622.i.i, %B376.i.i ], [ %p.6.1.i.i, %helper_6.exit.i.i ]
  %p.6.1.i.i = add nsw i64 %p.6.1.in.i.i, 32
  %.369.i.i = icmp sgt i64 %.316.0.i.i, 0
  %.378.i.i = sext i1 %.369.i.i to i64
  %.316.1.i.i = add nsw i64 %.316.0.i.i, %.378.i.i
  %.382.i.i = zext i1 %.369.i.i to i64
  %.313.1.i.i = add i64 %.313.0.i.i, %.382.i.i
  %.359.sroa.0.0.i.i = select i1 %.369.i.i, i64 %.313.0.i.i, i64 0
  br i1 %.369.i.i, label %B418.i.i, label %B791.i.i
B418.i.i:                                         ; preds = %B416.i.i
  %.8.i197.i.i = load i64, ptr %.7.i.i342.i, align 8
  %.9.i.i344.i = load i64, ptr %.8.i199.i.i, align 8
  %.462.i.i = icmp eq i64 %.8.i197.i.i, %.9.i.i344.i
  br i1 %.462.i.i, label %B506.i.i, label %B538.i.i
B506.i.i:                                         ; preds = %B418.i.i
  %.466.i.i = tail call i64 @PyList_GetItem(i64 %.148.i.i, i64 %.359.sroa.0.0.i.i)
  br label %B568.i.i
B538.i.i:                                         ; preds = %B418.i.i
  %.475.i.i = tail call i64 @PyTuple_GetItem(i64 %.148.i.i, i64 %.359.sroa.0.0.i.i)
  br label %B568.i.i
B568.i.i:                                         ; preds = %B538.i.i, %B506.i.i
  %"$phi568.2.2.2.i.i" = phi i64 [ %.466.i.i, %B506.i.i ], [ %.475.i.i, %B538.i.i ]
  store i64 0, ptr %.356.i.i.i, align 8
  store i64 0, ptr %.919.i.i.i, align 8
  store i64 0, ptr %.1139.i.i.i, align 8
  store i64 0, ptr %.1664.i.i.i, align 8
  store i8 0, ptr %.1751.i.i.i, align 1
  %.25.i.i.i = inttoptr i64 %p.6.1.i.i to ptr
  %.26.i.i.i = load i64, ptr %.25.i.i.i, align 8
  %.27.i.i.i = and i64 %.26.i.i.i, 15
  %.30.i.i.i = add i64 %p.6.1.in.i.i, 40
  %.31.i.i.i = inttoptr i64 %.30.i.i.i to ptr
  %.32.i.i.i = load i64, ptr %.31.i.i.i, align 8
  %.35.i.i.i = add i64 %p.6.1.in.i.i, 48
  %.36.i.i.i = inttoptr i64 %.35.i.i.i to ptr
  %.37.i.i.i = load i64, ptr %.36.i.i.i, align 8
  switch i64 %.27.i.i.i, label %helper_6.exit.i.i [
    i64 0, label %B140.i.i.i
    i64 1, label %B898.i.i.i
    i64 2, label %B2742.i.i.i
    i64 3, label %B2940.i.i.i
    i64 4, label %B3252.i.i.i
    i64 8, label %B3512.i.i.i
    i64 5, label %B3754.i.i.i
    i64 7, label %B3828.i.i.i
  ]
B140.i.i.i:                                       ; preds = %B568.i.i
  %.6.i.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i.i.i = inttoptr i64 %.6.i.i.i.i to ptr
  %.8.i.i.i.i = load i64, ptr %.7.i.i.i.i, align 8
  %.9.i.i.i.i = load i64, ptr %.8.i534.i.i.i, align 8
  %.112.not.i.i.i = icmp eq i64 %.8.i.i.i.i, %.9.i.i.i.i
  br i1 %.112.not.i.i.i, label %B230.i.i.i, label %helper_6.exit.i.i
B230.i.i.i:                                       ; preds = %B140.i.i.i
  %.10.i.i.i.i = load i64, ptr %.9.i475.i.i.i, align 8
  %.11.i.i.i.i = add nsw i64 %.10.i.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i.i.i.i = inttoptr i64 %.11.i.i.i.i to ptr
  %.15.i.i.i.i = load i64, ptr %.14.i.i.i.i, align 8
  %.157.i.i.i = icmp eq i64 %.15.i.i.i.i, 0
  %or.cond.i.i.i = or i1 %.611.i, %.157.i.i.i
  br i1 %or.cond.i.i.i, label %helper_6.exit.i.i, label %B312.i.i.i
B312.i.i.i:                                       ; preds = %B230.i.i.i
  %.10.i441.i.i.i = load i64, ptr %.9.i519.i.i.i, align 8
  %.11.i442.i.i.i = add nsw i64 %.10.i441.i.i.i, %.15.i.i.i.i
  %.14.i443.i.i.i = inttoptr i64 %.11.i442.i.i.i to ptr
  %.15.i444.i.i.i = load i64, ptr %.14.i443.i.i.i, align 8
  %.208.i.i.i = icmp eq i64 %.15.i444.i.i.i, %run.2.0.i
  br i1 %.208.i.i.i, label %B378.i.i.i, label %B474.i.i.i
B378.i.i.i:                                       ; preds = %B312.i.i.i
  %.10.i447.i.i.i = load i64, ptr %.9.i446.i569.i.i, align 8
  %.11.i448.i.i.i = add nsw i64 %.10.i447.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i449.i.i.i = inttoptr i64 %.11.i448.i.i.i to ptr
  %.15.i450.i.i.i = load i64, ptr %.14.i449.i.i.i, align 8
  %.247.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i450.i.i.i)
  %.249.i.i.i = icmp eq i64 %.247.i.i.i, %.32.i.i.i
  %"$phi472.0.2.0.i.i.i" = select i1 %.249.i.i.i, i64 %new.5.1.i.i, i64 -1
  br label %helper_6.exit.i.i
B474.i.i.i:                                       ; preds = %B312.i.i.i
  %.9.i453.i.i.i = load i64, ptr %.8.i257.i, align 8
  %.300.i.i.i = icmp eq i64 %.15.i444.i.i.i, %.9.i453.i.i.i
  br i1 %.300.i.i.i, label %B538.i.i.i, label %B586.i.i.i
B538.i.i.i:                                       ; preds = %B474.i.i.i
  %.10.i.i.i.i.i = load i64, ptr %.9.i.i481.i.i.i, align 8
  %.11.i.i.i.i.i = add nsw i64 %.10.i.i.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i.i.i.i.i = inttoptr i64 %.11.i.i.i.i.i to ptr
  %.15.i.i.i.i.i = load i64, ptr %.14.i.i.i.i.i, align 8
  %.40.i.i.i.i = icmp eq i64 %.15.i.i.i.i.i, 0
  br i1 %.40.i.i.i.i, label %helper_7.exit.i.i.i, label %B74.i.i.i.i
B74.i.i.i.i:                                      ; preds = %B538.i.i.i
  %.10.i23.i.i.i.i = load i64, ptr %.9.i22.i489.i.i.i, align 8
  %.11.i24.i.i.i.i = add nsw i64 %.10.i23.i.i.i.i, %.15.i.i.i.i.i
  %.14.i25.i.i.i.i = inttoptr i64 %.11.i24.i.i.i.i to ptr
  %.15.i26.i.i.i.i = load i64, ptr %.14.i25.i.i.i.i, align 8
  %.81.not.i.i.i.i = icmp eq i64 %.15.i26.i.i.i.i, 0
  br i1 %.81.not.i.i.i.i, label %B230.i.i.i.i, label %B140.i.i.i.i
B140.i.i.i.i:                                     ; preds = %B74.i.i.i.i
  %.6.i.i.i.i.i = add i64 %.15.i26.i.i.i.i, 8
  %.7.i.i.i.i.i = inttoptr i64 %.6.i.i.i.i.i to ptr
  %.8.i27.i.i.i.i = load i64, ptr %.7.i.i.i.i.i, align 8
  %.9.i30.i.i.i.i = load i64, ptr %.8.i62.i605.i.i.i, align 8
  %.137.i.i.i.i = icmp eq i64 %.8.i27.i.i.i.i, %.9.i30.i.i.i.i
  br i1 %.137.i.i.i.i, label %helper_7.exit.i.i.i, label %B230.i.i.i.i
B230.i.i.i.i:                                     ; preds = %B140.i.i.i.i, %B74.i.i.i.i
  br label %helper_7.exit.i.i.i
helper_7.exit.i.i.i: ; preds = %B230.i.i.i.i, %B140.i.i.i.i, %B538.i.i.i
  %storemerge.i.i.i.i = phi i64 [ 0, %B538.i.i.i ], [ 0, %B230.i.i.i.i ], [ %.15.i26.i.i.i.i, %B140.i.i.i.i ]
  %.333.i.i.i = icmp eq i64 %storemerge.i.i.i.i, 0
  br i1 %.333.i.i.i, label %helper_6.exit.i.i, label %B586.i.i.i
B586.i.i.i:                                       ; preds = %helper_7.exit.i.i.i, %B474.i.i.i
  %array.4.0.i.i.i = phi i64 [ %storemerge.i.i.i.i, %helper_7.exit.i.i.i ], [ 0, %B474.i.i.i ]
  store i64 0, ptr %.356.i.i.i, align 8
  call fastcc void @helper_8(ptr %.356.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 %array.4.0.i.i.i, i64 %.15.i.i.i.i)
  %.370.i.i.i = load i64, ptr %.356.i.i.i, align 8
  %.390.i.i.i = icmp eq i64 %.370.i.i.i, 0
  br i1 %.390.i.i.i, label %B634.i.i.i, label %B666.i.i.i
B634.i.i.i:                                       ; preds = %B586.i.i.i
  %.402.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_6.exit.i.i
B666.i.i.i:                                       ; preds = %B586.i.i.i
  %.10.i456.i.i.i = load i64, ptr %.9.i525.i.i.i, align 8
  %.11.i457.i.i.i = add nsw i64 %.10.i456.i.i.i, %run.2.0.i
  %.14.i458.i.i.i = inttoptr i64 %.11.i457.i.i.i to ptr
  %.15.i459.i.i.i = load i64, ptr %.14.i458.i.i.i, align 8
  %.437.i.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i459.i.i.i, i64 %.370.i.i.i)
  %.442.i.i.i = tail call ptr @Py_DecRef(i64 %.370.i.i.i)
  %.446.not.i.i.i = icmp eq i64 %.437.i.i.i, 0
  br i1 %.446.not.i.i.i, label %B860.i.i.i, label %B790.i.i.i
B790.i.i.i:                                       ; preds = %B666.i.i.i
  %.449.i.i.i = tail call i64 @PyTuple_GetItem(i64 %.437.i.i.i, i64 0)
  %.452.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.449.i.i.i)
  %.454.i.i.i = icmp eq i64 %.452.i.i.i, %.32.i.i.i
  br i1 %.454.i.i.i, label %helper_6.exit.i.i, label %B860.i.i.i
B860.i.i.i:                                       ; preds = %B790.i.i.i, %B666.i.i.i
  br label %helper_6.exit.i.i
B898.i.i.i:                                       ; preds = %B568.i.i
  %.485.i.i.i = shl i64 %new.5.1.i.i, 5
  %.489.i.i.i = add i64 %.485.i.i.i, %.1709.i271.i.i
  %.6.i460.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i461.i.i.i = inttoptr i64 %.6.i460.i.i.i to ptr
  %.8.i462.i.i.i = load i64, ptr %.7.i461.i.i.i, align 8
  %.9.i465.i.i.i = load i64, ptr %.8.i534.i.i.i, align 8
  %.545.not.i.i.i = icmp eq i64 %.8.i462.i.i.i, %.9.i465.i.i.i
  br i1 %.545.not.i.i.i, label %B1634.i.i.i, label %helper_6.exit.i.i
B1634.i.i.i:                                      ; preds = %B898.i.i.i
  %.10.i468.i.i.i = load i64, ptr %.9.i475.i.i.i, align 8
  %.11.i469.i.i.i = add nsw i64 %.10.i468.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i470.i.i.i = inttoptr i64 %.11.i469.i.i.i to ptr
  %.15.i471.i.i.i = load i64, ptr %.14.i470.i.i.i, align 8
  %.761.i.i.i = icmp eq i64 %.15.i471.i.i.i, %.32.i.i.i
  br i1 %.761.i.i.i, label %B1700.i.i.i, label %B1848.i.i.i
B1700.i.i.i:                                      ; preds = %B1634.i.i.i
  %.10.i.i474.i.i.i = load i64, ptr %.9.i.i481.i.i.i, align 8
  %.11.i.i475.i.i.i = add nsw i64 %.10.i.i474.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i.i476.i.i.i = inttoptr i64 %.11.i.i475.i.i.i to ptr
  %.15.i.i477.i.i.i = load i64, ptr %.14.i.i476.i.i.i, align 8
  %.40.i478.i.i.i = icmp eq i64 %.15.i.i477.i.i.i, 0
  br i1 %.40.i478.i.i.i, label %helper_7.exit497.i.i.i, label %B74.i479.i.i.i
B74.i479.i.i.i:                                   ; preds = %B1700.i.i.i
  %.10.i23.i482.i.i.i = load i64, ptr %.9.i22.i489.i.i.i, align 8
  %.11.i24.i483.i.i.i = add nsw i64 %.10.i23.i482.i.i.i, %.15.i.i477.i.i.i
  %.14.i25.i484.i.i.i = inttoptr i64 %.11.i24.i483.i.i.i to ptr
  %.15.i26.i485.i.i.i = load i64, ptr %.14.i25.i484.i.i.i, align 8
  %.81.not.i486.i.i.i = icmp eq i64 %.15.i26.i485.i.i.i, 0
  br i1 %.81.not.i486.i.i.i, label %B230.i495.i.i.i, label %B140.i487.i.i.i
B140.i487.i.i.i:                                  ; preds = %B74.i479.i.i.i
  %.6.i.i488.i.i.i = add i64 %.15.i26.i485.i.i.i, 8
  %.7.i.i489.i.i.i = inttoptr i64 %.6.i.i488.i.i.i to ptr
  %.8.i27.i490.i.i.i = load i64, ptr %.7.i.i489.i.i.i, align 8
  %.9.i30.i493.i.i.i = load i64, ptr %.8.i62.i605.i.i.i, align 8
  %.137.i494.i.i.i = icmp eq i64 %.8.i27.i490.i.i.i, %.9.i30.i493.i.i.i
  br i1 %.137.i494.i.i.i, label %helper_7.exit497.i.i.i, label %B230.i495.i.i.i
B230.i495.i.i.i:                                  ; preds = %B140.i487.i.i.i, %B74.i479.i.i.i
  br label %helper_7.exit497.i.i.i
helper_7.exit497.i.i.i: ; preds = %B230.i495.i.i.i, %B140.i487.i.i.i, %B1700.i.i.i
  %storemerge.i496.i.i.i = phi i64 [ 0, %B1700.i.i.i ], [ 0, %B230.i495.i.i.i ], [ %.15.i26.i485.i.i.i, %B140.i487.i.i.i ]
  %.798.not.i.i.i = icmp eq i64 %storemerge.i496.i.i.i, 0
  br i1 %.798.not.i.i.i, label %B2170.i.i.i, label %B1744.i.i.i
B1744.i.i.i:                                      ; preds = %helper_7.exit497.i.i.i
  %.802.i.i.i = add i64 %storemerge.i496.i.i.i, 16
  %.803.i.i.i = inttoptr i64 %.802.i.i.i to ptr
  %.804.i.i.i = load i64, ptr %.803.i.i.i, align 8
  store i64 %.804.i.i.i, ptr %.203.i595.i.i.i, align 8
  br label %B2170.i.i.i
B1848.i.i.i:                                      ; preds = %B1634.i.i.i
  %.819.not.i.i.i = icmp eq i64 %.15.i471.i.i.i, 0
  br i1 %.819.not.i.i.i, label %helper_6.exit.i.i, label %B1860.i.i.i
B1860.i.i.i:                                      ; preds = %B1848.i.i.i
  %.10.i500.i.i.i = load i64, ptr %.9.i507.i.i.i, align 8
  %.11.i501.i.i.i = add nsw i64 %.10.i500.i.i.i, %.15.i471.i.i.i
  %.14.i502.i.i.i = inttoptr i64 %.11.i501.i.i.i to ptr
  %.15.i503.i.i.i = load i64, ptr %.14.i502.i.i.i, align 8
  %.848.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i503.i.i.i)
  %.10.i506.i.i.i = load i64, ptr %.9.i507.i.i.i, align 8
  %.11.i507.i.i.i = add nsw i64 %.10.i506.i.i.i, %.32.i.i.i
  %.14.i508.i.i.i = inttoptr i64 %.11.i507.i.i.i to ptr
  %.15.i509.i.i.i = load i64, ptr %.14.i508.i.i.i, align 8
  %.878.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i509.i.i.i)
  %.879.i.i.i = icmp eq i64 %.848.i.i.i, %.878.i.i.i
  br i1 %.879.i.i.i, label %B2024.i.i.i, label %helper_6.exit.i.i
B2024.i.i.i:                                      ; preds = %B1860.i.i.i
  %.10.i512.i.i.i = load i64, ptr %.9.i519.i.i.i, align 8
  %.11.i513.i.i.i = add nsw i64 %.10.i512.i.i.i, %.15.i471.i.i.i
  %.14.i514.i.i.i = inttoptr i64 %.11.i513.i.i.i to ptr
  %.15.i515.i.i.i = load i64, ptr %.14.i514.i.i.i, align 8
  %.913.i.i.i = load i64, ptr %.25.i.i.i, align 8
  %.916.i.i.i = and i64 %.913.i.i.i, 16
  store i64 0, ptr %.919.i.i.i, align 8
  call fastcc void @helper_9(ptr %.919.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 %.15.i515.i.i.i, i64 %.916.i.i.i)
  %.933.i.i.i = load i64, ptr %.919.i.i.i, align 8
  br label %B2170.i.i.i
B2170.i.i.i:                                      ; preds = %B2024.i.i.i, %B1744.i.i.i, %helper_7.exit497.i.i.i
  %array.5.0.i.i.i = phi i64 [ %.933.i.i.i, %B2024.i.i.i ], [ %storemerge.i496.i.i.i, %helper_7.exit497.i.i.i ], [ %storemerge.i496.i.i.i, %B1744.i.i.i ]
  %.965.i.i.i = icmp eq i64 %array.5.0.i.i.i, 0
  br i1 %.965.i.i.i, label %helper_6.exit.i.i, label %B2216.i.i.i
B2216.i.i.i:                                      ; preds = %B2170.i.i.i, %B2218.i.i.i
  %.1007.0.i.i.i = phi i64 [ %.1076.i.i.i, %B2218.i.i.i ], [ 0, %B2170.i.i.i ]
  %exitcond.not.i.i.i = icmp eq i64 %.1007.0.i.i.i, %new.5.1.i.i
  br i1 %exitcond.not.i.i.i, label %B2300.i.i.i, label %B2218.i.i.i
B2218.i.i.i:                                      ; preds = %B2216.i.i.i
  %6 = shl i64 %.1007.0.i.i.i, 5
  %.1076.i.i.i = add nuw i64 %.1007.0.i.i.i, 1
  %.1105.i.i.i = add i64 %6, %.1709.i271.i.i
  %.1106.i.i.i = inttoptr i64 %.1105.i.i.i to ptr
  %.1107.i.i.i = load i64, ptr %.1106.i.i.i, align 8
  %.1109.i.i.i = icmp eq i64 %.1107.i.i.i, %"$phi568.2.2.2.i.i"
  br i1 %.1109.i.i.i, label %helper_6.exit.i.i, label %B2216.i.i.i
B2300.i.i.i:                                      ; preds = %B2216.i.i.i
  store i64 0, ptr %.1139.i.i.i, align 8
  call fastcc void @helper_8(ptr %.1139.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 %array.5.0.i.i.i, i64 %.15.i471.i.i.i)
  %.1153.i.i.i = load i64, ptr %.1139.i.i.i, align 8
  %.1169.i.i.i = icmp eq i64 %.1153.i.i.i, 0
  br i1 %.1169.i.i.i, label %B2348.i.i.i, label %B2380.i.i.i
B2348.i.i.i:                                      ; preds = %B2300.i.i.i
  %.1185.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_6.exit.i.i
B2380.i.i.i:                                      ; preds = %B2300.i.i.i
  br i1 %.611.i, label %B2516.i.i.i, label %B2392.i.i.i
B2392.i.i.i:                                      ; preds = %B2380.i.i.i
  %.10.i518.i.i.i = load i64, ptr %.9.i525.i.i.i, align 8
  %.11.i519.i.i.i = add nsw i64 %.10.i518.i.i.i, %run.2.0.i
  %.14.i520.i.i.i = inttoptr i64 %.11.i519.i.i.i to ptr
  %.15.i521.i.i.i = load i64, ptr %.14.i520.i.i.i, align 8
  %.1221.i.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i521.i.i.i, i64 %.1153.i.i.i)
  %.1222.not.i.i.i = icmp eq i64 %.1221.i.i.i, 0
  br i1 %.1222.not.i.i.i, label %B2516.i.i.i, label %B2482.i.i.i
B2482.i.i.i:                                      ; preds = %B2392.i.i.i
  %.1235.i.i.i = tail call ptr @Py_DecRef(i64 %.1153.i.i.i)
  br label %helper_6.exit.i.i
B2516.i.i.i:                                      ; preds = %B2392.i.i.i, %B2380.i.i.i
  %.1246.i.i.i = inttoptr i64 %.489.i.i.i to ptr
  store i64 %"$phi568.2.2.2.i.i", ptr %.1246.i.i.i, align 8
  %.1253.i.i.i = add i64 %.489.i.i.i, 8
  %.1254.i.i.i = inttoptr i64 %.1253.i.i.i to ptr
  store i64 %.1153.i.i.i, ptr %.1254.i.i.i, align 8
  %.1261.i.i.i = add i64 %.489.i.i.i, 16
  %.1262.i.i.i = inttoptr i64 %.1261.i.i.i to ptr
  store i64 %array.5.0.i.i.i, ptr %.1262.i.i.i, align 8
  %.1270.i.i.i = load i64, ptr %.203.i595.i.i.i, align 8
  %.1275.i.i.i = add i64 %.489.i.i.i, 24
  %.1276.i.i.i = inttoptr i64 %.1275.i.i.i to ptr
  store i64 %.1270.i.i.i, ptr %.1276.i.i.i, align 8
  %.1281.i.i.i = add nuw nsw i64 %new.5.1.i.i, 1
  br label %helper_6.exit.i.i
B2742.i.i.i:                                      ; preds = %B568.i.i
  %.1300.i.i.i = shl i64 %.32.i.i.i, 5
  %.1306.i.i.i = add i64 %.1300.i.i.i, %.1709.i271.i.i
  %.1307.i.i.i = inttoptr i64 %.1306.i.i.i to ptr
  %.1308.i.i.i = load i64, ptr %.1307.i.i.i, align 8
  %.1310.i.i.i = icmp eq i64 %.1308.i.i.i, %"$phi568.2.2.2.i.i"
  br i1 %.1310.i.i.i, label %B2814.i.i.i, label %B2904.i.i.i
B2814.i.i.i:                                      ; preds = %B2742.i.i.i
  %.6.i522.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i523.i.i.i = inttoptr i64 %.6.i522.i.i.i to ptr
  %.8.i524.i.i.i = load i64, ptr %.7.i523.i.i.i, align 8
  %.9.i527.i.i.i = load i64, ptr %.8.i534.i.i.i, align 8
  %.1368.i.i.i = icmp eq i64 %.8.i524.i.i.i, %.9.i527.i.i.i
  br i1 %.1368.i.i.i, label %helper_6.exit.i.i, label %B2904.i.i.i
B2904.i.i.i:                                      ; preds = %B2814.i.i.i, %B2742.i.i.i
  br label %helper_6.exit.i.i
B2940.i.i.i:                                      ; preds = %B568.i.i
  br i1 %.611.i, label %helper_6.exit.i.i, label %B2952.i.i.i
B2952.i.i.i:                                      ; preds = %B2940.i.i.i
  %.1402.i.i.i = add i64 %p.6.1.in.i.i, 56
  %.1403.i.i.i = inttoptr i64 %.1402.i.i.i to ptr
  %.1404.i.i.i = load i64, ptr %.1403.i.i.i, align 8
  %.6.i.i528.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i529.i.i.i = inttoptr i64 %.6.i.i528.i.i.i to ptr
  %.8.i.i530.i.i.i = load i64, ptr %.7.i.i529.i.i.i, align 8
  %.9.i.i531.i.i.i = load i64, ptr %.8.i47.i562.i.i.i, align 8
  %.74.i.i.i.i = icmp ne i64 %.8.i.i530.i.i.i, %.9.i.i531.i.i.i
  %.77.not.i.i.i.i = icmp eq i64 %.1404.i.i.i, 0
  %or.cond.i.i.i.i = select i1 %.74.i.i.i.i, i1 true, i1 %.77.not.i.i.i.i
  %.139.not.i.i.i.i = icmp eq i64 %.32.i.i.i, 0
  br i1 %or.cond.i.i.i.i, label %B178.i.i.i.i, label %B106.i.i.i.i
B106.i.i.i.i:                                     ; preds = %B2952.i.i.i
  br i1 %.139.not.i.i.i.i, label %B3020.i.i.i, label %B118.i.i.i.i
B118.i.i.i.i:                                     ; preds = %B106.i.i.i.i
  %.9.i50.i.i.i.i = load i64, ptr %.8.i49.i571.i.i.i, align 8
  %.120.i.i.i.i = icmp eq i64 %.32.i.i.i, %.9.i50.i.i.i.i
  br label %helper_10.exit.i.i.i
B178.i.i.i.i:                                     ; preds = %B2952.i.i.i
  %.143.not.i.i.i.i = icmp eq i64 %.8.i.i530.i.i.i, %.32.i.i.i
  %or.cond44.i.i.i.i = or i1 %.139.not.i.i.i.i, %.143.not.i.i.i.i
  br i1 %or.cond44.i.i.i.i, label %B206.i.i.i.i, label %helper_6.exit.i.i
B206.i.i.i.i:                                     ; preds = %B178.i.i.i.i
  %.9.i53.i.i.i.i = load i64, ptr %.8.i52.i583.i.i.i, align 8
  %.185.i.i.i.i = icmp eq i64 %.8.i.i530.i.i.i, %.9.i53.i.i.i.i
  br i1 %.185.i.i.i.i, label %B266.i.i.i.i, label %B450.i.i.i.i
B266.i.i.i.i:                                     ; preds = %B206.i.i.i.i
  %.193.i.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %"$phi568.2.2.2.i.i", i64 %.37.i.i)
  %.204.i.i.i.i = load i32, ptr %.203.i595.i.i.i, align 4
  %.208.i.i.i.i = icmp eq i32 %.204.i.i.i.i, 0
  %7 = add i64 %.193.i.i.i.i, 9007199254740991
  %8 = icmp ult i64 %7, 18014398509481983
  %narrow.i.i.i.i = select i1 %.208.i.i.i.i, i1 %8, i1 false
  br label %helper_10.exit.i.i.i
B450.i.i.i.i:                                     ; preds = %B206.i.i.i.i
  %.9.i56.i.i.i.i = load i64, ptr %.8.i49.i571.i.i.i, align 8
  %.284.i.i.i.i = icmp eq i64 %.8.i.i530.i.i.i, %.9.i56.i.i.i.i
  br label %helper_10.exit.i.i.i
helper_10.exit.i.i.i: ; preds = %B450.i.i.i.i, %B266.i.i.i.i, %B118.i.i.i.i
  %.1410.0.shrunk.i.i.i = phi i1 [ %narrow.i.i.i.i, %B266.i.i.i.i ], [ %.284.i.i.i.i, %B450.i.i.i.i ], [ %.120.i.i.i.i, %B118.i.i.i.i ]
  br i1 %.1410.0.shrunk.i.i.i, label %B3020.i.i.i, label %helper_6.exit.i.i
B3020.i.i.i:                                      ; preds = %helper_10.exit.i.i.i, %B106.i.i.i.i
  %.10.i534.i.i.i = load i64, ptr %.9.i544.i.i.i, align 8
  %.11.i535.i.i.i = add nsw i64 %.10.i534.i.i.i, %run.2.0.i
  %.14.i536.i.i.i = inttoptr i64 %.11.i535.i.i.i to ptr
  %.15.i537.i.i.i = load i64, ptr %.14.i536.i.i.i, align 8
  %.1492.i.i.i = tail call i64 @PyList_GetItem(i64 %.15.i537.i.i.i, i64 %.37.i.i.i)
  %.1495.i.i.i = tail call i64 @PyTuple_GetItem(i64 %.1492.i.i.i, i64 2)
  %.8.i.i540.i.i.i = load i64, ptr %.7.i.i529.i.i.i, align 8
  %.9.i.i541.i.i.i = load i64, ptr %.8.i52.i583.i.i.i, align 8
  %.64.i.i.i.i = icmp eq i64 %.8.i.i540.i.i.i, %.9.i.i541.i.i.i
  br i1 %.64.i.i.i.i, label %B90.i.i.i.i, label %B180.i.i.i.i
B90.i.i.i.i:                                      ; preds = %B3020.i.i.i
  %.72.i.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %"$phi568.2.2.2.i.i", i64 %.37.i.i)
  %.75.i.i.i.i = sitofp i64 %.72.i.i.i.i to double
  br label %helper_11.exit.i.i.i
B180.i.i.i.i:                                     ; preds = %B3020.i.i.i
  %.82.i.i.i.i = add i64 %"$phi568.2.2.2.i.i", 16
  %.83.i.i.i.i = inttoptr i64 %.82.i.i.i.i to ptr
  %.84.i.i.i.i = load double, ptr %.83.i.i.i.i, align 8
  br label %helper_11.exit.i.i.i
helper_11.exit.i.i.i: ; preds = %B180.i.i.i.i, %B90.i.i.i.i
  %storemerge.i542.i.i.i = phi double [ %.84.i.i.i.i, %B180.i.i.i.i ], [ %.75.i.i.i.i, %B90.i.i.i.i ]
  %.1530.i.i.i = tail call double @PyFloat_AsDouble(i64 %.1495.i.i.i)
  %.1532.i.i.i = fcmp oeq double %.1530.i.i.i, %storemerge.i542.i.i.i
  %.1535.i.i.i = fcmp une double %storemerge.i542.i.i.i, 0.000000e+00
  %or.cond434.i.i.i = and i1 %.1535.i.i.i, %.1532.i.i.i
  %"$phi3218.0.2.0.i.i.i" = select i1 %or.cond434.i.i.i, i64 %new.5.1.i.i, i64 -1
  br label %helper_6.exit.i.i
B3252.i.i.i:                                      ; preds = %B568.i.i
  %.1570.i.i.i = add i64 %p.6.1.in.i.i, 56
  %.1571.i.i.i = inttoptr i64 %.1570.i.i.i to ptr
  %.1572.i.i.i = load i64, ptr %.1571.i.i.i, align 8
  %.6.i.i543.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i544.i.i.i = inttoptr i64 %.6.i.i543.i.i.i to ptr
  %.8.i.i545.i.i.i = load i64, ptr %.7.i.i544.i.i.i, align 8
  %.9.i.i548.i.i.i = load i64, ptr %.8.i47.i562.i.i.i, align 8
  %.74.i549.i.i.i = icmp ne i64 %.8.i.i545.i.i.i, %.9.i.i548.i.i.i
  %.77.not.i550.i.i.i = icmp eq i64 %.1572.i.i.i, 0
  %or.cond.i551.i.i.i = select i1 %.74.i549.i.i.i, i1 true, i1 %.77.not.i550.i.i.i
  %.139.not.i562.i.i.i = icmp eq i64 %.32.i.i.i, 0
  br i1 %or.cond.i551.i.i.i, label %B178.i561.i.i.i, label %B106.i552.i.i.i
B106.i552.i.i.i:                                  ; preds = %B3252.i.i.i
  br i1 %.139.not.i562.i.i.i, label %B3320.i.i.i, label %B118.i554.i.i.i
B118.i554.i.i.i:                                  ; preds = %B106.i552.i.i.i
  %.9.i50.i557.i.i.i = load i64, ptr %.8.i49.i571.i.i.i, align 8
  %.120.i558.i.i.i = icmp eq i64 %.32.i.i.i, %.9.i50.i557.i.i.i
  br label %helper_10.exit585.i.i.i
B178.i561.i.i.i:                                  ; preds = %B3252.i.i.i
  %.143.not.i563.i.i.i = icmp eq i64 %.8.i.i545.i.i.i, %.32.i.i.i
  %or.cond44.i564.i.i.i = or i1 %.139.not.i562.i.i.i, %.143.not.i563.i.i.i
  br i1 %or.cond44.i564.i.i.i, label %B206.i566.i.i.i, label %helper_6.exit.i.i
B206.i566.i.i.i:                                  ; preds = %B178.i561.i.i.i
  %.9.i53.i569.i.i.i = load i64, ptr %.8.i52.i583.i.i.i, align 8
  %.185.i570.i.i.i = icmp eq i64 %.8.i.i545.i.i.i, %.9.i53.i569.i.i.i
  br i1 %.185.i570.i.i.i, label %B266.i577.i.i.i, label %B450.i571.i.i.i
B266.i577.i.i.i:                                  ; preds = %B206.i566.i.i.i
  %.193.i579.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %"$phi568.2.2.2.i.i", i64 %.37.i.i)
  %.204.i581.i.i.i = load i32, ptr %.203.i595.i.i.i, align 4
  %.208.i582.i.i.i = icmp eq i32 %.204.i581.i.i.i, 0
  %9 = add i64 %.193.i579.i.i.i, 9007199254740991
  %10 = icmp ult i64 %9, 18014398509481983
  %narrow.i583.i.i.i = select i1 %.208.i582.i.i.i, i1 %10, i1 false
  br label %helper_10.exit585.i.i.i
B450.i571.i.i.i:                                  ; preds = %B206.i566.i.i.i
  %.9.i56.i574.i.i.i = load i64, ptr %.8.i49.i571.i.i.i, align 8
  %.284.i575.i.i.i = icmp eq i64 %.8.i.i545.i.i.i, %.9.i56.i574.i.i.i
  br label %helper_10.exit585.i.i.i
helper_10.exit585.i.i.i: ; preds = %B450.i571.i.i.i, %B266.i577.i.i.i, %B118.i554.i.i.i
  %.1578.0.shrunk.i.i.i = phi i1 [ %narrow.i583.i.i.i, %B266.i577.i.i.i ], [ %.284.i575.i.i.i, %B450.i571.i.i.i ], [ %.120.i558.i.i.i, %B118.i554.i.i.i ]
  br i1 %.1578.0.shrunk.i.i.i, label %B3320.i.i.i, label %helper_6.exit.i.i
B3320.i.i.i:                                      ; preds = %helper_10.exit585.i.i.i, %B106.i552.i.i.i
  %.1623.i.i.i = shl i64 %new.5.1.i.i, 5
  %.1627.i.i.i = add i64 %.1623.i.i.i, %.1709.i271.i.i
  %.1633.i.i.i = inttoptr i64 %.1627.i.i.i to ptr
  store i64 %"$phi568.2.2.2.i.i", ptr %.1633.i.i.i, align 8
  %.1638.i.i.i = add i64 %.1627.i.i.i, 8
  %.1639.i.i.i = inttoptr i64 %.1638.i.i.i to ptr
  store i64 0, ptr %.1639.i.i.i, align 8
  %.1642.i.i.i = add i64 %.1627.i.i.i, 16
  %.1643.i.i.i = inttoptr i64 %.1642.i.i.i to ptr
  store i64 0, ptr %.1643.i.i.i, align 8
  %.1646.i.i.i = add nuw nsw i64 %new.5.1.i.i, 1
  br label %helper_6.exit.i.i
B3512.i.i.i:                                      ; preds = %B568.i.i
  store i64 0, ptr %.1664.i.i.i, align 8
  call fastcc void @helper_12(ptr %.1664.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 range(i64 -9223372036854775648, -9223372036854775808) %p.6.1.i.i)
  %.1678.i.i.i = load i64, ptr %.1664.i.i.i, align 8
  %.1694.i.i.i = icmp eq i64 %.1678.i.i.i, 0
  br i1 %.1694.i.i.i, label %helper_6.exit.i.i, label %B3562.i.i.i
B3562.i.i.i:                                      ; preds = %B3512.i.i.i
  %.1707.i.i.i = shl i64 %new.5.1.i.i, 5
  %.1711.i.i.i = add i64 %.1707.i.i.i, %.1709.i271.i.i
  %.1717.i.i.i = inttoptr i64 %.1711.i.i.i to ptr
  store i64 %"$phi568.2.2.2.i.i", ptr %.1717.i.i.i, align 8
  %.1722.i.i.i = add i64 %.1711.i.i.i, 8
  %.1723.i.i.i = inttoptr i64 %.1722.i.i.i to ptr
  store i64 0, ptr %.1723.i.i.i, align 8
  %.1727.i.i.i = add i64 %.1711.i.i.i, 16
  %.1728.i.i.i = inttoptr i64 %.1727.i.i.i to ptr
  store i64 %.1678.i.i.i, ptr %.1728.i.i.i, align 8
  %.1733.i.i.i = add nuw nsw i64 %new.5.1.i.i, 1
  br label %helper_6.exit.i.i
B3754.i.i.i:                                      ; preds = %B568.i.i
  store i8 0, ptr %.1751.i.i.i, align 1
  call fastcc void @helper_13(ptr %.1751.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 %.32.i.i.i)
  %.1765.i.i.i = load i8, ptr %.1751.i.i.i, align 1
  %.1768.not.i.i.i = icmp eq i8 %.1765.i.i.i, 0
  %"$phi3794.0.2.0.i.i.i" = select i1 %.1768.not.i.i.i, i64 -1, i64 %new.5.1.i.i
  br label %helper_6.exit.i.i
B3828.i.i.i:                                      ; preds = %B568.i.i
  %.6.i.i586.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i587.i.i.i = inttoptr i64 %.6.i.i586.i.i.i to ptr
  %.8.i.i588.i.i.i = load i64, ptr %.7.i.i587.i.i.i, align 8
  %.9.i.i589.i.i.i = load i64, ptr %.8.i62.i605.i.i.i, align 8
  %.64.not.i.i.i.i = icmp eq i64 %.8.i.i588.i.i.i, %.9.i.i589.i.i.i
  br i1 %.64.not.i.i.i.i, label %B90.i591.i.i.i, label %helper_6.exit.i.i
B90.i591.i.i.i:                                   ; preds = %B3828.i.i.i
  %.68.i592.i.i.i = add i64 %"$phi568.2.2.2.i.i", 64
  %.69.i.i.i.i = inttoptr i64 %.68.i592.i.i.i to ptr
  %.70.i.i.i.i = load i32, ptr %.69.i.i.i.i, align 4
  %11 = and i32 %.70.i.i.i.i, 1
  %.73.i.i.i.i = icmp eq i32 %11, 0
  br i1 %.73.i.i.i.i, label %helper_6.exit.i.i, label %B180.i593.i.i.i
B180.i593.i.i.i:                                  ; preds = %B90.i591.i.i.i
  %.84.i594.i.i.i = add i64 %"$phi568.2.2.2.i.i", 56
  %.85.i.i.i.i = inttoptr i64 %.84.i594.i.i.i to ptr
  %.86.i595.i.i.i = load i64, ptr %.85.i.i.i.i, align 8
  %.89.i.i.i.i = add i64 %.32.i.i.i, 56
  %.90.i.i.i.i = inttoptr i64 %.89.i.i.i.i to ptr
  %.91.i.i.i.i = load i64, ptr %.90.i.i.i.i, align 8
  %.92.not.i.i.i.i = icmp eq i64 %.86.i595.i.i.i, %.91.i.i.i.i
  br i1 %.92.not.i.i.i.i, label %B288.i.i.i.i, label %helper_6.exit.i.i
B288.i.i.i.i:                                     ; preds = %B180.i593.i.i.i
  %.96.i.i.i.i = add i64 %"$phi568.2.2.2.i.i", 24
  %.97.i.i.i.i = inttoptr i64 %.96.i.i.i.i to ptr
  %.98.i.i.i.i = load i32, ptr %.97.i.i.i.i, align 4
  %.102.i.i.i.i = add i64 %.32.i.i.i, 24
  %.103.i.i.i.i = inttoptr i64 %.102.i.i.i.i to ptr
  %.104.i.i.i.i = load i32, ptr %.103.i.i.i.i, align 4
  %.106.not.i.i.i.i = icmp eq i32 %.98.i.i.i.i, %.104.i.i.i.i
  br i1 %.106.not.i.i.i.i, label %B400.i.i.i.i, label %helper_6.exit.i.i
B400.i.i.i.i:                                     ; preds = %B288.i.i.i.i
  %.117.i.i.i.i = add i64 %"$phi568.2.2.2.i.i", 32
  %.118.i.i.i.i = inttoptr i64 %.117.i.i.i.i to ptr
  %.119.i.i.i.i = load i64, ptr %.118.i.i.i.i, align 8
  %.122.i.i.i.i = add i64 %.32.i.i.i, 32
  %.123.i.i.i.i = inttoptr i64 %.122.i.i.i.i to ptr
  %.124.i.i.i.i = load i64, ptr %.123.i.i.i.i, align 8
  %narrow.i596.i.i.i = tail call i32 @llvm.smax.i32(i32 %.98.i.i.i.i, i32 0)
  %storemerge.i597.i.i.i = zext nneg i32 %narrow.i596.i.i.i to i64
  br label %B582.i.i.i.i
B582.i.i.i.i:                                     ; preds = %B584.i.i.i.i, %B400.i.i.i.i
  %.164.0.i.i.i.i = phi i64 [ 0, %B400.i.i.i.i ], [ %.233.i.i.i.i, %B584.i.i.i.i ]
  %exitcond.not.i.i.i.i = icmp eq i64 %.164.0.i.i.i.i, %storemerge.i597.i.i.i
  br i1 %exitcond.not.i.i.i.i, label %B3866.i.i.i, label %B584.i.i.i.i
B584.i.i.i.i:                                     ; preds = %B582.i.i.i.i
  %12 = shl i64 %.164.0.i.i.i.i, 3
  %.233.i.i.i.i = add nuw nsw i64 %.164.0.i.i.i.i, 1
  %.260.i.i.i.i = add i64 %12, %.119.i.i.i.i
  %.261.i.i.i.i = inttoptr i64 %.260.i.i.i.i to ptr
  %.262.i.i.i.i = load i64, ptr %.261.i.i.i.i, align 8
  %.265.i.i.i.i = add i64 %12, %.124.i.i.i.i
  %.266.i.i.i.i = inttoptr i64 %.265.i.i.i.i to ptr
  %.267.i.i.i.i = load i64, ptr %.266.i.i.i.i, align 8
  %.268.not.i.i.i.i = icmp eq i64 %.262.i.i.i.i, %.267.i.i.i.i
  br i1 %.268.not.i.i.i.i, label %B582.i.i.i.i, label %helper_6.exit.i.i
B3866.i.i.i:                                      ; preds = %B582.i.i.i.i
  %.1865.i.i.i = add i64 %"$phi568.2.2.2.i.i", 16
  %.1866.i.i.i = inttoptr i64 %.1865.i.i.i to ptr
  %.1867.i.i.i = load i64, ptr %.1866.i.i.i, align 8
  %.1872.i.i.i = add i64 %.32.i.i.i, 16
  %.1873.i.i.i = inttoptr i64 %.1872.i.i.i to ptr
  %.1874.i.i.i = load i64, ptr %.1873.i.i.i, align 8
  %.1878.i.i.i = tail call i32 @memcmp(i64 %.1867.i.i.i, i64 %.1874.i.i.i, i64 %.37.i.i.i)
  %.1882.i.i.i = icmp eq i32 %.1878.i.i.i, 0
  %arg.new..i.i.i = select i1 %.1882.i.i.i, i64 %new.5.1.i.i, i64 -1
  br label %helper_6.exit.i.i
helper_6.exit.i.i: ; preds = %B584.i.i.i.i, %B2218.i.i.i, %B3866.i.i.i, %B288.i.i.i.i, %B180.i593.i.i.i, %B90.i591.i.i.i, %B3828.i.i.i, %B3754.i.i.i, %B3562.i.i.i, %B3512.i.i.i, %B3320.i.i.i, %helper_10.exit585.i.i.i, %B178.i561.i.i.i, %helper_11.exit.i.i.i, %helper_10.exit.i.i.i, %B178.i.i.i.i, %B2940.i.i.i, %B2904.i.i.i, %B2814.i.i.i, %B2516.i.i.i, %B2482.i.i.i, %B2348.i.i.i, %B2170.i.i.i, %B1860.i.i.i, %B1848.i.i.i, %B898.i.i.i, %B860.i.i.i, %B790.i.i.i, %B634.i.i.i, %helper_7.exit.i.i.i, %B378.i.i.i, %B230.i.i.i, %B140.i.i.i, %B568.i.i
  %.489.0.i.i = phi i64 [ %arg.new..i.i.i, %B3866.i.i.i ], [ %"$phi3794.0.2.0.i.i.i", %B3754.i.i.i ], [ %.1733.i.i.i, %B3562.i.i.i ], [ %.1646.i.i.i, %B3320.i.i.i ], [ %"$phi3218.0.2.0.i.i.i", %helper_11.exit.i.i.i ], [ -1, %B2348.i.i.i ], [ %.1281.i.i.i, %B2516.i.i.i ], [ -1, %B2482.i.i.i ], [ %"$phi472.0.2.0.i.i.i", %B378.i.i.i ], [ -1, %B634.i.i.i ], [ -1, %B140.i.i.i ], [ -1, %B230.i.i.i ], [ -1, %helper_7.exit.i.i.i ], [ -1, %B860.i.i.i ], [ %new.5.1.i.i, %B790.i.i.i ], [ -1, %B898.i.i.i ], [ -1, %B1860.i.i.i ], [ -1, %B1848.i.i.i ], [ -1, %B2170.i.i.i ], [ -1, %B2904.i.i.i ], [ %new.5.1.i.i, %B2814.i.i.i ], [ -1, %helper_10.exit.i.i.i ], [ -1, %B178.i.i.i.i ], [ -1, %B2940.i.i.i ], [ -1, %helper_10.exit585.i.i.i ], [ -1, %B178.i561.i.i.i ], [ -1, %B3512.i.i.i ], [ -1, %B288.i.i.i.i ], [ -1, %B180.i593.i.i.i ], [ -1, %B90.i591.i.i.i ], [ -1, %B3828.i.i.i ], [ -1, %B568.i.i ], [ -1, %B2218.i.i.i ], [ -1, %B584.i.i.i.i ]
  %.517.i.i = icmp slt i64 %.489.0.i.i, 0
  br i1 %.517.i.i, label %B622.i.i, label %B416.i.i
B622.i.i:                                         ; preds = %helper_6.exit.i.i
  %.8945.not.i200.i.i = icmp eq i64 %new.5.1.i.i, 0
  br i1 %.8945.not.i200.i.i, label %helper_5.exit.i, label %B36.lr.ph.i201.i.i
B36.lr.ph.i201.i.i:                               ; preds = %B622.i.i
  %.34.148.i202.i.i = add nsw i64 %new.5.1.i.i, -1
  br label %B36.i205.i.i
B36.i205.i.i:                                     ; preds = %B267.i218.i.i, %B36.lr.ph.i201.i.i
  %.34.151.i206.i.i = phi i64 [ %.34.148.i202.i.i, %B36.lr.ph.i201.i.i ], [ %.34.1.i223.i.i, %B267.i218.i.i ]
  %.31.150.i207.i.i = phi i64 [ 1, %B36.lr.ph.i201.i.i ], [ %.31.1.i221.i.i, %B267.i218.i.i ]
  %.31.049.i208.i.i = phi i64 [ 0, %B36.lr.ph.i201.i.i ], [ %.31.150.i207.i.i, %B267.i218.i.i ]
  %13 = shl i64 %.31.049.i208.i.i, 5
  %.132.i209.i.i = add i64 %13, %.131.i582.i.i
  %.133.i210.i.i = inttoptr i64 %.132.i209.i.i to ptr
  %.134.i211.i.i = load i64, ptr %.133.i210.i.i, align 8
  %.150.not.i215.i.i = icmp eq i64 %.134.i211.i.i, 0
  br i1 %.150.not.i215.i.i, label %B222.i224.i.i, label %B267.i218.i.i.sink.split
B222.i224.i.i:                                    ; preds = %B36.i205.i.i
  %.140.i212.i.i = add i64 %13, %.139.i583.i.i
  %.141.i213.i.i = inttoptr i64 %.140.i212.i.i to ptr
  %.142.i214.i.i = load i64, ptr %.141.i213.i.i, align 8
  %.162.not.i225.i.i = icmp eq i64 %.142.i214.i.i, 0
  br i1 %.162.not.i225.i.i, label %B267.i218.i.i, label %B267.i218.i.i.sink.split
B267.i218.i.i.sink.split:                         ; preds = %B222.i224.i.i, %B36.i205.i.i
  %.142.i214.i.i.sink = phi i64 [ %.134.i211.i.i, %B36.i205.i.i ], [ %.142.i214.i.i, %B222.i224.i.i ]
  %.165.i227.i.i = tail call ptr @Py_DecRef(i64 %.142.i214.i.i.sink)
  br label %B267.i218.i.i
B267.i218.i.i:                                    ; preds = %B267.i218.i.i.sink.split, %B222.i224.i.i
  %.89.i219.i.i = icmp sgt i64 %.34.151.i206.i.i, 0
  %.102.i220.i.i = zext i1 %.89.i219.i.i to i64
  %.31.1.i221.i.i = add i64 %.31.150.i207.i.i, %.102.i220.i.i
  %.98.i222.i.i = sext i1 %.89.i219.i.i to i64
  %.34.1.i223.i.i = add nsw i64 %.34.151.i206.i.i, %.98.i222.i.i
  br i1 %.89.i219.i.i, label %B36.i205.i.i, label %helper_5.exit.i
B682.i.i:                                         ; preds = %B78.i.i
  store i64 0, ptr %.356.i229.i.i, align 8
  store i64 0, ptr %.919.i231.i.i, align 8
  store i64 0, ptr %.1139.i233.i.i, align 8
  store i64 0, ptr %.1664.i235.i.i, align 8
  store i8 0, ptr %.1751.i237.i.i, align 1
  %.27.i241.i.i = and i64 %.156.i.i, 15
  %.30.i242.i.i = add i64 %p.4.0622.i.i, 8
  %.31.i243.i.i = inttoptr i64 %.30.i242.i.i to ptr
  %.32.i244.i.i = load i64, ptr %.31.i243.i.i, align 8
  %.35.i245.i.i = add i64 %p.4.0622.i.i, 16
  %.36.i246.i.i = inttoptr i64 %.35.i245.i.i to ptr
  %.37.i247.i.i = load i64, ptr %.36.i246.i.i, align 8
  switch i64 %.27.i241.i.i, label %helper_14.exit.i.i [
    i64 0, label %B140.i483.i.i
    i64 1, label %B898.i365.i.i
    i64 2, label %B2742.i352.i.i
    i64 3, label %B2940.i296.i.i
    i64 4, label %B3252.i280.i.i
    i64 8, label %B3512.i265.i.i
    i64 5, label %B3754.i260.i.i
    i64 7, label %B3828.i248.i.i
  ]
B140.i483.i.i:                                    ; preds = %B682.i.i
  %.6.i.i484.i.i = add i64 %.148.i.i, 8
  %.7.i.i485.i.i = inttoptr i64 %.6.i.i484.i.i to ptr
  %.8.i.i486.i.i = load i64, ptr %.7.i.i485.i.i, align 8
  %.9.i.i488.i.i = load i64, ptr %.8.i534.i.i.i, align 8
  %.112.not.i489.i.i = icmp eq i64 %.8.i.i486.i.i, %.9.i.i488.i.i
  br i1 %.112.not.i489.i.i, label %B230.i491.i.i, label %helper_14.exit.i.i
B230.i491.i.i:                                    ; preds = %B140.i483.i.i
  %.10.i.i494.i.i = load i64, ptr %.9.i475.i.i.i, align 8
  %.11.i.i495.i.i = add nsw i64 %.10.i.i494.i.i, %.148.i.i
  %.14.i.i496.i.i = inttoptr i64 %.11.i.i495.i.i to ptr
  %.15.i.i497.i.i = load i64, ptr %.14.i.i496.i.i, align 8
  %.157.i498.i.i = icmp eq i64 %.15.i.i497.i.i, 0
  %or.cond.i500.i.i = or i1 %.611.i, %.157.i498.i.i
  br i1 %or.cond.i500.i.i, label %helper_14.exit.i.i, label %B312.i501.i.i
B312.i501.i.i:                                    ; preds = %B230.i491.i.i
  %.10.i441.i504.i.i = load i64, ptr %.9.i519.i.i.i, align 8
  %.11.i442.i505.i.i = add nsw i64 %.10.i441.i504.i.i, %.15.i.i497.i.i
  %.14.i443.i506.i.i = inttoptr i64 %.11.i442.i505.i.i to ptr
  %.15.i444.i507.i.i = load i64, ptr %.14.i443.i506.i.i, align 8
  %.208.i508.i.i = icmp eq i64 %.15.i444.i507.i.i, %run.2.0.i
  br i1 %.208.i508.i.i, label %B378.i567.i.i, label %B474.i509.i.i
B378.i567.i.i:                                    ; preds = %B312.i501.i.i
  %.10.i447.i570.i.i = load i64, ptr %.9.i446.i569.i.i, align 8
  %.11.i448.i571.i.i = add nsw i64 %.10.i447.i570.i.i, %.148.i.i
  %.14.i449.i572.i.i = inttoptr i64 %.11.i448.i571.i.i to ptr
  %.15.i450.i573.i.i = load i64, ptr %.14.i449.i572.i.i, align 8
  %.247.i574.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i450.i573.i.i)
  %.249.i575.i.i = icmp eq i64 %.247.i574.i.i, %.32.i244.i.i
  %"$phi472.0.2.0.i576.i.i" = select i1 %.249.i575.i.i, i64 %new.3.0621.i.i, i64 -1
  br label %helper_14.exit.i.i
B474.i509.i.i:                                    ; preds = %B312.i501.i.i
  %.9.i453.i512.i.i = load i64, ptr %.8.i257.i, align 8
  %.300.i513.i.i = icmp eq i64 %.15.i444.i507.i.i, %.9.i453.i512.i.i
  br i1 %.300.i513.i.i, label %B538.i538.i.i, label %B586.i514.i.i
B538.i538.i.i:                                    ; preds = %B474.i509.i.i
  %.10.i.i.i541.i.i = load i64, ptr %.9.i.i481.i.i.i, align 8
  %.11.i.i.i542.i.i = add nsw i64 %.10.i.i.i541.i.i, %.148.i.i
  %.14.i.i.i543.i.i = inttoptr i64 %.11.i.i.i542.i.i to ptr
  %.15.i.i.i544.i.i = load i64, ptr %.14.i.i.i543.i.i, align 8
  %.40.i.i545.i.i = icmp eq i64 %.15.i.i.i544.i.i, 0
  br i1 %.40.i.i545.i.i, label %helper_7.exit.i563.i.i, label %B74.i.i546.i.i
B74.i.i546.i.i:                                   ; preds = %B538.i538.i.i
  %.10.i23.i.i549.i.i = load i64, ptr %.9.i22.i489.i.i.i, align 8
  %.11.i24.i.i550.i.i = add nsw i64 %.10.i23.i.i549.i.i, %.15.i.i.i544.i.i
  %.14.i25.i.i551.i.i = inttoptr i64 %.11.i24.i.i550.i.i to ptr
  %.15.i26.i.i552.i.i = load i64, ptr %.14.i25.i.i551.i.i, align 8
  %.81.not.i.i553.i.i = icmp eq i64 %.15.i26.i.i552.i.i, 0
  br i1 %.81.not.i.i553.i.i, label %B230.i.i562.i.i, label %B140.i.i554.i.i
B140.i.i554.i.i:                                  ; preds = %B74.i.i546.i.i
  %.6.i.i.i555.i.i = add i64 %.15.i26.i.i552.i.i, 8
  %.7.i.i.i556.i.i = inttoptr i64 %.6.i.i.i555.i.i to ptr
  %.8.i27.i.i557.i.i = load i64, ptr %.7.i.i.i556.i.i, align 8
  %.9.i30.i.i560.i.i = load i64, ptr %.8.i62.i605.i.i.i, align 8
  %.137.i.i561.i.i = icmp eq i64 %.8.i27.i.i557.i.i, %.9.i30.i.i560.i.i
  br i1 %.137.i.i561.i.i, label %helper_7.exit.i563.i.i, label %B230.i.i562.i.i
B230.i.i562.i.i:                                  ; preds = %B140.i.i554.i.i, %B74.i.i546.i.i
  br label %helper_7.exit.i563.i.i
helper_7.exit.i563.i.i: ; preds = %B230.i.i562.i.i, %B140.i.i554.i.i, %B538.i538.i.i
  %storemerge.i.i564.i.i = phi i64 [ 0, %B538.i538.i.i ], [ 0, %B230.i.i562.i.i ], [ %.15.i26.i.i552.i.i, %B140.i.i554.i.i ]
  %.333.i565.i.i = icmp eq i64 %storemerge.i.i564.i.i, 0
  br i1 %.333.i565.i.i, label %helper_14.exit.i.i, label %B586.i514.i.i
B586.i514.i.i:                                    ; preds = %helper_7.exit.i563.i.i, %B474.i509.i.i
  %array.4.0.i515.i.i = phi i64 [ %storemerge.i.i564.i.i, %helper_7.exit.i563.i.i ], [ 0, %B474.i509.i.i ]
  store i64 0, ptr %.356.i229.i.i, align 8
  call fastcc void @helper_8(ptr %.356.i229.i.i, i64 %arg.c, i64 %.148.i.i, i64 %array.4.0.i515.i.i, i64 %.15.i.i497.i.i)
  %.370.i517.i.i = load i64, ptr %.356.i229.i.i, align 8
  %.390.i518.i.i = icmp eq i64 %.370.i517.i.i, 0
  br i1 %.390.i518.i.i, label %B634.i536.i.i, label %B666.i519.i.i
B634.i536.i.i:                                    ; preds = %B586.i514.i.i
  %.402.i537.i.i = tail call ptr @PyErr_Clear()
  br label %helper_14.exit.i.i
B666.i519.i.i:                                    ; preds = %B586.i514.i.i
  %.10.i456.i522.i.i = load i64, ptr %.9.i525.i.i.i, align 8
  %.11.i457.i523.i.i = add nsw i64 %.10.i456.i522.i.i, %run.2.0.i
  %.14.i458.i524.i.i = inttoptr i64 %.11.i457.i523.i.i to ptr
  %.15.i459.i525.i.i = load i64, ptr %.14.i458.i524.i.i, align 8
  %.437.i526.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i459.i525.i.i, i64 %.370.i517.i.i)
  %.442.i527.i.i = tail call ptr @Py_DecRef(i64 %.370.i517.i.i)
  %.446.not.i528.i.i = icmp eq i64 %.437.i526.i.i, 0
  br i1 %.446.not.i528.i.i, label %B860.i533.i.i, label %B790.i529.i.i
B790.i529.i.i:                                    ; preds = %B666.i519.i.i
  %.449.i530.i.i = tail call i64 @PyTuple_GetItem(i64 %.437.i526.i.i, i64 0)
  %.452.i531.i.i = tail call i64 @PyLong_AsLongLong(i64 %.449.i530.i.i)
  %.454.i532.i.i = icmp eq i64 %.452.i531.i.i, %.32.i244.i.i
  br i1 %.454.i532.i.i, label %helper_14.exit.i.i, label %B860.i533.i.i
B860.i533.i.i:                                    ; preds = %B790.i529.i.i, %B666.i519.i.i
  br label %helper_14.exit.i.i
B898.i365.i.i:                                    ; preds = %B682.i.i
  %.485.i366.i.i = shl i64 %new.3.0621.i.i, 5
  %.489.i368.i.i = add i64 %.485.i366.i.i, %.1709.i271.i.i
  %.6.i460.i369.i.i = add i64 %.148.i.i, 8
  %.7.i461.i370.i.i = inttoptr i64 %.6.i460.i369.i.i to ptr
  %.8.i462.i371.i.i = load i64, ptr %.7.i461.i370.i.i, align 8
  %.9.i465.i373.i.i = load i64, ptr %.8.i534.i.i.i, align 8
  %.545.not.i374.i.i = icmp eq i64 %.8.i462.i371.i.i, %.9.i465.i373.i.i
  br i1 %.545.not.i374.i.i, label %B1634.i420.i.i, label %B1034.i.i.i
B1034.i.i.i:                                      ; preds = %B898.i365.i.i
  %.558.i.i.i = icmp eq i64 %.37.i247.i.i, 0
  %or.cond1.i.i.i = select i1 %.555.i.i.i, i1 true, i1 %.558.i.i.i
  br i1 %or.cond1.i.i.i, label %helper_14.exit.i.i, label %B1084.i.i.i
B1084.i.i.i:                                      ; preds = %B1034.i.i.i
  %.9.i.i469.i.i.i = load i64, ptr %.8.i62.i605.i.i.i, align 8
  %.64.not.i.i377.i.i = icmp eq i64 %.8.i462.i371.i.i, %.9.i.i469.i.i.i
  br i1 %.64.not.i.i377.i.i, label %B90.i.i379.i.i, label %helper_14.exit.i.i
B90.i.i379.i.i:                                   ; preds = %B1084.i.i.i
  %.68.i.i380.i.i = add i64 %.148.i.i, 64
  %.69.i.i381.i.i = inttoptr i64 %.68.i.i380.i.i to ptr
  %.70.i.i382.i.i = load i32, ptr %.69.i.i381.i.i, align 4
  %14 = and i32 %.70.i.i382.i.i, 1
  %.73.i.i383.i.i = icmp eq i32 %14, 0
  br i1 %.73.i.i383.i.i, label %helper_14.exit.i.i, label %B180.i.i384.i.i
B180.i.i384.i.i:                                  ; preds = %B90.i.i379.i.i
  %.84.i.i385.i.i = add i64 %.148.i.i, 56
  %.85.i.i386.i.i = inttoptr i64 %.84.i.i385.i.i to ptr
  %.86.i.i387.i.i = load i64, ptr %.85.i.i386.i.i, align 8
  %.89.i.i388.i.i = add i64 %.37.i247.i.i, 56
  %.90.i.i389.i.i = inttoptr i64 %.89.i.i388.i.i to ptr
  %.91.i.i390.i.i = load i64, ptr %.90.i.i389.i.i, align 8
  %.92.not.i.i391.i.i = icmp eq i64 %.86.i.i387.i.i, %.91.i.i390.i.i
  br i1 %.92.not.i.i391.i.i, label %B288.i.i392.i.i, label %helper_14.exit.i.i
B288.i.i392.i.i:                                  ; preds = %B180.i.i384.i.i
  %.96.i.i393.i.i = add i64 %.148.i.i, 24
  %.97.i.i394.i.i = inttoptr i64 %.96.i.i393.i.i to ptr
  %.98.i.i395.i.i = load i32, ptr %.97.i.i394.i.i, align 4
  %.102.i.i396.i.i = add i64 %.37.i247.i.i, 24
  %.103.i.i397.i.i = inttoptr i64 %.102.i.i396.i.i to ptr
  %.104.i.i398.i.i = load i32, ptr %.103.i.i397.i.i, align 4
  %.106.not.i.i399.i.i = icmp eq i32 %.98.i.i395.i.i, %.104.i.i398.i.i
  br i1 %.106.not.i.i399.i.i, label %B400.i.i400.i.i, label %helper_14.exit.i.i
B400.i.i400.i.i:                                  ; preds = %B288.i.i392.i.i
  %.117.i.i401.i.i = add i64 %.148.i.i, 32
  %.118.i.i402.i.i = inttoptr i64 %.117.i.i401.i.i to ptr
  %.119.i.i403.i.i = load i64, ptr %.118.i.i402.i.i, align 8
  %.122.i.i404.i.i = add i64 %.37.i247.i.i, 32
  %.123.i.i405.i.i = inttoptr i64 %.122.i.i404.i.i to ptr
  %.124.i.i406.i.i = load i64, ptr %.123.i.i405.i.i, align 8
  %narrow.i.i407.i.i = tail call i32 @llvm.smax.i32(i32 %.98.i.i395.i.i, i32 0)
  %storemerge.i470.i.i.i = zext nneg i32 %narrow.i.i407.i.i to i64
  br label %B582.i.i408.i.i
B582.i.i408.i.i:                                  ; preds = %B584.i.i411.i.i, %B400.i.i400.i.i
  %.164.0.i.i409.i.i = phi i64 [ 0, %B400.i.i400.i.i ], [ %.233.i.i412.i.i, %B584.i.i411.i.i ]
  %exitcond.not.i.i410.i.i = icmp eq i64 %.164.0.i.i409.i.i, %storemerge.i470.i.i.i
  br i1 %exitcond.not.i.i410.i.i, label %B1122.i.i.i, label %B584.i.i411.i.i
B584.i.i411.i.i:                                  ; preds = %B582.i.i408.i.i
  %15 = shl i64 %.164.0.i.i409.i.i, 3
  %.233.i.i412.i.i = add nuw nsw i64 %.164.0.i.i409.i.i, 1
  %.260.i.i413.i.i = add i64 %15, %.119.i.i403.i.i
  %.261.i.i414.i.i = inttoptr i64 %.260.i.i413.i.i to ptr
  %.262.i.i415.i.i = load i64, ptr %.261.i.i414.i.i, align 8
  %.265.i.i416.i.i = add i64 %15, %.124.i.i406.i.i
  %.266.i.i417.i.i = inttoptr i64 %.265.i.i416.i.i to ptr
  %.267.i.i418.i.i = load i64, ptr %.266.i.i417.i.i, align 8
  %.268.not.i.i419.i.i = icmp eq i64 %.262.i.i415.i.i, %.267.i.i418.i.i
  br i1 %.268.not.i.i419.i.i, label %B582.i.i408.i.i, label %helper_14.exit.i.i
B1122.i.i.i:                                      ; preds = %B582.i.i408.i.i
  %.9.i473.i.i.i = load i64, ptr %.8.i472.i.i.i, align 8
  %.644.i.i.i = add i64 %p.4.0622.i.i, 24
  %.645.i.i.i = inttoptr i64 %.644.i.i.i to ptr
  %.646.i.i.i = load i64, ptr %.645.i.i.i, align 8
  %.647.i.i.i = tail call i64 @PyObject_Call(i64 %.9.i473.i.i.i, i64 %.646.i.i.i, i64 0)
  %.652.i.i.i = icmp eq i64 %.647.i.i.i, 0
  br i1 %.652.i.i.i, label %B1244.i.i.i, label %B1276.i.i.i
B1244.i.i.i:                                      ; preds = %B1122.i.i.i
  %.664.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_14.exit.i.i
B1276.i.i.i:                                      ; preds = %B1122.i.i.i
  %.669.i.i.i = add i64 %.647.i.i.i, 16
  %.670.i.i.i = inttoptr i64 %.669.i.i.i to ptr
  %.671.i.i.i = load i64, ptr %.670.i.i.i, align 8
  %.674.i.i.i = add i64 %.148.i.i, 16
  %.675.i.i.i = inttoptr i64 %.674.i.i.i to ptr
  %.676.i.i.i = load i64, ptr %.675.i.i.i, align 8
  %.681.i.i.i = load i64, ptr %.155.i.i, align 8
  %.684.i.i.i = ashr i64 %.681.i.i.i, 5
  %.685.i.i.i = tail call i64 @memcpy(i64 %.671.i.i.i, i64 %.676.i.i.i, i64 %.684.i.i.i)
  %.690.i.i.i = inttoptr i64 %.489.i368.i.i to ptr
  store i64 %.148.i.i, ptr %.690.i.i.i, align 8
  %.696.i.i.i = add i64 %.489.i368.i.i, 8
  %.697.i.i.i = inttoptr i64 %.696.i.i.i to ptr
  store i64 0, ptr %.697.i.i.i, align 8
  %.702.i.i.i = add i64 %.489.i368.i.i, 16
  %.703.i.i.i = inttoptr i64 %.702.i.i.i to ptr
  store i64 %.647.i.i.i, ptr %.703.i.i.i, align 8
  %.709.i.i.i = load i64, ptr %.670.i.i.i, align 8
  %.714.i.i.i = add i64 %.489.i368.i.i, 24
  %.715.i.i.i = inttoptr i64 %.714.i.i.i to ptr
  store i64 %.709.i.i.i, ptr %.715.i.i.i, align 8
  %.720.i.i.i = add nuw nsw i64 %new.3.0621.i.i, 1
  br label %helper_14.exit.i.i
B1634.i420.i.i:                                   ; preds = %B898.i365.i.i
  %.10.i476.i.i.i = load i64, ptr %.9.i475.i.i.i, align 8
  %.11.i477.i.i.i = add nsw i64 %.10.i476.i.i.i, %.148.i.i
  %.14.i478.i.i.i = inttoptr i64 %.11.i477.i.i.i to ptr
  %.15.i479.i.i.i = load i64, ptr %.14.i478.i.i.i, align 8
  %.761.i421.i.i = icmp eq i64 %.15.i479.i.i.i, %.32.i244.i.i
  br i1 %.761.i421.i.i, label %B1700.i475.i.i, label %B1848.i422.i.i
B1700.i475.i.i:                                   ; preds = %B1634.i420.i.i
  %.10.i.i482.i.i.i = load i64, ptr %.9.i.i481.i.i.i, align 8
  %.11.i.i483.i.i.i = add nsw i64 %.10.i.i482.i.i.i, %.148.i.i
  %.14.i.i484.i.i.i = inttoptr i64 %.11.i.i483.i.i.i to ptr
  %.15.i.i485.i.i.i = load i64, ptr %.14.i.i484.i.i.i, align 8
  %.40.i486.i.i.i = icmp eq i64 %.15.i.i485.i.i.i, 0
  br i1 %.40.i486.i.i.i, label %helper_7.exit505.i.i.i, label %B74.i487.i.i.i
B74.i487.i.i.i:                                   ; preds = %B1700.i475.i.i
  %.10.i23.i490.i.i.i = load i64, ptr %.9.i22.i489.i.i.i, align 8
  %.11.i24.i491.i.i.i = add nsw i64 %.10.i23.i490.i.i.i, %.15.i.i485.i.i.i
  %.14.i25.i492.i.i.i = inttoptr i64 %.11.i24.i491.i.i.i to ptr
  %.15.i26.i493.i.i.i = load i64, ptr %.14.i25.i492.i.i.i, align 8
  %.81.not.i494.i.i.i = icmp eq i64 %.15.i26.i493.i.i.i, 0
  br i1 %.81.not.i494.i.i.i, label %B230.i503.i.i.i, label %B140.i495.i.i.i
B140.i495.i.i.i:                                  ; preds = %B74.i487.i.i.i
  %.6.i.i496.i.i.i = add i64 %.15.i26.i493.i.i.i, 8
  %.7.i.i497.i.i.i = inttoptr i64 %.6.i.i496.i.i.i to ptr
  %.8.i27.i498.i.i.i = load i64, ptr %.7.i.i497.i.i.i, align 8
  %.9.i30.i501.i.i.i = load i64, ptr %.8.i62.i605.i.i.i, align 8
  %.137.i502.i.i.i = icmp eq i64 %.8.i27.i498.i.i.i, %.9.i30.i501.i.i.i
  br i1 %.137.i502.i.i.i, label %helper_7.exit505.i.i.i, label %B230.i503.i.i.i
B230.i503.i.i.i:                                  ; preds = %B140.i495.i.i.i, %B74.i487.i.i.i
  br label %helper_7.exit505.i.i.i
helper_7.exit505.i.i.i: ; preds = %B230.i503.i.i.i, %B140.i495.i.i.i, %B1700.i475.i.i
  %storemerge.i504.i.i.i = phi i64 [ 0, %B1700.i475.i.i ], [ 0, %B230.i503.i.i.i ], [ %.15.i26.i493.i.i.i, %B140.i495.i.i.i ]
  %.798.not.i476.i.i = icmp eq i64 %storemerge.i504.i.i.i, 0
  br i1 %.798.not.i476.i.i, label %B2170.i434.i.i, label %B1744.i477.i.i
B1744.i477.i.i:                                   ; preds = %helper_7.exit505.i.i.i
  %.802.i478.i.i = add i64 %storemerge.i504.i.i.i, 16
  %.803.i479.i.i = inttoptr i64 %.802.i478.i.i to ptr
  %.804.i480.i.i = load i64, ptr %.803.i479.i.i, align 8
  store i64 %.804.i480.i.i, ptr %.203.i595.i.i.i, align 8
  br label %B2170.i434.i.i
B1848.i422.i.i:                                   ; preds = %B1634.i420.i.i
  %.819.not.i423.i.i = icmp eq i64 %.15.i479.i.i.i, 0
  br i1 %.819.not.i423.i.i, label %helper_14.exit.i.i, label %B1860.i424.i.i
B1860.i424.i.i:                                   ; preds = %B1848.i422.i.i
  %.10.i508.i.i.i = load i64, ptr %.9.i507.i.i.i, align 8
  %.11.i509.i.i.i = add nsw i64 %.10.i508.i.i.i, %.15.i479.i.i.i
  %.14.i510.i.i.i = inttoptr i64 %.11.i509.i.i.i to ptr
  %.15.i511.i.i.i = load i64, ptr %.14.i510.i.i.i, align 8
  %.848.i425.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i511.i.i.i)
  %.10.i514.i.i.i = load i64, ptr %.9.i507.i.i.i, align 8
  %.11.i515.i.i.i = add nsw i64 %.10.i514.i.i.i, %.32.i244.i.i
  %.14.i516.i.i.i = inttoptr i64 %.11.i515.i.i.i to ptr
  %.15.i517.i.i.i = load i64, ptr %.14.i516.i.i.i, align 8
  %.878.i426.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i517.i.i.i)
  %.879.i427.i.i = icmp eq i64 %.848.i425.i.i, %.878.i426.i.i
  br i1 %.879.i427.i.i, label %B2024.i429.i.i, label %helper_14.exit.i.i
B2024.i429.i.i:                                   ; preds = %B1860.i424.i.i
  %.10.i520.i.i.i = load i64, ptr %.9.i519.i.i.i, align 8
  %.11.i521.i.i.i = add nsw i64 %.10.i520.i.i.i, %.15.i479.i.i.i
  %.14.i522.i.i.i = inttoptr i64 %.11.i521.i.i.i to ptr
  %.15.i523.i.i.i = load i64, ptr %.14.i522.i.i.i, align 8
  %.913.i430.i.i = load i64, ptr %.155.i.i, align 8
  %.916.i431.i.i = and i64 %.913.i430.i.i, 16
  store i64 0, ptr %.919.i231.i.i, align 8
  call fastcc void @helper_9(ptr %.919.i231.i.i, i64 %arg.c, i64 %.148.i.i, i64 %.15.i523.i.i.i, i64 %.916.i431.i.i)
  %.933.i433.i.i = load i64, ptr %.919.i231.i.i, align 8
  br label %B2170.i434.i.i
B2170.i434.i.i:                                   ; preds = %B2024.i429.i.i, %B1744.i477.i.i, %helper_7.exit505.i.i.i
  %array.5.0.i435.i.i = phi i64 [ %.933.i433.i.i, %B2024.i429.i.i ], [ %storemerge.i504.i.i.i, %helper_7.exit505.i.i.i ], [ %storemerge.i504.i.i.i, %B1744.i477.i.i ]
  %.965.i436.i.i = icmp eq i64 %array.5.0.i435.i.i, 0
  br i1 %.965.i436.i.i, label %helper_14.exit.i.i, label %B2216.i438.i.i
B2216.i438.i.i:                                   ; preds = %B2170.i434.i.i, %B2218.i441.i.i
  %.1007.0.i439.i.i = phi i64 [ %.1076.i442.i.i, %B2218.i441.i.i ], [ 0, %B2170.i434.i.i ]
  %exitcond.not.i440.i.i = icmp eq i64 %.1007.0.i439.i.i, %new.3.0621.i.i
  br i1 %exitcond.not.i440.i.i, label %B2300.i448.i.i, label %B2218.i441.i.i
B2218.i441.i.i:                                   ; preds = %B2216.i438.i.i
  %16 = shl i64 %.1007.0.i439.i.i, 5
  %.1076.i442.i.i = add nuw i64 %.1007.0.i439.i.i, 1
  %.1105.i443.i.i = add i64 %16, %.1709.i271.i.i
  %.1106.i444.i.i = inttoptr i64 %.1105.i443.i.i to ptr
  %.1107.i445.i.i = load i64, ptr %.1106.i444.i.i, align 8
  %.1109.i446.i.i = icmp eq i64 %.1107.i445.i.i, %.148.i.i
  br i1 %.1109.i446.i.i, label %helper_14.exit.i.i, label %B2216.i438.i.i
B2300.i448.i.i:                                   ; preds = %B2216.i438.i.i
  store i64 0, ptr %.1139.i233.i.i, align 8
  call fastcc void @helper_8(ptr %.1139.i233.i.i, i64 %arg.c, i64 %.148.i.i, i64 %array.5.0.i435.i.i, i64 %.15.i479.i.i.i)
  %.1153.i450.i.i = load i64, ptr %.1139.i233.i.i, align 8
  %.1169.i451.i.i = icmp eq i64 %.1153.i450.i.i, 0
  br i1 %.1169.i451.i.i, label %B2348.i472.i.i, label %B2380.i452.i.i
B2348.i472.i.i:                                   ; preds = %B2300.i448.i.i
  %.1185.i473.i.i = tail call ptr @PyErr_Clear()
  br label %helper_14.exit.i.i
B2380.i452.i.i:                                   ; preds = %B2300.i448.i.i
  br i1 %.611.i, label %B2516.i460.i.i, label %B2392.i454.i.i
B2392.i454.i.i:                                   ; preds = %B2380.i452.i.i
  %.10.i526.i.i.i = load i64, ptr %.9.i525.i.i.i, align 8
  %.11.i527.i.i.i = add nsw i64 %.10.i526.i.i.i, %run.2.0.i
  %.14.i528.i.i.i = inttoptr i64 %.11.i527.i.i.i to ptr
  %.15.i529.i.i.i = load i64, ptr %.14.i528.i.i.i, align 8
  %.1221.i456.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i529.i.i.i, i64 %.1153.i450.i.i)
  %.1222.not.i457.i.i = icmp eq i64 %.1221.i456.i.i, 0
  br i1 %.1222.not.i457.i.i, label %B2516.i460.i.i, label %B2482.i458.i.i
B2482.i458.i.i:                                   ; preds = %B2392.i454.i.i
  %.1235.i459.i.i = tail call ptr @Py_DecRef(i64 %.1153.i450.i.i)
  br label %helper_14.exit.i.i
B2516.i460.i.i:                                   ; preds = %B2392.i454.i.i, %B2380.i452.i.i
  %.1246.i461.i.i = inttoptr i64 %.489.i368.i.i to ptr
  store i64 %.148.i.i, ptr %.1246.i461.i.i, align 8
  %.1253.i462.i.i = add i64 %.489.i368.i.i, 8
  %.1254.i463.i.i = inttoptr i64 %.1253.i462.i.i to ptr
  store i64 %.1153.i450.i.i, ptr %.1254.i463.i.i, align 8
  %.1261.i464.i.i = add i64 %.489.i368.i.i, 16
  %.1262.i465.i.i = inttoptr i64 %.1261.i464.i.i to ptr
  store i64 %array.5.0.i435.i.i, ptr %.1262.i465.i.i, align 8
  %.1270.i468.i.i = load i64, ptr %.203.i595.i.i.i, align 8
  %.1275.i469.i.i = add i64 %.489.i368.i.i, 24
  %.1276.i470.i.i = inttoptr i64 %.1275.i469.i.i to ptr
  store i64 %.1270.i468.i.i, ptr %.1276.i470.i.i, align 8
  %.1281.i471.i.i = add nuw nsw i64 %new.3.0621.i.i, 1
  br label %helper_14.exit.i.i
B2742.i352.i.i:                                   ; preds = %B682.i.i
  %.1300.i353.i.i = shl i64 %.32.i244.i.i, 5
  %.1306.i355.i.i = add i64 %.1300.i353.i.i, %.1709.i271.i.i
  %.1307.i356.i.i = inttoptr i64 %.1306.i355.i.i to ptr
  %.1308.i357.i.i = load i64, ptr %.1307.i356.i.i, align 8
  %.1310.i358.i.i = icmp eq i64 %.1308.i357.i.i, %.148.i.i
  br i1 %.1310.i358.i.i, label %B2814.i362.i.i, label %B2904.i359.i.i
B2814.i362.i.i:                                   ; preds = %B2742.i352.i.i
  %.6.i530.i.i.i = add i64 %.148.i.i, 8
  %.7.i531.i.i.i = inttoptr i64 %.6.i530.i.i.i to ptr
  %.8.i532.i363.i.i = load i64, ptr %.7.i531.i.i.i, align 8
  %.9.i535.i.i.i = load i64, ptr %.8.i534.i.i.i, align 8
  %.1368.i364.i.i = icmp eq i64 %.8.i532.i363.i.i, %.9.i535.i.i.i
  br i1 %.1368.i364.i.i, label %helper_14.exit.i.i, label %B2904.i359.i.i
B2904.i359.i.i:                                   ; preds = %B2814.i362.i.i, %B2742.i352.i.i
  br label %helper_14.exit.i.i
B2940.i296.i.i:                                   ; preds = %B682.i.i
  br i1 %.611.i, label %helper_14.exit.i.i, label %B2952.i298.i.i
B2952.i298.i.i:                                   ; preds = %B2940.i296.i.i
  %.1402.i299.i.i = add i64 %p.4.0622.i.i, 24
  %.1403.i300.i.i = inttoptr i64 %.1402.i299.i.i to ptr
  %.1404.i301.i.i = load i64, ptr %.1403.i300.i.i, align 8
  %.6.i.i536.i.i.i = add i64 %.148.i.i, 8
  %.7.i.i537.i.i.i = inttoptr i64 %.6.i.i536.i.i.i to ptr
  %.8.i.i538.i.i.i = load i64, ptr %.7.i.i537.i.i.i, align 8
  %.9.i.i539.i.i.i = load i64, ptr %.8.i47.i562.i.i.i, align 8
  %.74.i.i304.i.i = icmp ne i64 %.8.i.i538.i.i.i, %.9.i.i539.i.i.i
  %.77.not.i.i305.i.i = icmp eq i64 %.1404.i301.i.i, 0
  %or.cond.i.i306.i.i = select i1 %.74.i.i304.i.i, i1 true, i1 %.77.not.i.i305.i.i
  %.139.not.i.i333.i.i = icmp eq i64 %.32.i244.i.i, 0
  br i1 %or.cond.i.i306.i.i, label %B178.i.i332.i.i, label %B106.i.i307.i.i
B106.i.i307.i.i:                                  ; preds = %B2952.i298.i.i
  br i1 %.139.not.i.i333.i.i, label %B3020.i316.i.i, label %B118.i.i308.i.i
B118.i.i308.i.i:                                  ; preds = %B106.i.i307.i.i
  %.9.i50.i.i311.i.i = load i64, ptr %.8.i49.i571.i.i.i, align 8
  %.120.i.i312.i.i = icmp eq i64 %.32.i244.i.i, %.9.i50.i.i311.i.i
  br label %helper_10.exit.i313.i.i
B178.i.i332.i.i:                                  ; preds = %B2952.i298.i.i
  %.143.not.i.i334.i.i = icmp eq i64 %.8.i.i538.i.i.i, %.32.i244.i.i
  %or.cond44.i.i335.i.i = or i1 %.139.not.i.i333.i.i, %.143.not.i.i334.i.i
  br i1 %or.cond44.i.i335.i.i, label %B206.i.i336.i.i, label %helper_14.exit.i.i
B206.i.i336.i.i:                                  ; preds = %B178.i.i332.i.i
  %.9.i53.i.i339.i.i = load i64, ptr %.8.i52.i583.i.i.i, align 8
  %.185.i.i340.i.i = icmp eq i64 %.8.i.i538.i.i.i, %.9.i53.i.i339.i.i
  br i1 %.185.i.i340.i.i, label %B266.i.i346.i.i, label %B450.i.i341.i.i
B266.i.i346.i.i:                                  ; preds = %B206.i.i336.i.i
  %.193.i.i348.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.148.i.i, i64 %.37.i.i)
  %.204.i.i350.i.i = load i32, ptr %.203.i595.i.i.i, align 4
  %.208.i.i351.i.i = icmp eq i32 %.204.i.i350.i.i, 0
  %17 = add i64 %.193.i.i348.i.i, 9007199254740991
  %18 = icmp ult i64 %17, 18014398509481983
  %narrow.i542.i.i.i = select i1 %.208.i.i351.i.i, i1 %18, i1 false
  br label %helper_10.exit.i313.i.i
B450.i.i341.i.i:                                  ; preds = %B206.i.i336.i.i
  %.9.i56.i.i344.i.i = load i64, ptr %.8.i49.i571.i.i.i, align 8
  %.284.i.i345.i.i = icmp eq i64 %.8.i.i538.i.i.i, %.9.i56.i.i344.i.i
  br label %helper_10.exit.i313.i.i
helper_10.exit.i313.i.i: ; preds = %B450.i.i341.i.i, %B266.i.i346.i.i, %B118.i.i308.i.i
  %.1410.0.shrunk.i314.i.i = phi i1 [ %narrow.i542.i.i.i, %B266.i.i346.i.i ], [ %.284.i.i345.i.i, %B450.i.i341.i.i ], [ %.120.i.i312.i.i, %B118.i.i308.i.i ]
  br i1 %.1410.0.shrunk.i314.i.i, label %B3020.i316.i.i, label %helper_14.exit.i.i
B3020.i316.i.i:                                   ; preds = %helper_10.exit.i313.i.i, %B106.i.i307.i.i
  %.10.i545.i.i.i = load i64, ptr %.9.i544.i.i.i, align 8
  %.11.i546.i.i.i = add nsw i64 %.10.i545.i.i.i, %run.2.0.i
  %.14.i547.i.i.i = inttoptr i64 %.11.i546.i.i.i to ptr
  %.15.i548.i.i.i = load i64, ptr %.14.i547.i.i.i, align 8
  %.1492.i317.i.i = tail call i64 @PyList_GetItem(i64 %.15.i548.i.i.i, i64 %.37.i247.i.i)
  %.1495.i318.i.i = tail call i64 @PyTuple_GetItem(i64 %.1492.i317.i.i, i64 2)
  %.8.i.i551.i.i.i = load i64, ptr %.7.i.i537.i.i.i, align 8
  %.9.i.i552.i.i.i = load i64, ptr %.8.i52.i583.i.i.i, align 8
  %.64.i.i321.i.i = icmp eq i64 %.8.i.i551.i.i.i, %.9.i.i552.i.i.i
  br i1 %.64.i.i321.i.i, label %B90.i556.i.i.i, label %B180.i553.i.i.i
B90.i556.i.i.i:                                   ; preds = %B3020.i316.i.i
  %.72.i.i330.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.148.i.i, i64 %.37.i.i)
  %.75.i.i331.i.i = sitofp i64 %.72.i.i330.i.i to double
  br label %helper_11.exit.i324.i.i
B180.i553.i.i.i:                                  ; preds = %B3020.i316.i.i
  %.82.i.i322.i.i = add i64 %.148.i.i, 16
  %.83.i.i323.i.i = inttoptr i64 %.82.i.i322.i.i to ptr
  %.84.i554.i.i.i = load double, ptr %.83.i.i323.i.i, align 8
  br label %helper_11.exit.i324.i.i
helper_11.exit.i324.i.i: ; preds = %B180.i553.i.i.i, %B90.i556.i.i.i
  %storemerge.i555.i.i.i = phi double [ %.84.i554.i.i.i, %B180.i553.i.i.i ], [ %.75.i.i331.i.i, %B90.i556.i.i.i ]
  %.1530.i325.i.i = tail call double @PyFloat_AsDouble(i64 %.1495.i318.i.i)
  %.1532.i326.i.i = fcmp oeq double %.1530.i325.i.i, %storemerge.i555.i.i.i
  %.1535.i327.i.i = fcmp une double %storemerge.i555.i.i.i, 0.000000e+00
  %or.cond434.i328.i.i = and i1 %.1535.i327.i.i, %.1532.i326.i.i
  %"$phi3218.0.2.0.i329.i.i" = select i1 %or.cond434.i328.i.i, i64 %new.3.0621.i.i, i64 -1
  br label %helper_14.exit.i.i
B3252.i280.i.i:                                   ; preds = %B682.i.i
  %.1570.i281.i.i = add i64 %p.4.0622.i.i, 24
  %.1571.i282.i.i = inttoptr i64 %.1570.i281.i.i to ptr
  %.1572.i283.i.i = load i64, ptr %.1571.i282.i.i, align 8
  %.6.i.i558.i.i.i = add i64 %.148.i.i, 8
  %.7.i.i559.i.i.i = inttoptr i64 %.6.i.i558.i.i.i to ptr
  %.8.i.i560.i.i.i = load i64, ptr %.7.i.i559.i.i.i, align 8
  %.9.i.i563.i.i.i = load i64, ptr %.8.i47.i562.i.i.i, align 8
  %.74.i564.i.i.i = icmp ne i64 %.8.i.i560.i.i.i, %.9.i.i563.i.i.i
  %.77.not.i565.i.i.i = icmp eq i64 %.1572.i283.i.i, 0
  %or.cond.i566.i.i.i = select i1 %.74.i564.i.i.i, i1 true, i1 %.77.not.i565.i.i.i
  %.139.not.i577.i.i.i = icmp eq i64 %.32.i244.i.i, 0
  br i1 %or.cond.i566.i.i.i, label %B178.i576.i.i.i, label %B106.i567.i.i.i
B106.i567.i.i.i:                                  ; preds = %B3252.i280.i.i
  br i1 %.139.not.i577.i.i.i, label %B3320.i286.i.i, label %B118.i569.i.i.i
B118.i569.i.i.i:                                  ; preds = %B106.i567.i.i.i
  %.9.i50.i572.i.i.i = load i64, ptr %.8.i49.i571.i.i.i, align 8
  %.120.i573.i.i.i = icmp eq i64 %.32.i244.i.i, %.9.i50.i572.i.i.i
  br label %helper_10.exit600.i.i.i
B178.i576.i.i.i:                                  ; preds = %B3252.i280.i.i
  %.143.not.i578.i.i.i = icmp eq i64 %.8.i.i560.i.i.i, %.32.i244.i.i
  %or.cond44.i579.i.i.i = or i1 %.139.not.i577.i.i.i, %.143.not.i578.i.i.i
  br i1 %or.cond44.i579.i.i.i, label %B206.i581.i.i.i, label %helper_14.exit.i.i
B206.i581.i.i.i:                                  ; preds = %B178.i576.i.i.i
  %.9.i53.i584.i.i.i = load i64, ptr %.8.i52.i583.i.i.i, align 8
  %.185.i585.i.i.i = icmp eq i64 %.8.i.i560.i.i.i, %.9.i53.i584.i.i.i
  br i1 %.185.i585.i.i.i, label %B266.i592.i.i.i, label %B450.i586.i.i.i
B266.i592.i.i.i:                                  ; preds = %B206.i581.i.i.i
  %.193.i594.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.148.i.i, i64 %.37.i.i)
  %.204.i596.i.i.i = load i32, ptr %.203.i595.i.i.i, align 4
  %.208.i597.i.i.i = icmp eq i32 %.204.i596.i.i.i, 0
  %19 = add i64 %.193.i594.i.i.i, 9007199254740991
  %20 = icmp ult i64 %19, 18014398509481983
  %narrow.i598.i.i.i = select i1 %.208.i597.i.i.i, i1 %20, i1 false
  br label %helper_10.exit600.i.i.i
B450.i586.i.i.i:                                  ; preds = %B206.i581.i.i.i
  %.9.i56.i589.i.i.i = load i64, ptr %.8.i49.i571.i.i.i, align 8
  %.284.i590.i.i.i = icmp eq i64 %.8.i.i560.i.i.i, %.9.i56.i589.i.i.i
  br label %helper_10.exit600.i.i.i
helper_10.exit600.i.i.i: ; preds = %B450.i586.i.i.i, %B266.i592.i.i.i, %B118.i569.i.i.i
  %.1578.0.shrunk.i284.i.i = phi i1 [ %narrow.i598.i.i.i, %B266.i592.i.i.i ], [ %.284.i590.i.i.i, %B450.i586.i.i.i ], [ %.120.i573.i.i.i, %B118.i569.i.i.i ]
  br i1 %.1578.0.shrunk.i284.i.i, label %B3320.i286.i.i, label %helper_14.exit.i.i
B3320.i286.i.i:                                   ; preds = %helper_10.exit600.i.i.i, %B106.i567.i.i.i
  %.1623.i287.i.i = shl i64 %new.3.0621.i.i, 5
  %.1627.i289.i.i = add i64 %.1623.i287.i.i, %.1709.i271.i.i
  %.1633.i290.i.i = inttoptr i64 %.1627.i289.i.i to ptr
  store i64 %.148.i.i, ptr %.1633.i290.i.i, align 8
  %.1638.i291.i.i = add i64 %.1627.i289.i.i, 8
  %.1639.i292.i.i = inttoptr i64 %.1638.i291.i.i to ptr
  store i64 0, ptr %.1639.i292.i.i, align 8
  %.1642.i293.i.i = add i64 %.1627.i289.i.i, 16
  %.1643.i294.i.i = inttoptr i64 %.1642.i293.i.i to ptr
  store i64 0, ptr %.1643.i294.i.i, align 8
  %.1646.i295.i.i = add nuw nsw i64 %new.3.0621.i.i, 1
  br label %helper_14.exit.i.i
B3512.i265.i.i:                                   ; preds = %B682.i.i
  store i64 0, ptr %.1664.i235.i.i, align 8
  call fastcc void @helper_12(ptr %.1664.i235.i.i, i64 %arg.c, i64 %.148.i.i, i64 range(i64 -9223372036854775680, -9223372036854775808) %p.4.0622.i.i)
  %.1678.i267.i.i = load i64, ptr %.1664.i235.i.i, align 8
  %.1694.i268.i.i = icmp eq i64 %.1678.i267.i.i, 0
  br i1 %.1694.i268.i.i, label %helper_14.exit.i.i, label %B3562.i269.i.i
B3562.i269.i.i:                                   ; preds = %B3512.i265.i.i
  %.1707.i270.i.i = shl i64 %new.3.0621.i.i, 5
  %.1711.i272.i.i = add i64 %.1707.i270.i.i, %.1709.i271.i.i
  %.1717.i273.i.i = inttoptr i64 %.1711.i272.i.i to ptr
  store i64 %.148.i.i, ptr %.1717.i273.i.i, align 8
  %.1722.i274.i.i = add i64 %.1711.i272.i.i, 8
  %.1723.i275.i.i = inttoptr i64 %.1722.i274.i.i to ptr
  store i64 0, ptr %.1723.i275.i.i, align 8
  %.1727.i276.i.i = add i64 %.1711.i272.i.i, 16
  %.1728.i277.i.i = inttoptr i64 %.1727.i276.i.i to ptr
  store i64 %.1678.i267.i.i, ptr %.1728.i277.i.i, align 8
  %.1733.i278.i.i = add nuw nsw i64 %new.3.0621.i.i, 1
  br label %helper_14.exit.i.i
B3754.i260.i.i:                                   ; preds = %B682.i.i
  store i8 0, ptr %.1751.i237.i.i, align 1
  call fastcc void @helper_13(ptr %.1751.i237.i.i, i64 %arg.c, i64 %.148.i.i, i64 %.32.i244.i.i)
  %.1765.i262.i.i = load i8, ptr %.1751.i237.i.i, align 1
  %.1768.not.i263.i.i = icmp eq i8 %.1765.i262.i.i, 0
  %"$phi3794.0.2.0.i264.i.i" = select i1 %.1768.not.i263.i.i, i64 -1, i64 %new.3.0621.i.i
  br label %helper_14.exit.i.i
B3828.i248.i.i:                                   ; preds = %B682.i.i
  %.6.i.i601.i.i.i = add i64 %.148.i.i, 8
  %.7.i.i602.i.i.i = inttoptr i64 %.6.i.i601.i.i.i to ptr
  %.8.i.i603.i.i.i = load i64, ptr %.7.i.i602.i.i.i, align 8
  %.9.i.i606.i.i.i = load i64, ptr %.8.i62.i605.i.i.i, align 8
  %.64.not.i607.i.i.i = icmp eq i64 %.8.i.i603.i.i.i, %.9.i.i606.i.i.i
  br i1 %.64.not.i607.i.i.i, label %B90.i609.i.i.i, label %helper_14.exit.i.i
B90.i609.i.i.i:                                   ; preds = %B3828.i248.i.i
  %.68.i610.i.i.i = add i64 %.148.i.i, 64
  %.69.i611.i.i.i = inttoptr i64 %.68.i610.i.i.i to ptr
  %.70.i612.i.i.i = load i32, ptr %.69.i611.i.i.i, align 4
  %21 = and i32 %.70.i612.i.i.i, 1
  %.73.i613.i.i.i = icmp eq i32 %21, 0
  br i1 %.73.i613.i.i.i, label %helper_14.exit.i.i, label %B180.i614.i.i.i
B180.i614.i.i.i:                                  ; preds = %B90.i609.i.i.i
  %.84.i615.i.i.i = add i64 %.148.i.i, 56
  %.85.i616.i.i.i = inttoptr i64 %.84.i615.i.i.i to ptr
  %.86.i617.i.i.i = load i64, ptr %.85.i616.i.i.i, align 8
  %.89.i618.i.i.i = add i64 %.32.i244.i.i, 56
  %.90.i619.i.i.i = inttoptr i64 %.89.i618.i.i.i to ptr
  %.91.i620.i.i.i = load i64, ptr %.90.i619.i.i.i, align 8
  %.92.not.i621.i.i.i = icmp eq i64 %.86.i617.i.i.i, %.91.i620.i.i.i
  br i1 %.92.not.i621.i.i.i, label %B288.i623.i.i.i, label %helper_14.exit.i.i
B288.i623.i.i.i:                                  ; preds = %B180.i614.i.i.i
  %.96.i624.i.i.i = add i64 %.148.i.i, 24
  %.97.i625.i.i.i = inttoptr i64 %.96.i624.i.i.i to ptr
  %.98.i626.i.i.i = load i32, ptr %.97.i625.i.i.i, align 4
  %.102.i627.i.i.i = add i64 %.32.i244.i.i, 24
  %.103.i628.i.i.i = inttoptr i64 %.102.i627.i.i.i to ptr
  %.104.i629.i.i.i = load i32, ptr %.103.i628.i.i.i, align 4
  %.106.not.i630.i.i.i = icmp eq i32 %.98.i626.i.i.i, %.104.i629.i.i.i
  br i1 %.106.not.i630.i.i.i, label %B400.i631.i.i.i, label %helper_14.exit.i.i
B400.i631.i.i.i:                                  ; preds = %B288.i623.i.i.i
  %.117.i632.i.i.i = add i64 %.148.i.i, 32
  %.118.i633.i.i.i = inttoptr i64 %.117.i632.i.i.i to ptr
  %.119.i634.i.i.i = load i64, ptr %.118.i633.i.i.i, align 8
  %.122.i635.i.i.i = add i64 %.32.i244.i.i, 32
  %.123.i636.i.i.i = inttoptr i64 %.122.i635.i.i.i to ptr
  %.124.i637.i.i.i = load i64, ptr %.123.i636.i.i.i, align 8
  %narrow.i638.i.i.i = tail call i32 @llvm.smax.i32(i32 %.98.i626.i.i.i, i32 0)
  %storemerge.i639.i.i.i = zext nneg i32 %narrow.i638.i.i.i to i64
  br label %B582.i640.i.i.i
B582.i640.i.i.i:                                  ; preds = %B584.i643.i.i.i, %B400.i631.i.i.i
  %.164.0.i641.i.i.i = phi i64 [ 0, %B400.i631.i.i.i ], [ %.233.i644.i.i.i, %B584.i643.i.i.i ]
  %exitcond.not.i642.i.i.i = icmp eq i64 %.164.0.i641.i.i.i, %storemerge.i639.i.i.i
  br i1 %exitcond.not.i642.i.i.i, label %B3866.i250.i.i, label %B584.i643.i.i.i
B584.i643.i.i.i:                                  ; preds = %B582.i640.i.i.i
  %22 = shl i64 %.164.0.i641.i.i.i, 3
  %.233.i644.i.i.i = add nuw nsw i64 %.164.0.i641.i.i.i, 1
  %.260.i645.i.i.i = add i64 %22, %.119.i634.i.i.i
  %.261.i646.i.i.i = inttoptr i64 %.260.i645.i.i.i to ptr
  %.262.i647.i.i.i = load i64, ptr %.261.i646.i.i.i, align 8
  %.265.i648.i.i.i = add i64 %22, %.124.i637.i.i.i
  %.266.i649.i.i.i = inttoptr i64 %.265.i648.i.i.i to ptr
  %.267.i650.i.i.i = load i64, ptr %.266.i649.i.i.i, align 8
  %.268.not.i651.i.i.i = icmp eq i64 %.262.i647.i.i.i, %.267.i650.i.i.i
  br i1 %.268.not.i651.i.i.i, label %B582.i640.i.i.i, label %helper_14.exit.i.i
B3866.i250.i.i:                                   ; preds = %B582.i640.i.i.i
  %.1865.i251.i.i = add i64 %.148.i.i, 16
  %.1866.i252.i.i = inttoptr i64 %.1865.i251.i.i to ptr
  %.1867.i253.i.i = load i64, ptr %.1866.i252.i.i, align 8
  %.1872.i254.i.i = add i64 %.32.i244.i.i, 16
  %.1873.i255.i.i = inttoptr i64 %.1872.i254.i.i to ptr
  %.1874.i256.i.i = load i64, ptr %.1873.i255.i.i, align 8
  %.1878.i257.i.i = tail call i32 @memcmp(i64 %.1867.i253.i.i, i64 %.1874.i256.i.i, i64 %.37.i247.i.i)
  %.1882.i258.i.i = icmp eq i32 %.1878.i257.i.i, 0
  %arg.new..i259.i.i = select i1 %.1882.i258.i.i, i64 %new.3.0621.i.i, i64 -1
  br label %helper_14.exit.i.i
helper_14.exit.i.i: ; preds = %B584.i643.i.i.i, %B584.i.i411.i.i, %B2218.i441.i.i, %B3866.i250.i.i, %B288.i623.i.i.i, %B180.i614.i.i.i, %B90.i609.i.i.i, %B3828.i248.i.i, %B3754.i260.i.i, %B3562.i269.i.i, %B3512.i265.i.i, %B3320.i286.i.i, %helper_10.exit600.i.i.i, %B178.i576.i.i.i, %helper_11.exit.i324.i.i, %helper_10.exit.i313.i.i, %B178.i.i332.i.i, %B2940.i296.i.i, %B2904.i359.i.i, %B2814.i362.i.i, %B2516.i460.i.i, %B2482.i458.i.i, %B2348.i472.i.i, %B2170.i434.i.i, %B1860.i424.i.i, %B1848.i422.i.i, %B1276.i.i.i, %B1244.i.i.i, %B288.i.i392.i.i, %B180.i.i384.i.i, %B90.i.i379.i.i, %B1084.i.i.i, %B1034.i.i.i, %B860.i533.i.i, %B790.i529.i.i, %B634.i536.i.i, %helper_7.exit.i563.i.i, %B378.i567.i.i, %B230.i491.i.i, %B140.i483.i.i, %B682.i.i
  %.602.0.i.i = phi i64 [ %arg.new..i259.i.i, %B3866.i250.i.i ], [ %"$phi3794.0.2.0.i264.i.i", %B3754.i260.i.i ], [ %.1733.i278.i.i, %B3562.i269.i.i ], [ %.1646.i295.i.i, %B3320.i286.i.i ], [ %"$phi3218.0.2.0.i329.i.i", %helper_11.exit.i324.i.i ], [ -1, %B2348.i472.i.i ], [ %.1281.i471.i.i, %B2516.i460.i.i ], [ -1, %B2482.i458.i.i ], [ -1, %B1244.i.i.i ], [ %.720.i.i.i, %B1276.i.i.i ], [ %"$phi472.0.2.0.i576.i.i", %B378.i567.i.i ], [ -1, %B634.i536.i.i ], [ -1, %B140.i483.i.i ], [ -1, %B230.i491.i.i ], [ -1, %helper_7.exit.i563.i.i ], [ -1, %B860.i533.i.i ], [ %new.3.0621.i.i, %B790.i529.i.i ], [ -1, %B288.i.i392.i.i ], [ -1, %B180.i.i384.i.i ], [ -1, %B90.i.i379.i.i ], [ -1, %B1084.i.i.i ], [ -1, %B1034.i.i.i ], [ -1, %B1860.i424.i.i ], [ -1, %B1848.i422.i.i ], [ -1, %B2170.i434.i.i ], [ -1, %B2904.i359.i.i ], [ %new.3.0621.i.i, %B2814.i362.i.i ], [ -1, %helper_10.exit.i313.i.i ], [ -1, %B178.i.i332.i.i ], [ -1, %B2940.i296.i.i ], [ -1, %helper_10.exit600.i.i.i ], [ -1, %B178.i576.i.i.i ], [ -1, %B3512.i265.i.i ], [ -1, %B288.i623.i.i.i ], [ -1, %B180.i614.i.i.i ], [ -1, %B90.i609.i.i.i ], [ -1, %B3828.i248.i.i ], [ -1, %B682.i.i ], [ -1, %B2218.i441.i.i ], [ -1, %B584.i.i411.i.i ], [ -1, %B584.i643.i.i.i ]
  %.632.i.i = icmp slt i64 %.602.0.i.i, 0
  br i1 %.632.i.i, label %B734.i.i, label %B772.i.i
B734.i.i:                                         ; preds = %helper_14.exit.i.i
  %.8945.not.i579.i.i = icmp eq i64 %new.3.0621.i.i, 0
  br i1 %.8945.not.i579.i.i, label %helper_5.exit.i, label %B36.lr.ph.i580.i.i
B36.lr.ph.i580.i.i:                               ; preds = %B734.i.i
  %.34.148.i581.i.i = add nsw i64 %new.3.0621.i.i, -1
  br label %B36.i584.i.i
B36.i584.i.i:                                     ; preds = %B267.i597.i.i, %B36.lr.ph.i580.i.i
  %.34.151.i585.i.i = phi i64 [ %.34.148.i581.i.i, %B36.lr.ph.i580.i.i ], [ %.34.1.i602.i.i, %B267.i597.i.i ]
  %.31.150.i586.i.i = phi i64 [ 1, %B36.lr.ph.i580.i.i ], [ %.31.1.i600.i.i, %B267.i597.i.i ]
  %.31.049.i587.i.i = phi i64 [ 0, %B36.lr.ph.i580.i.i ], [ %.31.150.i586.i.i, %B267.i597.i.i ]
  %23 = shl i64 %.31.049.i587.i.i, 5
  %.132.i588.i.i = add i64 %23, %.131.i582.i.i
  %.133.i589.i.i = inttoptr i64 %.132.i588.i.i to ptr
  %.134.i590.i.i = load i64, ptr %.133.i589.i.i, align 8
  %.150.not.i594.i.i = icmp eq i64 %.134.i590.i.i, 0
  br i1 %.150.not.i594.i.i, label %B222.i603.i.i, label %B267.i597.i.i.sink.split
B222.i603.i.i:                                    ; preds = %B36.i584.i.i
  %.140.i591.i.i = add i64 %23, %.139.i583.i.i
  %.141.i592.i.i = inttoptr i64 %.140.i591.i.i to ptr
  %.142.i593.i.i = load i64, ptr %.141.i592.i.i, align 8
  %.162.not.i604.i.i = icmp eq i64 %.142.i593.i.i, 0
  br i1 %.162.not.i604.i.i, label %B267.i597.i.i, label %B267.i597.i.i.sink.split
B267.i597.i.i.sink.split:                         ; preds = %B222.i603.i.i, %B36.i584.i.i
  %.142.i593.i.i.sink = phi i64 [ %.134.i590.i.i, %B36.i584.i.i ], [ %.142.i593.i.i, %B222.i603.i.i ]
  %.165.i606.i.i = tail call ptr @Py_DecRef(i64 %.142.i593.i.i.sink)
  br label %B267.i597.i.i
B267.i597.i.i:                                    ; preds = %B267.i597.i.i.sink.split, %B222.i603.i.i
  %.89.i598.i.i = icmp sgt i64 %.34.151.i585.i.i, 0
  %.102.i599.i.i = zext i1 %.89.i598.i.i to i64
  %.31.1.i600.i.i = add i64 %.31.150.i586.i.i, %.102.i599.i.i
  %.98.i601.i.i = sext i1 %.89.i598.i.i to i64
  %.34.1.i602.i.i = add nsw i64 %.34.151.i585.i.i, %.98.i601.i.i
  br i1 %.89.i598.i.i, label %B36.i584.i.i, label %helper_5.exit.i
B772.i.i:                                         ; preds = %helper_14.exit.i.i
  %.685.i.i = add nsw i64 %p.4.0622.i.i, 32
  br label %B791.i.i
B791.i.i:                                         ; preds = %B416.i.i, %B772.i.i
  %p.5.1.i.i = phi i64 [ %.685.i.i, %B772.i.i ], [ %p.6.1.i.i, %B416.i.i ]
  %new.4.1.i.i = phi i64 [ %.602.0.i.i, %B772.i.i ], [ %new.5.1.i.i, %B416.i.i ]
  %.105.i.i = icmp sgt i64 %.49.1623.i.i, 0
  %.114.i.i = sext i1 %.105.i.i to i64
  %.49.1.i.i = add nsw i64 %.49.1623.i.i, %.114.i.i
  %.118.i.i = zext i1 %.105.i.i to i64
  %.46.1.i.i = add i64 %.46.1624.i.i, %.118.i.i
  br i1 %.105.i.i, label %B78.i.i, label %helper_5.exit.i
helper_5.exit.i: ; preds = %B791.i.i, %B267.i597.i.i, %B267.i.i.i, %B267.i218.i.i, %B734.i.i, %B622.i.i, %B338.i.i, %B1784.i97
  %.1057.0.i = phi i64 [ -1, %B338.i.i ], [ -1, %B622.i.i ], [ -1, %B734.i.i ], [ 0, %B1784.i97 ], [ -1, %B267.i218.i.i ], [ -1, %B267.i.i.i ], [ -1, %B267.i597.i.i ], [ %new.4.1.i.i, %B791.i.i ]
  %.1085.i = icmp sgt i64 %.1057.0.i, -1
  br i1 %.1085.i, label %B1862.i, label %B2040.i
B1862.i:                                          ; preds = %helper_5.exit.i
  %.18.i.i = add i64 %.15.i341.i, 96
  %.19.i.i = inttoptr i64 %.18.i.i to ptr
  %.20.i.i = load i64, ptr %.19.i.i, align 8
  %.21.i.i = tail call i64 @PyList_GetItem(i64 %.20.i.i, i64 0)
  %.22.i.i = tail call i64 @PyLong_AsLongLong(i64 %.21.i.i)
  %.23.not.i.i = icmp eq i64 %.22.i.i, 0
  br i1 %.23.not.i.i, label %B122.i.i, label %B2008.i
B122.i.i:                                         ; preds = %B1862.i
  %.38.i345.i = add i64 %.15.i341.i, 64
  %.39.i.i = inttoptr i64 %.38.i345.i to ptr
  %.40.i.i = load i64, ptr %.39.i.i, align 8
  %.45.i.i = and i64 %.40.i.i, 2
  %.46.not.i.i = icmp eq i64 %.45.i.i, 0
  br i1 %.46.not.i.i, label %B440.i.i, label %B212.i.i
B212.i.i:                                         ; preds = %B122.i.i
  %.53.i.i = load i64, ptr %.52.i.i, align 8
  %.10.i.i.i = load i64, ptr %.9.i.i481.i.i.i, align 8
  %.11.i.i.i = add nsw i64 %.10.i.i.i, %.53.i.i
  %.14.i.i.i = inttoptr i64 %.11.i.i.i to ptr
  %.15.i.i.i = load i64, ptr %.14.i.i.i, align 8
  %.85.not.i.i = icmp eq i64 %.15.i.i.i, 0
  br i1 %.85.not.i.i, label %B440.i.i, label %B326.i.i
B326.i.i:                                         ; preds = %B212.i.i
  %.10.i126.i.i = load i64, ptr %.9.i125.i.i, align 8
  %.11.i127.i.i = add nsw i64 %.10.i126.i.i, %.15.i.i.i
  %.14.i128.i.i = inttoptr i64 %.11.i127.i.i to ptr
  %.15.i129.i.i = load i64, ptr %.14.i128.i.i, align 8
  %.9.i131.i.i = load i64, ptr %.8.i257.i, align 8
  %.142.not.i.i = icmp eq i64 %.15.i129.i.i, %.9.i131.i.i
  br i1 %.142.not.i.i, label %B440.i.i, label %B2008.i
B440.i.i:                                         ; preds = %B326.i.i, %B212.i.i, %B122.i.i
  %.160.i.i = and i64 %.40.i.i, 16
  %.161.not.i.i = icmp eq i64 %.160.i.i, 0
  br i1 %.161.not.i.i, label %B660.i.i, label %B478.i.i
B478.i.i:                                         ; preds = %B440.i.i
  %.168.i.i = load i64, ptr %.52.i.i, align 8
  %.10.i.i.i352.i = load i64, ptr %.9.i.i481.i.i.i, align 8
  %.11.i.i.i353.i = add nsw i64 %.10.i.i.i352.i, %.168.i.i
  %.14.i.i.i354.i = inttoptr i64 %.11.i.i.i353.i to ptr
  %.15.i.i.i355.i = load i64, ptr %.14.i.i.i354.i, align 8
  %.40.i.i.i = icmp eq i64 %.15.i.i.i355.i, 0
  br i1 %.40.i.i.i, label %helper_7.exit.i.i, label %B74.i.i.i
B74.i.i.i:                                        ; preds = %B478.i.i
  %.10.i23.i.i.i = load i64, ptr %.9.i22.i489.i.i.i, align 8
  %.11.i24.i.i.i = add nsw i64 %.10.i23.i.i.i, %.15.i.i.i355.i
  %.14.i25.i.i.i = inttoptr i64 %.11.i24.i.i.i to ptr
  %.15.i26.i.i.i = load i64, ptr %.14.i25.i.i.i, align 8
  %.81.not.i.i.i = icmp eq i64 %.15.i26.i.i.i, 0
  br i1 %.81.not.i.i.i, label %B230.i.i359.i, label %B140.i.i356.i
B140.i.i356.i:                                    ; preds = %B74.i.i.i
  %.6.i.i.i357.i = add i64 %.15.i26.i.i.i, 8
  %.7.i.i.i358.i = inttoptr i64 %.6.i.i.i357.i to ptr
  %.8.i27.i.i.i = load i64, ptr %.7.i.i.i358.i, align 8
  %.9.i30.i.i.i = load i64, ptr %.8.i62.i605.i.i.i, align 8
  %.137.i.i.i = icmp eq i64 %.8.i27.i.i.i, %.9.i30.i.i.i
  br i1 %.137.i.i.i, label %helper_7.exit.i.i, label %B230.i.i359.i
B230.i.i359.i:                                    ; preds = %B140.i.i356.i, %B74.i.i.i
  br label %helper_7.exit.i.i
helper_7.exit.i.i: ; preds = %B230.i.i359.i, %B140.i.i356.i, %B478.i.i
  %storemerge.i.i.i = phi i64 [ 0, %B478.i.i ], [ 0, %B230.i.i359.i ], [ %.15.i26.i.i.i, %B140.i.i356.i ]
  %.198.i.i = icmp eq i64 %storemerge.i.i.i, 0
  br i1 %.198.i.i, label %B2008.i, label %B570.i.i
B570.i.i:                                         ; preds = %helper_7.exit.i.i
  %.202.i.i = add i64 %storemerge.i.i.i, 64
  %.203.i.i = inttoptr i64 %.202.i.i to ptr
  %.204.i.i = load i32, ptr %.203.i.i, align 4
  %24 = and i32 %.204.i.i, 1
  %.209.i.i = icmp eq i32 %24, 0
  br i1 %.209.i.i, label %B2008.i, label %B660.i.i
B660.i.i:                                         ; preds = %B570.i.i, %B440.i.i
  br i1 %.611.i, label %B1278.i.i, label %B674.i.i
B674.i.i:                                         ; preds = %B660.i.i
  %.10.i134.i.i = load i64, ptr %.9.i544.i.i.i, align 8
  %.11.i135.i.i = add nsw i64 %.10.i134.i.i, %run.2.0.i
  %.14.i136.i.i = inttoptr i64 %.11.i135.i.i to ptr
  %.15.i137.i.i = load i64, ptr %.14.i136.i.i, align 8
  %.265.i.i = add i64 %.15.i341.i, 56
  %.266.i.i = inttoptr i64 %.265.i.i to ptr
  %.267.i.i = load i64, ptr %.266.i.i, align 8
  %.270.i.i = add i64 %.15.i341.i, 48
  %.271.i.i = inttoptr i64 %.270.i.i to ptr
  %.272.i.i = load i64, ptr %.271.i.i, align 8
  %25 = shl i64 %.272.i.i, 5
  %26 = shl i64 %.267.i.i, 3
  %.275.i.i = add i64 %26, %.5.i.i
  %.277.i.i = add i64 %.275.i.i, %25
  %.283.i.i = add i64 %.15.i341.i, 152
  %.284.i.i = inttoptr i64 %.283.i.i to ptr
  %.285.i.i = load i64, ptr %.284.i.i, align 8
  %.365164.i.i = icmp sgt i64 %.285.i.i, 0
  br i1 %.365164.i.i, label %B932.lr.ph.i.i, label %B1142.i.i
B932.lr.ph.i.i:                                   ; preds = %B674.i.i
  %.312.1167.i.i = add nsw i64 %.285.i.i, -1
  %.419.i.i = add i64 %.277.i.i, 8
  br label %B932.i.i
B932.i.i:                                         ; preds = %B1140.i.i, %B932.lr.ph.i.i
  %.312.1170.i.i = phi i64 [ %.312.1167.i.i, %B932.lr.ph.i.i ], [ %.312.1.i.i, %B1140.i.i ]
  %.309.1169.i.i = phi i64 [ 1, %B932.lr.ph.i.i ], [ %.309.1.i.i, %B1140.i.i ]
  %.309.0168.i.i = phi i64 [ 0, %B932.lr.ph.i.i ], [ %.309.1169.i.i, %B1140.i.i ]
  %27 = shl i64 %.309.0168.i.i, 4
  %.406.i.i = add i64 %27, %.277.i.i
  %.407.i.i = inttoptr i64 %.406.i.i to ptr
  %.408.i.i = load i64, ptr %.407.i.i, align 8
  %.410.i.i = tail call i64 @PyList_GetItem(i64 %.15.i137.i.i, i64 %.408.i.i)
  %.411.i.i = tail call i64 @PyTuple_GetItem(i64 %.410.i.i, i64 2)
  %.412.i.i = tail call double @PyFloat_AsDouble(i64 %.411.i.i)
  %.420.i.i = add i64 %.419.i.i, %27
  %.421.i.i = inttoptr i64 %.420.i.i to ptr
  %.422.i.i = load double, ptr %.421.i.i, align 8
  %.428.i.i = fcmp une double %.412.i.i, %.422.i.i
  br i1 %.428.i.i, label %B1110.i.i, label %B1140.i.i
B1110.i.i:                                        ; preds = %B932.i.i
  %.432.i.i = fcmp ord double %.412.i.i, 0.000000e+00
  %.438.i.i = fcmp ord double %.422.i.i, 0.000000e+00
  %or.cond.i.i = or i1 %.432.i.i, %.438.i.i
  br i1 %or.cond.i.i, label %B2008.i, label %B1140.i.i
B1140.i.i:                                        ; preds = %B1110.i.i, %B932.i.i
  %.365.i.i = icmp sgt i64 %.312.1170.i.i, 0
  %.378.i361.i = zext i1 %.365.i.i to i64
  %.309.1.i.i = add i64 %.309.1169.i.i, %.378.i361.i
  %.374.i.i = sext i1 %.365.i.i to i64
  %.312.1.i.i = add nsw i64 %.312.1170.i.i, %.374.i.i
  br i1 %.365.i.i, label %B932.i.i, label %B1142.i.i
B1142.i.i:                                        ; preds = %B1140.i.i, %B674.i.i
  %.10.i140.i.i = load i64, ptr %.9.i139.i.i, align 8
  %.11.i141.i.i = add nsw i64 %.10.i140.i.i, %run.2.0.i
  %.14.i142.i.i = inttoptr i64 %.11.i141.i.i to ptr
  %.15.i143.i.i = load i64, ptr %.14.i142.i.i, align 8
  %.503.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i143.i.i)
  %.506.i.i = add i64 %.15.i341.i, 144
  %.507.i.i = inttoptr i64 %.506.i.i to ptr
  %.508.i.i = load i64, ptr %.507.i.i, align 8
  %.511.i.i = icmp sgt i64 %.503.i.i, %.508.i.i
  br label %helper_15.exit.i
B1278.i.i:                                        ; preds = %B660.i.i
  %.519.i.i = add i64 %.15.i341.i, 112
  %.520.i.i = inttoptr i64 %.519.i.i to ptr
  %.521.i.i = load i64, ptr %.520.i.i, align 8
  %.528.i.i = icmp eq i64 %.521.i.i, 0
  br i1 %.528.i.i, label %B1342.i.i, label %B1386.i.i
B1342.i.i:                                        ; preds = %B1278.i.i
  %.533.i.i = and i64 %.40.i.i, 8
  %.536.not.i.i = icmp eq i64 %.533.i.i, 0
  br i1 %.536.not.i.i, label %B1478.i.i, label %B2008.i
B1386.i.i:                                        ; preds = %B1278.i.i
  %.10.i146.i.i = load i64, ptr %.9.i145.i.i, align 8
  %.11.i147.i.i = add nsw i64 %.10.i146.i.i, %.521.i.i
  %.14.i148.i.i = inttoptr i64 %.11.i147.i.i to ptr
  %.15.i149.i.i = load i64, ptr %.14.i148.i.i, align 8
  %.577.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i149.i.i)
  %.578.i.i = icmp slt i64 %.577.i.i, 2
  br i1 %.578.i.i, label %B2008.i, label %B1478.i.i
B1478.i.i:                                        ; preds = %B1386.i.i, %B1342.i.i
  %.10.i152.i.i = load i64, ptr %.9.i151.i.i, align 8
  %.11.i153.i.i = add nsw i64 %.10.i152.i.i, %.45.i
  %.14.i154.i.i = inttoptr i64 %.11.i153.i.i to ptr
  %.15.i155.i.i = load i64, ptr %.14.i154.i.i, align 8
  %.6.i.i362.i = add i64 %.15.i155.i.i, 16
  %.7.i156.i.i = inttoptr i64 %.6.i.i362.i to ptr
  %.8.i157.i.i = load i64, ptr %.7.i156.i.i, align 8
  %.10.i160.i.i = load i64, ptr %.9.i159.i.i, align 8
  %.11.i161.i.i = add nsw i64 %.10.i160.i.i, %.45.i
  %.14.i162.i.i = inttoptr i64 %.11.i161.i.i to ptr
  %.15.i163.i.i = load i64, ptr %.14.i162.i.i, align 8
  %.670.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i163.i.i)
  %.671.i.i = icmp slt i64 %.8.i157.i.i, %.670.i.i
  br label %helper_15.exit.i
helper_15.exit.i: ; preds = %B1478.i.i, %B1142.i.i
  %.1092.0.shrunk.i = phi i1 [ %.671.i.i, %B1478.i.i ], [ %.511.i.i, %B1142.i.i ]
  br i1 %.1092.0.shrunk.i, label %B1898.i, label %B2008.i
B1898.i:                                          ; preds = %helper_15.exit.i
  %.1137.i = tail call ptr @Py_IncRef(i64 %.967.i)
  store i64 0, ptr %.1146.i, align 8
  call fastcc void @helper_16(ptr %.1146.i, i64 %arg.c, i64 %.45.i, i64 %run.2.0.i, i64 %storemerge.i.i, i64 %.5.i.i, i64 %.1057.0.i, i32 %.1047.i)
  %.1160.i = load i64, ptr %.1146.i, align 8
  %.1185.i = tail call ptr @Py_DecRef(i64 %.967.i)
  br label %helper_3.exit
B2008.i:                                          ; preds = %B1110.i.i, %helper_15.exit.i, %B1386.i.i, %B1342.i.i, %B570.i.i, %helper_7.exit.i.i, %B326.i.i, %B1862.i
  %.8945.not.i.i = icmp eq i64 %.1057.0.i, 0
  br i1 %.8945.not.i.i, label %B2040.i, label %B36.lr.ph.i.i
B36.lr.ph.i.i:                                    ; preds = %B2008.i
  %.34.148.i.i = add nsw i64 %.1057.0.i, -1
  br label %B36.i.i
B36.i.i:                                          ; preds = %B267.i.i, %B36.lr.ph.i.i
  %.34.151.i.i = phi i64 [ %.34.148.i.i, %B36.lr.ph.i.i ], [ %.34.1.i.i, %B267.i.i ]
  %.31.150.i.i = phi i64 [ 1, %B36.lr.ph.i.i ], [ %.31.1.i.i, %B267.i.i ]
  %.31.049.i.i = phi i64 [ 0, %B36.lr.ph.i.i ], [ %.31.150.i.i, %B267.i.i ]
  %28 = shl i64 %.31.049.i.i, 5
  %.132.i.i98 = add i64 %28, %.131.i582.i.i
  %.133.i.i99 = inttoptr i64 %.132.i.i98 to ptr
  %.134.i.i100 = load i64, ptr %.133.i.i99, align 8
  %.150.not.i.i = icmp eq i64 %.134.i.i100, 0
  br i1 %.150.not.i.i, label %B222.i364.i, label %B267.i.i.sink.split
B222.i364.i:                                      ; preds = %B36.i.i
  %.140.i.i101 = add i64 %28, %.139.i583.i.i
  %.141.i.i102 = inttoptr i64 %.140.i.i101 to ptr
  %.142.i.i = load i64, ptr %.141.i.i102, align 8
  %.162.not.i.i = icmp eq i64 %.142.i.i, 0
  br i1 %.162.not.i.i, label %B267.i.i, label %B267.i.i.sink.split
B267.i.i.sink.split:                              ; preds = %B222.i364.i, %B36.i.i
  %.142.i.i.sink = phi i64 [ %.134.i.i100, %B36.i.i ], [ %.142.i.i, %B222.i364.i ]
  %.165.i.i = tail call ptr @Py_DecRef(i64 %.142.i.i.sink)
  br label %B267.i.i
B267.i.i:                                         ; preds = %B267.i.i.sink.split, %B222.i364.i
  %.89.i.i = icmp sgt i64 %.34.151.i.i, 0
  %.102.i.i = zext i1 %.89.i.i to i64
  %.31.1.i.i = add i64 %.31.150.i.i, %.102.i.i
  %.98.i.i = sext i1 %.89.i.i to i64
  %.34.1.i.i = add nsw i64 %.34.151.i.i, %.98.i.i
  br i1 %.89.i.i, label %B36.i.i, label %B2040.i
B2040.i:                                          ; preds = %B267.i.i, %B2008.i, %helper_5.exit.i
  %.1228.not.i = icmp eq i32 %.1047.i, 0
  br i1 %.1228.not.i, label %B2080.i, label %B2052.i
B2052.i:                                          ; preds = %B2040.i
  %.1232.i = tail call i32 @PyGC_Enable()
  br label %B2080.i
B2080.i:                                          ; preds = %B2052.i, %B2040.i
  br i1 %.1085.i, label %helper_3.exit, label %B2115.i
B2115.i:                                          ; preds = %B2080.i, %B1722.i96, %B1548.i
  %.928.i = icmp sgt i64 %.874.1387.i, 0
  %.941.i = zext i1 %.928.i to i64
  %.871.1.i = add i64 %.871.1386.i, %.941.i
  %.937.i = sext i1 %.928.i to i64
  %.874.1.i = add nsw i64 %.874.1387.i, %.937.i
  br i1 %.928.i, label %B1548.i, label %helper_3.exit
helper_3.exit: ; preds = %B2115.i, %B2080.i, %B1362.i, %B1286.i, %B1098.i, %B1220.i, %helper_4.exit.i, %B516.i, %B630.i, %B306.i, %B392.i, %B410, %B1898.i
  %.182.0 = phi i64 [ %.1160.i, %B1898.i ], [ -1, %B410 ], [ -1, %B392.i ], [ -1, %B306.i ], [ -1, %B630.i ], [ -1, %B516.i ], [ -1, %helper_4.exit.i ], [ -1, %B1220.i ], [ -1, %B1098.i ], [ -1, %B1286.i ], [ -1, %B1362.i ], [ -1, %B2080.i ], [ -1, %B2115.i ]
  %.216 = icmp eq i64 %.182.0, -1
  br i1 %.216, label %B468, label %B644
B468:                                             ; preds = %helper_3.exit
  %.224 = and i64 %.37, 64
  %.227.not = icmp eq i64 %.224, 0
  br i1 %.227.not, label %B644, label %B506
B506:                                             ; preds = %B468
  %.232 = add i64 %arg.c, 704
  %.233 = inttoptr i64 %.232 to ptr
  %.234 = load i64, ptr %.233, align 8
  %.238 = add i64 %arg.c, 712
  %.239 = inttoptr i64 %.238 to ptr
  %.240 = load i64, ptr %.239, align 8
  %.8.i.i106 = add i64 %arg.c, 256
  %.9.i.i107 = inttoptr i64 %.8.i.i106 to ptr
  %.10.i.i108 = load i64, ptr %.9.i.i107, align 8
  %.11.i.i109 = add nsw i64 %.10.i.i108, %.234
  %.14.i.i110 = inttoptr i64 %.11.i.i109 to ptr
  %.15.i.i111 = load i64, ptr %.14.i.i110, align 8
  %.45.i112 = tail call i64 @PyThreadState_GetDict()
  %.9.i160.i = load i64, ptr %.8.i.i85, align 8
  %.72.i = tail call i64 @PyDict_GetItem(i64 %.45.i112, i64 %.9.i160.i)
  %.80.i = icmp eq i64 %.72.i, 0
  %.83.i = icmp eq i64 %.15.i.i111, 0
  %or.cond.i114 = select i1 %.80.i, i1 true, i1 %.83.i
  br i1 %or.cond.i114, label %B644, label %B186.i
B186.i:                                           ; preds = %B506
  %.6.i.i115 = add i64 %.234, 8
  %.7.i161.i = inttoptr i64 %.6.i.i115 to ptr
  %.8.i162.i = load i64, ptr %.7.i161.i, align 8
  %.8.i164.i = inttoptr i64 %arg.c to ptr
  %.9.i165.i = load i64, ptr %.8.i164.i, align 8
  %.137.not.i = icmp eq i64 %.8.i162.i, %.9.i165.i
  br i1 %.137.not.i, label %B286.i, label %B644
B286.i:                                           ; preds = %B186.i
  %.6.i166.i = add i64 %.240, 8
  %.7.i167.i = inttoptr i64 %.6.i166.i to ptr
  %.8.i168.i = load i64, ptr %.7.i167.i, align 8
  %.205.i = icmp eq i64 %.8.i168.i, %.9.i165.i
  br i1 %.205.i, label %B372.i, label %B590.i
B372.i:                                           ; preds = %B286.i
  %.10.i174.i = load i64, ptr %.9.i.i107, align 8
  %.11.i175.i = add nsw i64 %.10.i174.i, %.240
  %.14.i176.i = inttoptr i64 %.11.i175.i to ptr
  %.15.i177.i = load i64, ptr %.14.i176.i, align 8
  %.238.i = icmp eq i64 %.15.i177.i, 0
  br i1 %.238.i, label %B644, label %B452.i
B452.i:                                           ; preds = %B372.i
  %.8.i178.i = add i64 %arg.c, 336
  %.9.i179.i = inttoptr i64 %.8.i178.i to ptr
  %.10.i180.i = load i64, ptr %.9.i179.i, align 8
  %.11.i181.i = add nsw i64 %.10.i180.i, %.15.i.i111
  %.14.i182.i = inttoptr i64 %.11.i181.i to ptr
  %.15.i183.i = load i64, ptr %.14.i182.i, align 8
  %.286.i = tail call i64 @PyDict_GetItem(i64 %.15.i183.i, i64 %.15.i177.i)
  %.8.i184.i = add i64 %arg.c, 264
  %.9.i185.i = inttoptr i64 %.8.i184.i to ptr
  %.10.i186.i = load i64, ptr %.9.i185.i, align 8
  %.11.i187.i = add nsw i64 %.10.i186.i, %.240
  %.14.i188.i = inttoptr i64 %.11.i187.i to ptr
  %.15.i189.i = load i64, ptr %.14.i188.i, align 8
  br label %B914.i
B590.i:                                           ; preds = %B286.i
  %.7.i193.i = add i64 %arg.c, 32
  %.8.i194.i = inttoptr i64 %.7.i193.i to ptr
  %.9.i195.i = load i64, ptr %.8.i194.i, align 8
  %.377.i = icmp eq i64 %.8.i168.i, %.9.i195.i
  br i1 %.377.i, label %B762.i, label %B676.i
B676.i:                                           ; preds = %B590.i
  %.7.i199.i = add i64 %arg.c, 40
  %.8.i200.i = inttoptr i64 %.7.i199.i to ptr
  %.9.i201.i = load i64, ptr %.8.i200.i, align 8
  %.431.i = icmp eq i64 %.8.i168.i, %.9.i201.i
  br i1 %.431.i, label %B762.i, label %B644
B762.i:                                           ; preds = %B676.i, %B590.i
  %.8.i202.i = add i64 %arg.c, 352
  %.9.i203.i = inttoptr i64 %.8.i202.i to ptr
  %.10.i204.i = load i64, ptr %.9.i203.i, align 8
  %.11.i205.i = add nsw i64 %.10.i204.i, %.15.i.i111
  %.14.i206.i = inttoptr i64 %.11.i205.i to ptr
  %.15.i207.i = load i64, ptr %.14.i206.i, align 8
  %.8.i208.i = add i64 %arg.c, 344
  %.9.i209.i = inttoptr i64 %.8.i208.i to ptr
  %.10.i210.i = load i64, ptr %.9.i209.i, align 8
  %.11.i211.i = add nsw i64 %.10.i210.i, %.15.i.i111
  %.14.i212.i = inttoptr i64 %.11.i211.i to ptr
  %.15.i213.i = load i64, ptr %.14.i212.i, align 8
  %.490.i116 = tail call i64 @PyDict_GetItem(i64 %.15.i213.i, i64 %.240)
  br label %B914.i
B914.i:                                           ; preds = %B762.i, %B452.i
  %operand.2.0.i = phi i64 [ %.15.i189.i, %B452.i ], [ %.490.i116, %B762.i ]
  %out.2.0.i = phi i64 [ %.286.i, %B452.i ], [ %.15.i207.i, %B762.i ]
  %.513.i = icmp eq i64 %out.2.0.i, 0
  %.516.i = icmp eq i64 %operand.2.0.i, 0
  %or.cond1.i = select i1 %.513.i, i1 true, i1 %.516.i
  br i1 %or.cond1.i, label %B644, label %B938.i
B938.i:                                           ; preds = %B914.i
  %.7.i214.i = add i64 %arg.c, 104
  %.8.i215.i = inttoptr i64 %.7.i214.i to ptr
  %.9.i216.i = load i64, ptr %.8.i215.i, align 8
  %.545.i = icmp eq i64 %out.2.0.i, %.9.i216.i
  br i1 %.545.i, label %B644, label %B1012.i
B1012.i:                                          ; preds = %B938.i
  %.7.i.i.i117 = add i64 %arg.c, 136
  %.8.i.i.i118 = inttoptr i64 %.7.i.i.i117 to ptr
  %.9.i.i.i119 = load i64, ptr %.8.i.i.i118, align 8
  %.37.i.i120 = add i64 %arg.c, 680
  %.38.i.i121 = tail call i32 @PyContextVar_Get(i64 %.9.i.i.i119, i64 0, i64 %.37.i.i120)
  %.40.not.i.i122 = icmp eq i32 %.38.i.i121, 0
  br i1 %.40.not.i.i122, label %B158.i.i135, label %B126.i.i123
B126.i.i123:                                      ; preds = %B1012.i
  %.44.i.i124 = tail call ptr @PyErr_Clear()
  br label %helper_4.exit.i125
B158.i.i135:                                      ; preds = %B1012.i
  %.50.i.i136 = inttoptr i64 %.37.i.i120 to ptr
  %.51.i.i137 = load i64, ptr %.50.i.i136, align 8
  %.58.not.i.i138 = icmp eq i64 %.51.i.i137, 0
  br i1 %.58.not.i.i138, label %helper_4.exit.i125, label %B222.i.i139
B222.i.i139:                                      ; preds = %B158.i.i135
  %.61.i.i140 = tail call ptr @Py_DecRef(i64 %.51.i.i137)
  br label %helper_4.exit.i125
helper_4.exit.i125: ; preds = %B222.i.i139, %B158.i.i135, %B126.i.i123
  %storemerge.i.i126 = phi i64 [ 0, %B126.i.i123 ], [ %.51.i.i137, %B222.i.i139 ], [ %.51.i.i137, %B158.i.i135 ]
  %.591.i127 = icmp eq i64 %storemerge.i.i126, 0
  br i1 %.591.i127, label %B644, label %B1068.i
B1068.i:                                          ; preds = %helper_4.exit.i125
  %.8.i217.i = add i64 %arg.c, 328
  %.9.i218.i = inttoptr i64 %.8.i217.i to ptr
  %.10.i219.i = load i64, ptr %.9.i218.i, align 8
  %.11.i220.i = add nsw i64 %.10.i219.i, %out.2.0.i
  %.14.i221.i = inttoptr i64 %.11.i220.i to ptr
  %.15.i222.i = load i64, ptr %.14.i221.i, align 8
  %.637.not.i = icmp eq i64 %.15.i222.i, %storemerge.i.i126
  br i1 %.637.not.i, label %B1130.i, label %B644
B1130.i:                                          ; preds = %B1068.i
  %.8.i223.i = add i64 %arg.c, 320
  %.9.i224.i = inttoptr i64 %.8.i223.i to ptr
  %.10.i225.i = load i64, ptr %.9.i224.i, align 8
  %.11.i226.i = add nsw i64 %.10.i225.i, %out.2.0.i
  %.14.i227.i = inttoptr i64 %.11.i226.i to ptr
  %.15.i228.i = load i64, ptr %.14.i227.i, align 8
  %.668.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i228.i)
  %.8.i229.i = add i64 %arg.c, 616
  %.9.i230.i = inttoptr i64 %.8.i229.i to ptr
  %.10.i231.i = load i64, ptr %.9.i230.i, align 8
  %.11.i232.i = add nsw i64 %.10.i231.i, %.72.i
  %.14.i233.i = inttoptr i64 %.11.i232.i to ptr
  %.15.i234.i = load i64, ptr %.14.i233.i, align 8
  %.698.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i234.i)
  %.699.not.i = icmp eq i64 %.668.i, %.698.i
  br i1 %.699.not.i, label %B1308.i, label %B644
B1308.i:                                          ; preds = %B1130.i
  %.8.i235.i = add i64 %arg.c, 312
  %.9.i236.i = inttoptr i64 %.8.i235.i to ptr
  %.10.i237.i = load i64, ptr %.9.i236.i, align 8
  %.11.i238.i = add nsw i64 %.10.i237.i, %out.2.0.i
  %.14.i239.i = inttoptr i64 %.11.i238.i to ptr
  %.15.i240.i = load i64, ptr %.14.i239.i, align 8
  %.6.i241.i = add i64 %.15.i240.i, 8
  %.7.i242.i = inttoptr i64 %.6.i241.i to ptr
  %.8.i243.i = load i64, ptr %.7.i242.i, align 8
  %.7.i244.i = add i64 %arg.c, 64
  %.8.i245.i = inttoptr i64 %.7.i244.i to ptr
  %.9.i246.i = load i64, ptr %.8.i245.i, align 8
  %.797.not.i128 = icmp eq i64 %.8.i243.i, %.9.i246.i
  br i1 %.797.not.i128, label %B1462.i, label %B644
B1462.i:                                          ; preds = %B1308.i
  %.813.i = tail call i32 @PyGC_Disable()
  %.9.i249.i = load i64, ptr %.8.i164.i, align 8
  %.840.i = tail call i64 @PyType_GenericAlloc(i64 %.9.i249.i, i64 0)
  %.841.i = tail call i64 @PyTuple_New(i64 4)
  %.6.i250.i = add i64 %.15.i240.i, 16
  %.7.i251.i = inttoptr i64 %.6.i250.i to ptr
  %.8.i252.i = load i64, ptr %.7.i251.i, align 8
  %.872.i = ashr i64 %code.2.0, 1
  %.875.i = tail call i64 @PyLong_FromLongLong(i64 %.872.i)
  %.876.i = tail call i32 @PyTuple_SetItem(i64 %.841.i, i64 0, i64 %.875.i)
  %.8.i253.i = add i64 %arg.c, 360
  %.9.i254.i = inttoptr i64 %.8.i253.i to ptr
  %.10.i255.i = load i64, ptr %.9.i254.i, align 8
  %.11.i256.i = add nsw i64 %.10.i255.i, %out.2.0.i
  %.14.i257.i = inttoptr i64 %.11.i256.i to ptr
  %.15.i258.i = load i64, ptr %.14.i257.i, align 8
  %.8.i259.i = add i64 %arg.c, 264
  %.9.i260.i = inttoptr i64 %.8.i259.i to ptr
  %.10.i261.i = load i64, ptr %.9.i260.i, align 8
  %.11.i262.i = add nsw i64 %.10.i261.i, %.234
  %.14.i263.i = inttoptr i64 %.11.i262.i to ptr
  %.15.i264.i = load i64, ptr %.14.i263.i, align 8
  %.933.i = tail call ptr @Py_IncRef(i64 %.15.i258.i)
  %.934.i = tail call i32 @PyTuple_SetItem(i64 %.841.i, i64 1, i64 %.15.i258.i)
  %.935.i = tail call ptr @Py_IncRef(i64 %.15.i264.i)
  %.936.i = tail call i32 @PyTuple_SetItem(i64 %.841.i, i64 2, i64 %.15.i264.i)
  %.938.i = tail call ptr @Py_IncRef(i64 %operand.2.0.i)
  %.940.i = tail call i32 @PyTuple_SetItem(i64 %.841.i, i64 3, i64 %operand.2.0.i)
  %.944.i = tail call i32 @PyList_Append(i64 %.15.i240.i, i64 %.841.i)
  %.8.i265.i = tail call ptr @Py_IncRef(i64 %out.2.0.i)
  %.11.i.i.i129 = load i64, ptr %.9.i.i107, align 8
  %.12.i.i.i = add nsw i64 %.11.i.i.i129, %.840.i
  %.15.i.i.i130 = inttoptr i64 %.12.i.i.i to ptr
  %.16.i.i.i = load i64, ptr %.15.i.i.i130, align 8
  store i64 %out.2.0.i, ptr %.15.i.i.i130, align 8
  %.25.not.i.i.i = icmp eq i64 %.16.i.i.i, 0
  br i1 %.25.not.i.i.i, label %helper_17.exit.i, label %B120.i.i.i
B120.i.i.i:                                       ; preds = %B1462.i
  %.28.i.i.i = tail call ptr @Py_DecRef(i64 %.16.i.i.i)
  br label %helper_17.exit.i
helper_17.exit.i: ; preds = %B120.i.i.i, %B1462.i
  %.976.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i252.i)
  %.11.i269.i = load i64, ptr %.9.i260.i, align 8
  %.12.i.i = add nsw i64 %.11.i269.i, %.840.i
  %.15.i270.i = inttoptr i64 %.12.i.i to ptr
  %.16.i.i131 = load i64, ptr %.15.i270.i, align 8
  store i64 %.976.i, ptr %.15.i270.i, align 8
  %.25.not.i.i = icmp eq i64 %.16.i.i131, 0
  br i1 %.25.not.i.i, label %helper_18.exit.i, label %B120.i.i
B120.i.i:                                         ; preds = %helper_17.exit.i
  %.28.i.i = tail call ptr @Py_DecRef(i64 %.16.i.i131)
  br label %helper_18.exit.i
helper_18.exit.i: ; preds = %B120.i.i, %helper_17.exit.i
  %.9.i271.i = add i64 %arg.c, 272
  %.10.i272.i = inttoptr i64 %.9.i271.i to ptr
  %.11.i273.i = load i64, ptr %.10.i272.i, align 8
  %.12.i274.i = add nsw i64 %.11.i273.i, %.840.i
  %.15.i275.i = inttoptr i64 %.12.i274.i to ptr
  %.16.i276.i = load i64, ptr %.15.i275.i, align 8
  store i64 %.841.i, ptr %.15.i275.i, align 8
  %.25.not.i277.i = icmp eq i64 %.16.i276.i, 0
  br i1 %.25.not.i277.i, label %helper_18.exit280.i, label %B120.i278.i
B120.i278.i:                                      ; preds = %helper_18.exit.i
  %.28.i279.i = tail call ptr @Py_DecRef(i64 %.16.i276.i)
  br label %helper_18.exit280.i
helper_18.exit280.i: ; preds = %B120.i278.i, %helper_18.exit.i
  %.8.i281.i132 = add i64 %arg.c, 296
  %.9.i282.i = inttoptr i64 %.8.i281.i132 to ptr
  %.10.i283.i = load i64, ptr %.9.i282.i, align 8
  %.11.i284.i = add nsw i64 %.10.i283.i, %out.2.0.i
  %.14.i285.i = inttoptr i64 %.11.i284.i to ptr
  %.15.i286.i = load i64, ptr %.14.i285.i, align 8
  %.1059.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i286.i)
  %.1060.not.i = icmp slt i64 %.8.i252.i, %.1059.i
  %.1065.not.i = icmp eq i32 %.813.i, 0
  br i1 %.1065.not.i, label %B2350.i, label %B2322.i
B2322.i:                                          ; preds = %helper_18.exit280.i
  %.1067.i = tail call i32 @PyGC_Enable()
  br label %B2350.i
B2350.i:                                          ; preds = %B2322.i, %helper_18.exit280.i
  br i1 %.1060.not.i, label %B644, label %B2354.i
B2354.i:                                          ; preds = %B2350.i
  %.7.i.i287.i = add i64 %arg.c, 192
  %.8.i.i288.i = inttoptr i64 %.7.i.i287.i to ptr
  %.9.i.i289.i = load i64, ptr %.8.i.i288.i, align 8
  %.35.i.i = tail call i64 @PyObject_Vectorcall(i64 %.9.i.i289.i, i64 0, i64 0, i64 0)
  %.40.i.i133 = icmp eq i64 %.35.i.i, 0
  %.840.i..35.i.i = select i1 %.40.i.i133, i64 %.840.i, i64 %.35.i.i
  %..840.i = select i1 %.40.i.i133, i64 0, i64 %.840.i
  %.51.i290.i = tail call ptr @Py_DecRef(i64 %.840.i..35.i.i)
  br label %B644
B644:                                             ; preds = %B2354.i, %B186.i, %B506, %B372.i, %B676.i, %B938.i, %B914.i, %helper_4.exit.i125, %B1130.i, %B1068.i, %B1308.i, %B2350.i, %helper_3.exit, %B468
  %t.2.1 = phi i64 [ -1, %B468 ], [ %.182.0, %helper_3.exit ], [ -1, %B186.i ], [ -1, %B506 ], [ -1, %B372.i ], [ -1, %B676.i ], [ -1, %B938.i ], [ -1, %B914.i ], [ -1, %helper_4.exit.i125 ], [ -1, %B1130.i ], [ -1, %B1068.i ], [ -1, %B1308.i ], [ %.840.i, %B2350.i ], [ %..840.i, %B2354.i ]
  %.279.not = icmp eq i64 %t.2.1, -1
  br i1 %.279.not, label %B670, label %common.ret
common.ret:                                       ; preds = %B756.i, %B284.i, %B644
  %storemerge = phi i64 [ %t.2.1, %B644 ], [ %.535.i, %B756.i ], [ %.232.i, %B284.i ]
  store i64 %storemerge, ptr %retptr, align 8
  ret void
B670:                                             ; preds = %B644, %B398
  %.309 = add i64 %.24, 8
  %.310 = inttoptr i64 %.309 to ptr
  %.311 = load i64, ptr %.310, align 8
  br i1 %.23.not.i, label %B48.i146, label %B16.i142
B16.i142:                                         ; preds = %B670
  %.6.i.i143 = add i64 %arg.names, 16
  %.7.i.i144 = inttoptr i64 %.6.i.i143 to ptr
  %.8.i.i145 = load i64, ptr %.7.i.i144, align 8
  br label %B48.i146
B48.i146:                                         ; preds = %B16.i142, %B670
  %"$phi48.0.2.0.i147" = phi i64 [ %.8.i.i145, %B16.i142 ], [ 0, %B670 ]
  %.68.i = add nsw i64 %"$phi48.0.2.0.i147", %arg.n
  %.70.i = icmp slt i64 %.68.i, 96
  br i1 %.70.i, label %B94.i, label %B358.i
B94.i:                                            ; preds = %B48.i146
  %.75.i156 = add i64 %arg.c, 704
  %.76.i157 = inttoptr i64 %.75.i156 to ptr
  store i64 %arg.x, ptr %.76.i157, align 8
  %.164156.not.i = icmp slt i64 %.68.i, 1
  br i1 %.164156.not.i, label %B284.i, label %B186.lr.ph.i
B186.lr.ph.i:                                     ; preds = %B94.i
  %.210.i = add i64 %arg.c, 712
  br label %B186.i158
B186.i158:                                        ; preds = %B186.i158, %B186.lr.ph.i
  %.108.0157.i = phi i64 [ 0, %B186.lr.ph.i ], [ %.177.i, %B186.i158 ]
  %29 = shl i64 %.108.0157.i, 3
  %.177.i = add nuw nsw i64 %.108.0157.i, 1
  %.206.i = add i64 %29, %arg.args
  %.207.i = inttoptr i64 %.206.i to ptr
  %.208.i = load i64, ptr %.207.i, align 8
  %.211.i = add i64 %.210.i, %29
  %.212.i = inttoptr i64 %.211.i to ptr
  store i64 %.208.i, ptr %.212.i, align 8
  %exitcond160.not.i = icmp eq i64 %.177.i, %.68.i
  br i1 %exitcond160.not.i, label %B284.i, label %B186.i158
B284.i:                                           ; preds = %B186.i158, %B94.i
  %.227.i159 = add nsw i64 %arg.n, 1
  %.232.i = tail call i64 @PyObject_Vectorcall(i64 %.311, i64 %.75.i156, i64 %.227.i159, i64 %arg.names)
  br label %common.ret
B358.i:                                           ; preds = %B48.i146
  %.242.i = add nsw i64 %arg.n, 1
  %.243.i = tail call i64 @PyTuple_New(i64 %.242.i)
  %.244.i = tail call i64 @PyDict_New()
  %.252.i = tail call ptr @Py_IncRef(i64 %arg.x)
  %.255.i = tail call i32 @PyTuple_SetItem(i64 %.243.i, i64 0, i64 %arg.x)
  %.338150.not.i = icmp slt i64 %arg.n, 1
  br i1 %.338150.not.i, label %B624.i, label %B518.i
B518.i:                                           ; preds = %B358.i, %B518.i
  %.282.0151.i = phi i64 [ %.351.i, %B518.i ], [ 0, %B358.i ]
  %.351.i = add nuw nsw i64 %.282.0151.i, 1
  %.377.i148 = shl i64 %.282.0151.i, 3
  %.378.i149 = add i64 %.377.i148, %arg.args
  %.379.i150 = inttoptr i64 %.378.i149 to ptr
  %.380.i151 = load i64, ptr %.379.i150, align 8
  %.381.i = tail call ptr @Py_IncRef(i64 %.380.i151)
  %.384.i = tail call i32 @PyTuple_SetItem(i64 %.243.i, i64 %.351.i, i64 %.380.i151)
  %exitcond.not.i152 = icmp eq i64 %arg.n, %.351.i
  br i1 %exitcond.not.i152, label %B624.i, label %B518.i
B624.i:                                           ; preds = %B518.i, %B358.i
  %.472153.not.i = icmp slt i64 %"$phi48.0.2.0.i147", 1
  br i1 %.472153.not.i, label %B756.i, label %B656.i
B656.i:                                           ; preds = %B624.i, %B656.i
  %.416.0154.i = phi i64 [ %.485.i, %B656.i ], [ 0, %B624.i ]
  %.485.i = add nuw nsw i64 %.416.0154.i, 1
  %.511.i = tail call i64 @PyTuple_GetItem(i64 %arg.names, i64 %.416.0154.i)
  %.513.i153 = add nsw i64 %.416.0154.i, %arg.n
  %.515.i = shl i64 %.513.i153, 3
  %.516.i154 = add i64 %.515.i, %arg.args
  %.517.i = inttoptr i64 %.516.i154 to ptr
  %.518.i = load i64, ptr %.517.i, align 8
  %.520.i = tail call i32 @PyDict_SetItem(i64 %.244.i, i64 %.511.i, i64 %.518.i)
  %exitcond159.not.i = icmp eq i64 %"$phi48.0.2.0.i147", %.485.i
  br i1 %exitcond159.not.i, label %B756.i, label %B656.i
B756.i:                                           ; preds = %B656.i, %B624.i
  %.535.i = tail call i64 @PyObject_Call(i64 %.311, i64 %.243.i, i64 %.244.i)
  %.539.i155 = tail call ptr @Py_DecRef(i64 %.243.i)
  %.543.i = tail call ptr @Py_DecRef(i64 %.244.i)
  br label %common.ret
}
declare i64 @PyLong_AsLongLong(i64) local_unnamed_addr
declare i64 @PyDict_GetItem(i64, i64) local_unnamed_addr
declare i64 @PyObject_Vectorcall(i64, i64, i64, i64) local_unnamed_addr
declare i64 @PyTuple_New(i64) local_unnamed_addr
declare i64 @PyDict_New() local_unnamed_addr
declare ptr @Py_IncRef(i64) local_unnamed_addr
declare i32 @PyTuple_SetItem(i64, i64, i64) local_unnamed_addr
declare i64 @PyTuple_GetItem(i64, i64) local_unnamed_addr
declare i32 @PyDict_SetItem(i64, i64, i64) local_unnamed_addr
declare i64 @PyObject_Call(i64, i64, i64) local_unnamed_addr
declare void @Py_DecRef(ptr) local_unnamed_addr
declare i32 @PyGC_Disable() local_unnamed_addr
declare i32 @PyGC_Enable() local_unnamed_addr
declare i64 @PyThreadState_GetDict() local_unnamed_addr
declare i64 @PyType_GenericAlloc(i64, i64) local_unnamed_addr
declare ptr @PyLong_FromLongLong(i64) local_unnamed_addr
declare i32 @PyList_Append(i64, i64) local_unnamed_addr
declare void @PyErr_Clear() local_unnamed_addr
declare i32 @PyContextVar_Get(i64, i64, i64) local_unnamed_addr
declare i64 @PyList_GetItem(i64, i64) local_unnamed_addr
define internal fastcc void @helper_16(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 range(i64 1, 0) %arg.opened, i64 %arg.run, i64 range(i64 1, 0) %arg.modes, i64 %arg.plan, i64 range(i64 0, -9223372036854775808) %arg.new, i32 %arg.collecting) unnamed_addr {
entry:
  %.137.i = alloca i64, align 8
  %.85.i = alloca i64, align 8
  %.28 = add i64 %arg.plan, 32
  %.29 = inttoptr i64 %.28 to ptr
  %.30 = load i64, ptr %.29, align 8
  %.34 = icmp eq i64 %arg.run, 0
  br i1 %.34, label %B68, label %B424
B68:                                              ; preds = %entry
  store i64 0, ptr %.85.i, align 8
  %.7.i.i = add i64 %arg.c, 160
  %.8.i.i = inttoptr i64 %.7.i.i to ptr
  %.9.i.i = load i64, ptr %.8.i.i, align 8
  %.7.i12.i = add i64 %arg.c, 8
  %.8.i13.i = inttoptr i64 %.7.i12.i to ptr
  %.9.i14.i = load i64, ptr %.8.i13.i, align 8
  %.7.i15.i = add i64 %arg.c, 656
  %.8.i16.i = inttoptr i64 %.7.i15.i to ptr
  %.9.i17.i = load i64, ptr %.8.i16.i, align 8
  store i64 0, ptr %.85.i, align 8
  call fastcc void @helper_19(ptr %.85.i, i64 %arg.c, i64 %.9.i.i, i64 %.9.i14.i, i64 %.9.i17.i)
  %.99.i = load i64, ptr %.85.i, align 8
  %.7.i18.i = add i64 %arg.c, 144
  %.8.i19.i = inttoptr i64 %.7.i18.i to ptr
  %.9.i20.i = load i64, ptr %.8.i19.i, align 8
  %.135.i = tail call i64 @PyIter_Next(i64 %.9.i20.i)
  %.9.i21.i = add i64 %arg.c, 464
  %.10.i.i = inttoptr i64 %.9.i21.i to ptr
  %.11.i.i = load i64, ptr %.10.i.i, align 8
  %.12.i.i = add nsw i64 %.11.i.i, %.99.i
  %.15.i.i = inttoptr i64 %.12.i.i to ptr
  %.16.i.i = load i64, ptr %.15.i.i, align 8
  store i64 %.135.i, ptr %.15.i.i, align 8
  %.25.not.i.i = icmp eq i64 %.16.i.i, 0
  br i1 %.25.not.i.i, label %helper_18.exit.i, label %B120.i.i
B120.i.i:                                         ; preds = %B68
  %.28.i.i = tail call ptr @Py_DecRef(i64 %.16.i.i)
  br label %helper_18.exit.i
helper_18.exit.i: ; preds = %B120.i.i, %B68
  %.8.i22.i = add i64 %arg.c, 608
  %.9.i23.i = inttoptr i64 %.8.i22.i to ptr
  %.10.i24.i = load i64, ptr %.9.i23.i, align 8
  %.11.i25.i = add nsw i64 %.10.i24.i, %arg.opened
  %.14.i.i = inttoptr i64 %.11.i25.i to ptr
  %.15.i26.i = load i64, ptr %.14.i.i, align 8
  %.8.i27.i = tail call ptr @Py_IncRef(i64 %.15.i26.i)
  %.9.i.i.i = add i64 %arg.c, 472
  %.10.i.i.i = inttoptr i64 %.9.i.i.i to ptr
  %.11.i.i.i = load i64, ptr %.10.i.i.i, align 8
  %.12.i.i.i = add nsw i64 %.11.i.i.i, %.99.i
  %.15.i.i.i = inttoptr i64 %.12.i.i.i to ptr
  %.16.i.i.i = load i64, ptr %.15.i.i.i, align 8
  store i64 %.15.i26.i, ptr %.15.i.i.i, align 8
  %.25.not.i.i.i = icmp eq i64 %.16.i.i.i, 0
  br i1 %.25.not.i.i.i, label %helper_17.exit.i, label %B120.i.i.i
B120.i.i.i:                                       ; preds = %helper_18.exit.i
  %.28.i.i.i = tail call ptr @Py_DecRef(i64 %.16.i.i.i)
  br label %helper_17.exit.i
helper_17.exit.i: ; preds = %B120.i.i.i, %helper_18.exit.i
  %.8.i28.i = tail call ptr @Py_IncRef(i64 range(i64 1, 0) %arg.modes)
  %.9.i.i29.i = add i64 %arg.c, 392
  %.10.i.i30.i = inttoptr i64 %.9.i.i29.i to ptr
  %.11.i.i31.i = load i64, ptr %.10.i.i30.i, align 8
  %.12.i.i32.i = add nsw i64 %.11.i.i31.i, %.99.i
  %.15.i.i33.i = inttoptr i64 %.12.i.i32.i to ptr
  %.16.i.i34.i = load i64, ptr %.15.i.i33.i, align 8
  store i64 %arg.modes, ptr %.15.i.i33.i, align 8
  %.25.not.i.i35.i = icmp eq i64 %.16.i.i34.i, 0
  br i1 %.25.not.i.i35.i, label %helper_17.exit38.i, label %B120.i.i36.i
B120.i.i36.i:                                     ; preds = %helper_17.exit.i
  %.28.i.i37.i = tail call ptr @Py_DecRef(i64 %.16.i.i34.i)
  br label %helper_17.exit38.i
helper_17.exit38.i: ; preds = %B120.i.i36.i, %helper_17.exit.i
  %.9.i39.i = add i64 %arg.c, 600
  %.10.i40.i = inttoptr i64 %.9.i39.i to ptr
  %.11.i41.i = load i64, ptr %.10.i40.i, align 8
  %.12.i42.i = add nsw i64 %.11.i41.i, %arg.opened
  %.15.i43.i = inttoptr i64 %.12.i42.i to ptr
  %.16.i44.i = load i64, ptr %.15.i43.i, align 8
  store i64 %.99.i, ptr %.15.i43.i, align 8
  %.25.not.i45.i = icmp eq i64 %.16.i44.i, 0
  br i1 %.25.not.i45.i, label %helper_20.exit, label %B120.i46.i
B120.i46.i:                                       ; preds = %helper_17.exit38.i
  %.28.i47.i = tail call ptr @Py_DecRef(i64 %.16.i44.i)
  br label %helper_20.exit
helper_20.exit: ; preds = %helper_17.exit38.i, %B120.i46.i
  %.8.i49.i = add i64 %arg.c, 624
  %.9.i50.i = inttoptr i64 %.8.i49.i to ptr
  %.10.i51.i = load i64, ptr %.9.i50.i, align 8
  %.11.i52.i = add nsw i64 %.10.i51.i, %arg.opened
  %.14.i53.i = inttoptr i64 %.11.i52.i to ptr
  %.15.i54.i = load i64, ptr %.14.i53.i, align 8
  %.286.i = tail call i64 @PyWeakref_NewRef(i64 %.99.i, i64 0)
  %.6.i.i = tail call i32 @PyList_Append(i64 %.15.i54.i, i64 %.286.i)
  %.7.i55.i = tail call ptr @Py_DecRef(i64 %.286.i)
  %.76 = add i64 %arg.plan, 80
  %.77 = inttoptr i64 %.76 to ptr
  %.78 = load i64, ptr %.77, align 8
  %.83.not = icmp eq i64 %.78, 0
  br i1 %.83.not, label %B424, label %B166
B166:                                             ; preds = %helper_20.exit
  %.8.i = add i64 %arg.c, 568
  %.9.i = inttoptr i64 %.8.i to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = add nsw i64 %.10.i, %.78
  %.14.i = inttoptr i64 %.11.i to ptr
  %.15.i = load i64, ptr %.14.i, align 8
  %.116 = tail call i64 @PyLong_AsLongLong(i64 %.15.i)
  %.117 = add nsw i64 %.116, -1
  %.118 = tail call i64 @PyLong_FromLongLong(i64 %.117)
  %.11.i209 = load i64, ptr %.9.i, align 8
  %.12.i = add nsw i64 %.11.i209, %.78
  %.15.i210 = inttoptr i64 %.12.i to ptr
  %.16.i = load i64, ptr %.15.i210, align 8
  store i64 %.118, ptr %.15.i210, align 8
  %.25.not.i = icmp eq i64 %.16.i, 0
  br i1 %.25.not.i, label %helper_18.exit, label %B120.i
B120.i:                                           ; preds = %B166
  %.28.i = tail call ptr @Py_DecRef(i64 %.16.i)
  br label %helper_18.exit
helper_18.exit: ; preds = %B166, %B120.i
  %.146 = and i64 %.30, 8
  %.147.not = icmp eq i64 %.146, 0
  br i1 %.147.not, label %B424, label %B368
B368:                                             ; preds = %helper_18.exit
  %.8.i211 = tail call ptr @Py_IncRef(i64 %.78)
  %.9.i.i212 = add i64 %arg.c, 480
  %.10.i.i213 = inttoptr i64 %.9.i.i212 to ptr
  %.11.i.i214 = load i64, ptr %.10.i.i213, align 8
  %.12.i.i215 = add nsw i64 %.11.i.i214, %.99.i
  %.15.i.i216 = inttoptr i64 %.12.i.i215 to ptr
  %.16.i.i217 = load i64, ptr %.15.i.i216, align 8
  store i64 %.78, ptr %.15.i.i216, align 8
  %.25.not.i.i218 = icmp eq i64 %.16.i.i217, 0
  br i1 %.25.not.i.i218, label %B424, label %B120.i.i219
B120.i.i219:                                      ; preds = %B368
  %.28.i.i220 = tail call ptr @Py_DecRef(i64 %.16.i.i217)
  br label %B424
B424:                                             ; preds = %B120.i.i219, %B368, %helper_18.exit, %helper_20.exit, %entry
  %run.2.0 = phi i64 [ %.99.i, %helper_18.exit ], [ %.99.i, %helper_20.exit ], [ %arg.run, %entry ], [ %.99.i, %B368 ], [ %.99.i, %B120.i.i219 ]
  store i64 0, ptr %.137.i, align 8
  %.8.i.i223 = add i64 %arg.c, 448
  %.9.i.i224 = inttoptr i64 %.8.i.i223 to ptr
  %.10.i.i225 = load i64, ptr %.9.i.i224, align 8
  %.11.i.i226 = add nsw i64 %.10.i.i225, %run.2.0
  %.14.i.i227 = inttoptr i64 %.11.i.i226 to ptr
  %.15.i.i228 = load i64, ptr %.14.i.i227, align 8
  %.50.i = add i64 %arg.plan, 40
  %.51.i = inttoptr i64 %.50.i to ptr
  %.52.i = load i64, ptr %.51.i, align 8
  %.54.i = tail call i64 @PyDict_GetItem(i64 %.15.i.i228, i64 %.52.i)
  %.59.not.i = icmp eq i64 %.54.i, 0
  br i1 %.59.not.i, label %B154.i, label %helper_21.exit
B154.i:                                           ; preds = %B424
  %.81.i = add i64 %arg.plan, 88
  %.82.i = inttoptr i64 %.81.i to ptr
  %.83.i = load i64, ptr %.82.i, align 8
  %.7.i.i229 = add i64 %arg.c, 16
  %.8.i42.i = inttoptr i64 %.7.i.i229 to ptr
  %.9.i43.i = load i64, ptr %.8.i42.i, align 8
  %.7.i44.i = add i64 %arg.c, 664
  %.8.i45.i = inttoptr i64 %.7.i44.i to ptr
  %.9.i46.i = load i64, ptr %.8.i45.i, align 8
  store i64 0, ptr %.137.i, align 8
  call fastcc void @helper_19(ptr %.137.i, i64 %arg.c, i64 %.83.i, i64 %.9.i43.i, i64 %.9.i46.i)
  %.151.i = load i64, ptr %.137.i, align 8
  %.8.i47.i = tail call ptr @Py_IncRef(i64 %run.2.0)
  %.9.i.i.i230 = add i64 %arg.c, 288
  %.10.i.i.i231 = inttoptr i64 %.9.i.i.i230 to ptr
  %.11.i.i.i232 = load i64, ptr %.10.i.i.i231, align 8
  %.12.i.i.i233 = add nsw i64 %.11.i.i.i232, %.151.i
  %.15.i.i.i234 = inttoptr i64 %.12.i.i.i233 to ptr
  %.16.i.i.i235 = load i64, ptr %.15.i.i.i234, align 8
  store i64 %run.2.0, ptr %.15.i.i.i234, align 8
  %.25.not.i.i.i236 = icmp eq i64 %.16.i.i.i235, 0
  br i1 %.25.not.i.i.i236, label %helper_17.exit.i239, label %B120.i.i.i237
B120.i.i.i237:                                    ; preds = %B154.i
  %.28.i.i.i238 = tail call ptr @Py_DecRef(i64 %.16.i.i.i235)
  br label %helper_17.exit.i239
helper_17.exit.i239: ; preds = %B120.i.i.i237, %B154.i
  %.8.i48.i = add i64 %arg.c, 368
  %.9.i49.i = inttoptr i64 %.8.i48.i to ptr
  %.10.i50.i = load i64, ptr %.9.i49.i, align 8
  %.11.i51.i = add nsw i64 %.10.i50.i, %run.2.0
  %.14.i52.i = inttoptr i64 %.11.i51.i to ptr
  %.15.i53.i = load i64, ptr %.14.i52.i, align 8
  %.8.i54.i = tail call ptr @Py_IncRef(i64 %.15.i53.i)
  %.9.i.i55.i = add i64 %arg.c, 312
  %.10.i.i56.i = inttoptr i64 %.9.i.i55.i to ptr
  %.11.i.i57.i = load i64, ptr %.10.i.i56.i, align 8
  %.12.i.i58.i = add nsw i64 %.11.i.i57.i, %.151.i
  %.15.i.i59.i = inttoptr i64 %.12.i.i58.i to ptr
  %.16.i.i60.i = load i64, ptr %.15.i.i59.i, align 8
  store i64 %.15.i53.i, ptr %.15.i.i59.i, align 8
  %.25.not.i.i61.i = icmp eq i64 %.16.i.i60.i, 0
  br i1 %.25.not.i.i61.i, label %helper_17.exit64.i, label %B120.i.i62.i
B120.i.i62.i:                                     ; preds = %helper_17.exit.i239
  %.28.i.i63.i = tail call ptr @Py_DecRef(i64 %.16.i.i60.i)
  br label %helper_17.exit64.i
helper_17.exit64.i: ; preds = %B120.i.i62.i, %helper_17.exit.i239
  %.8.i65.i = add i64 %arg.c, 616
  %.9.i66.i = inttoptr i64 %.8.i65.i to ptr
  %.10.i67.i = load i64, ptr %.9.i66.i, align 8
  %.11.i68.i = add nsw i64 %.10.i67.i, %arg.opened
  %.14.i69.i = inttoptr i64 %.11.i68.i to ptr
  %.15.i70.i = load i64, ptr %.14.i69.i, align 8
  %.8.i71.i = tail call ptr @Py_IncRef(i64 %.15.i70.i)
  %.9.i.i72.i = add i64 %arg.c, 320
  %.10.i.i73.i = inttoptr i64 %.9.i.i72.i to ptr
  %.11.i.i74.i = load i64, ptr %.10.i.i73.i, align 8
  %.12.i.i75.i = add nsw i64 %.11.i.i74.i, %.151.i
  %.15.i.i76.i = inttoptr i64 %.12.i.i75.i to ptr
  %.16.i.i77.i = load i64, ptr %.15.i.i76.i, align 8
  store i64 %.15.i70.i, ptr %.15.i.i76.i, align 8
  %.25.not.i.i78.i = icmp eq i64 %.16.i.i77.i, 0
  br i1 %.25.not.i.i78.i, label %helper_17.exit81.i, label %B120.i.i79.i
B120.i.i79.i:                                     ; preds = %helper_17.exit64.i
  %.28.i.i80.i = tail call ptr @Py_DecRef(i64 %.16.i.i77.i)
  br label %helper_17.exit81.i
helper_17.exit81.i: ; preds = %B120.i.i79.i, %helper_17.exit64.i
  %.8.i82.i = add i64 %arg.c, 392
  %.9.i83.i = inttoptr i64 %.8.i82.i to ptr
  %.10.i84.i = load i64, ptr %.9.i83.i, align 8
  %.11.i85.i = add nsw i64 %.10.i84.i, %run.2.0
  %.14.i86.i = inttoptr i64 %.11.i85.i to ptr
  %.15.i87.i = load i64, ptr %.14.i86.i, align 8
  %.8.i88.i = tail call ptr @Py_IncRef(i64 %.15.i87.i)
  %.9.i.i89.i = add i64 %arg.c, 328
  %.10.i.i90.i = inttoptr i64 %.9.i.i89.i to ptr
  %.11.i.i91.i = load i64, ptr %.10.i.i90.i, align 8
  %.12.i.i92.i = add nsw i64 %.11.i.i91.i, %.151.i
  %.15.i.i93.i = inttoptr i64 %.12.i.i92.i to ptr
  %.16.i.i94.i = load i64, ptr %.15.i.i93.i, align 8
  store i64 %.15.i87.i, ptr %.15.i.i93.i, align 8
  %.25.not.i.i95.i = icmp eq i64 %.16.i.i94.i, 0
  br i1 %.25.not.i.i95.i, label %helper_17.exit98.i, label %B120.i.i96.i
B120.i.i96.i:                                     ; preds = %helper_17.exit81.i
  %.28.i.i97.i = tail call ptr @Py_DecRef(i64 %.16.i.i94.i)
  br label %helper_17.exit98.i
helper_17.exit98.i: ; preds = %B120.i.i96.i, %helper_17.exit81.i
  %.357.i = load i64, ptr %.51.i, align 8
  %.361.i = tail call i32 @PyDict_SetItem(i64 %.15.i.i228, i64 %.357.i, i64 %.151.i)
  %.364.i = tail call ptr @Py_DecRef(i64 %.151.i)
  br label %helper_21.exit
helper_21.exit: ; preds = %B424, %helper_17.exit98.i
  %storemerge.i = phi i64 [ %.151.i, %helper_17.exit98.i ], [ %.54.i, %B424 ]
  %.8.i240 = add i64 %arg.c, 368
  %.9.i241 = inttoptr i64 %.8.i240 to ptr
  %.10.i242 = load i64, ptr %.9.i241, align 8
  %.11.i243 = add nsw i64 %.10.i242, %run.2.0
  %.14.i244 = inttoptr i64 %.11.i243 to ptr
  %.15.i245 = load i64, ptr %.14.i244, align 8
  %.257 = add i64 %arg.plan, 24
  %.258 = inttoptr i64 %.257 to ptr
  %.259 = load i64, ptr %.258, align 8
  %.260 = shl nsw i64 %.259, 3
  %.262 = add nsw i64 %.260, %arg.plan
  %.268 = add i64 %arg.plan, 16
  %.269 = inttoptr i64 %.268 to ptr
  %.270 = load i64, ptr %.269, align 8
  %.350358 = icmp sgt i64 %.270, 0
  br i1 %.350358, label %B658.lr.ph, label %B710
B658.lr.ph:                                       ; preds = %helper_21.exit
  %.297.1360 = add nsw i64 %.270, -1
  %.6.i260.i = add i64 %.15.i245, 16
  %.7.i261.i = inttoptr i64 %.6.i260.i to ptr
  %.8.i278.i = add i64 %arg.c, 416
  %.9.i279.i = inttoptr i64 %.8.i278.i to ptr
  %.8.i284.i = add i64 %arg.c, 424
  %.9.i285.i = inttoptr i64 %.8.i284.i to ptr
  %.6.i257.i = add i64 %.15.i245, 16
  %.7.i258.i = inttoptr i64 %.6.i257.i to ptr
  %.8.i259.i = add i64 %arg.c, 400
  %.9.i.i253 = inttoptr i64 %.8.i259.i to ptr
  %.422.i = add i64 %arg.c, 1472
  %.6.i294.i = add i64 %.15.i245, 16
  %.7.i295.i = inttoptr i64 %.6.i294.i to ptr
  %.8.i333.i = add i64 %arg.c, 416
  %.9.i334.i = inttoptr i64 %.8.i333.i to ptr
  %.8.i339.i = add i64 %arg.c, 424
  %.9.i340.i = inttoptr i64 %.8.i339.i to ptr
  %.7.i300.i = add i64 %arg.c, 32
  %.8.i301.i = inttoptr i64 %.7.i300.i to ptr
  %.7.i9.i.i = add i64 %arg.c, 40
  %.8.i10.i.i = inttoptr i64 %.7.i9.i.i to ptr
  %.68.i.i = add nsw i64 %arg.c, 680
  %.7.i9.i309.i = add i64 %arg.c, 40
  %.8.i10.i310.i = inttoptr i64 %.7.i9.i309.i to ptr
  %.68.i319.i = add nsw i64 %arg.c, 680
  %.8.i323.i = add i64 %arg.c, 400
  %.9.i324.i = inttoptr i64 %.8.i323.i to ptr
  %.8.i357.i = add i64 %arg.c, 256
  %.9.i358.i = inttoptr i64 %.8.i357.i to ptr
  %.8.i363.i = add i64 %arg.c, 288
  %.9.i364.i = inttoptr i64 %.8.i363.i to ptr
  %.7.i369.i = add i64 %arg.c, 104
  %.8.i370.i = inttoptr i64 %.7.i369.i to ptr
  %.8.i375.i = add i64 %arg.c, 408
  %.9.i376.i = inttoptr i64 %.8.i375.i to ptr
  %.8.i384.i = add i64 %arg.c, 264
  %.9.i385.i = inttoptr i64 %.8.i384.i to ptr
  %.8.i390.i = add i64 %arg.c, 432
  %.9.i391.i = inttoptr i64 %.8.i390.i to ptr
  br label %B658
B658:                                             ; preds = %B658.lr.ph, %helper_22.exit
  %.294.1364 = phi i64 [ 1, %B658.lr.ph ], [ %.294.1, %helper_22.exit ]
  %.297.1363 = phi i64 [ %.297.1360, %B658.lr.ph ], [ %.297.1, %helper_22.exit ]
  %.294.0362 = phi i64 [ 0, %B658.lr.ph ], [ %.294.1364, %helper_22.exit ]
  %0 = shl nsw i64 %.294.0362, 5
  %.391 = add nsw i64 %.262, %0
  %.19.i = inttoptr i64 %.391 to ptr
  %.20.i = load i64, ptr %.19.i, align 8
  %.21.i = and i64 %.20.i, 8
  %.25.i = and i64 %.20.i, 7
  %.31.i = add i64 %.391, 16
  %.32.i = inttoptr i64 %.31.i to ptr
  %.33.i = load i64, ptr %.32.i, align 8
  switch i64 %.25.i, label %B1214.i [
    i64 5, label %B140.i
    i64 4, label %B234.i
    i64 6, label %B762.i
  ]
B140.i:                                           ; preds = %B658
  %.6.i.i.i = add i64 %.33.i, 16
  %.7.i.i.i = inttoptr i64 %.6.i.i.i to ptr
  %.8.i.i.i = load i64, ptr %.7.i.i.i, align 8
  %.35.i.i = tail call i64 @PyTuple_New(i64 %.8.i.i.i)
  %.11840.not.i.i = icmp slt i64 %.8.i.i.i, 1
  br i1 %.11840.not.i.i, label %helper_23.exit.i, label %B96.i.i
B96.i.i:                                          ; preds = %B140.i, %B96.i.i
  %.62.041.i.i = phi i64 [ %.131.i.i, %B96.i.i ], [ 0, %B140.i ]
  %.131.i.i = add nuw nsw i64 %.62.041.i.i, 1
  %.157.i.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 %.62.041.i.i)
  %.158.i.i = tail call ptr @Py_IncRef(i64 %.157.i.i)
  %.160.i.i = tail call i32 @PyTuple_SetItem(i64 %.35.i.i, i64 %.62.041.i.i, i64 %.157.i.i)
  %exitcond.not.i.i = icmp eq i64 %.8.i.i.i, %.131.i.i
  br i1 %exitcond.not.i.i, label %helper_23.exit.i, label %B96.i.i
helper_23.exit.i: ; preds = %B96.i.i, %B140.i
  %.6.i.i258 = tail call i32 @PyList_Append(i64 %.15.i245, i64 %.35.i.i)
  %.7.i.i259 = tail call ptr @Py_DecRef(i64 %.35.i.i)
  br label %helper_22.exit
B234.i:                                           ; preds = %B658
  %.118.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 2)
  %.123.i = tail call double @PyFloat_AsDouble(i64 %.118.i)
  %.124.i = fcmp une double %.123.i, 0.000000e+00
  br i1 %.124.i, label %B304.i, label %B694.i
B304.i:                                           ; preds = %B234.i
  %.126.i = tail call i64 @PyTuple_New(i64 2)
  %.8.i.i252 = load i64, ptr %.7.i258.i, align 8
  %.153.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i.i252)
  %.155.i = tail call ptr @Py_IncRef(i64 %.118.i)
  %.157.i = tail call i32 @PyTuple_SetItem(i64 %.126.i, i64 0, i64 %.118.i)
  %.162.i = add i64 %.391, 24
  %.163.i = inttoptr i64 %.162.i to ptr
  %.164.i = load i64, ptr %.163.i, align 8
  %.167.i = tail call ptr @Py_IncRef(i64 %.164.i)
  %.168.i = tail call i32 @PyTuple_SetItem(i64 %.126.i, i64 1, i64 %.164.i)
  %.10.i.i254 = load i64, ptr %.9.i.i253, align 8
  %.11.i.i255 = add nsw i64 %.10.i.i254, %run.2.0
  %.14.i.i256 = inttoptr i64 %.11.i.i255 to ptr
  %.15.i.i257 = load i64, ptr %.14.i.i256, align 8
  %.200.i = tail call i64 @PyDict_SetDefault(i64 %.15.i.i257, i64 %.126.i, i64 %.153.i)
  %.201.i = tail call ptr @Py_DecRef(i64 %.126.i)
  %.202.i = tail call ptr @Py_DecRef(i64 %.153.i)
  br label %B694.i
B694.i:                                           ; preds = %B304.i, %B234.i
  %.214.i = tail call i32 @PyList_Append(i64 %.15.i245, i64 %.33.i)
  br label %helper_22.exit
B762.i:                                           ; preds = %B658
  %.8.i262.i = load i64, ptr %.7.i261.i, align 8
  %.254.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i262.i)
  %.6.i.i263.i = add i64 %.33.i, 16
  %.7.i.i264.i = inttoptr i64 %.6.i.i263.i to ptr
  %.8.i.i265.i = load i64, ptr %.7.i.i264.i, align 8
  %.35.i266.i = tail call i64 @PyTuple_New(i64 %.8.i.i265.i)
  %.11840.not.i267.i = icmp slt i64 %.8.i.i265.i, 1
  br i1 %.11840.not.i267.i, label %helper_23.exit275.i, label %B96.i268.i
B96.i268.i:                                       ; preds = %B762.i, %B96.i268.i
  %.62.041.i269.i = phi i64 [ %.131.i270.i, %B96.i268.i ], [ 0, %B762.i ]
  %.131.i270.i = add nuw nsw i64 %.62.041.i269.i, 1
  %.157.i271.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 %.62.041.i269.i)
  %.158.i272.i = tail call ptr @Py_IncRef(i64 %.157.i271.i)
  %.160.i273.i = tail call i32 @PyTuple_SetItem(i64 %.35.i266.i, i64 %.62.041.i269.i, i64 %.157.i271.i)
  %exitcond.not.i274.i = icmp eq i64 %.8.i.i265.i, %.131.i270.i
  br i1 %exitcond.not.i274.i, label %helper_23.exit275.i, label %B96.i268.i
helper_23.exit275.i: ; preds = %B96.i268.i, %B762.i
  %.6.i276.i = tail call i32 @PyList_Append(i64 %.15.i245, i64 %.35.i266.i)
  %.7.i277.i = tail call ptr @Py_DecRef(i64 %.35.i266.i)
  %.10.i280.i = load i64, ptr %.9.i279.i, align 8
  %.11.i281.i = add nsw i64 %.10.i280.i, %run.2.0
  %.14.i282.i = inttoptr i64 %.11.i281.i to ptr
  %.15.i283.i = load i64, ptr %.14.i282.i, align 8
  %.340.i = add i64 %.391, 8
  %.341.i = inttoptr i64 %.340.i to ptr
  %.342.i = load i64, ptr %.341.i, align 8
  %.343.i = tail call i32 @PyDict_SetItem(i64 %.15.i283.i, i64 %.254.i, i64 %.342.i)
  %.344.i = tail call ptr @Py_DecRef(i64 %.254.i)
  %.10.i286.i = load i64, ptr %.9.i285.i, align 8
  %.11.i287.i = add nsw i64 %.10.i286.i, %run.2.0
  %.14.i288.i = inttoptr i64 %.11.i287.i to ptr
  %.15.i289.i = load i64, ptr %.14.i288.i, align 8
  %.373.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i289.i)
  %.376.i = add i64 %.391, 24
  %.377.i = inttoptr i64 %.376.i to ptr
  %.378.i = load i64, ptr %.377.i, align 8
  %.381.i = sub nsw i64 %.373.i, %.378.i
  %.382.i = tail call i64 @PyLong_FromLongLong(i64 %.381.i)
  %.11.i292.i = load i64, ptr %.9.i285.i, align 8
  %.12.i.i246 = add nsw i64 %.11.i292.i, %run.2.0
  %.15.i293.i = inttoptr i64 %.12.i.i246 to ptr
  %.16.i.i247 = load i64, ptr %.15.i293.i, align 8
  store i64 %.382.i, ptr %.15.i293.i, align 8
  %.25.not.i.i248 = icmp eq i64 %.16.i.i247, 0
  br i1 %.25.not.i.i248, label %helper_22.exit, label %B120.i.i249
B120.i.i249:                                      ; preds = %helper_23.exit275.i
  %.28.i.i250 = tail call ptr @Py_DecRef(i64 %.16.i.i247)
  br label %helper_22.exit
B1214.i:                                          ; preds = %B658
  %.417.i = add i64 %.391, 8
  %.418.i = inttoptr i64 %.417.i to ptr
  %.419.i = load i64, ptr %.418.i, align 8
  %.420.i = shl i64 %.419.i, 5
  %.424.i = add i64 %.422.i, %.420.i
  %.431.i = inttoptr i64 %.424.i to ptr
  %.432.i = load i64, ptr %.431.i, align 8
  %.435.i = add i64 %.424.i, 8
  %.436.i = inttoptr i64 %.435.i to ptr
  %.437.i = load i64, ptr %.436.i, align 8
  %.440.i = add i64 %.424.i, 16
  %.441.i = inttoptr i64 %.440.i to ptr
  %.442.i = load i64, ptr %.441.i, align 8
  %.8.i296.i = load i64, ptr %.7.i295.i, align 8
  %.478.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i296.i)
  %.482.i = tail call i64 @PyTuple_New(i64 3)
  br label %B1504.i
B1504.i:                                          ; preds = %B1504.i, %B1214.i
  %.509.0399.i = phi i64 [ 0, %B1214.i ], [ %.578.i, %B1504.i ]
  %.578.i = add nuw nsw i64 %.509.0399.i, 1
  %.604.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 %.509.0399.i)
  %.605.i = tail call ptr @Py_IncRef(i64 %.604.i)
  %.607.i = tail call i32 @PyTuple_SetItem(i64 %.482.i, i64 %.509.0399.i, i64 %.604.i)
  %exitcond.not.i = icmp eq i64 %.578.i, 2
  br i1 %exitcond.not.i, label %B1604.i, label %B1504.i
B1604.i:                                          ; preds = %B1504.i
  switch i64 %.25.i, label %B2700.i [
    i64 3, label %B1638.i
    i64 0, label %B2294.i
  ]
B1638.i:                                          ; preds = %B1604.i
  %.6.i297.i = add i64 %.432.i, 8
  %.7.i298.i = inttoptr i64 %.6.i297.i to ptr
  %.8.i299.i = load i64, ptr %.7.i298.i, align 8
  %.9.i302.i = load i64, ptr %.8.i301.i, align 8
  %.684.i = icmp eq i64 %.8.i299.i, %.9.i302.i
  br i1 %.684.i, label %B1728.i, label %B1760.i
B1728.i:                                          ; preds = %B1638.i
  %.693.i = tail call ptr @Py_IncRef(i64 %.432.i)
  br label %B1818.i
B1760.i:                                          ; preds = %B1638.i
  %.9.i.i.i260 = load i64, ptr %.8.i10.i.i, align 8
  %.64.i.i = icmp eq i64 %.8.i299.i, %.9.i.i.i260
  br i1 %.64.i.i, label %B90.i.i, label %B180.i.i
B90.i.i:                                          ; preds = %B1760.i
  %.72.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.432.i, i64 %.68.i.i)
  %.75.i.i = sitofp i64 %.72.i.i to double
  br label %helper_11.exit.i
B180.i.i:                                         ; preds = %B1760.i
  %.82.i.i = add i64 %.432.i, 16
  %.83.i.i = inttoptr i64 %.82.i.i to ptr
  %.84.i.i = load double, ptr %.83.i.i, align 8
  br label %helper_11.exit.i
helper_11.exit.i: ; preds = %B180.i.i, %B90.i.i
  %storemerge.i.i = phi double [ %.84.i.i, %B180.i.i ], [ %.75.i.i, %B90.i.i ]
  %.724.i = tail call i64 @PyFloat_FromDouble(double %storemerge.i.i)
  br label %B1818.i
B1818.i:                                          ; preds = %helper_11.exit.i, %B1728.i
  %value.5.0.i = phi i64 [ %.432.i, %B1728.i ], [ %.724.i, %helper_11.exit.i ]
  %.8.i.i308.i = load i64, ptr %.7.i298.i, align 8
  %.9.i.i311.i = load i64, ptr %.8.i10.i310.i, align 8
  %.64.i312.i = icmp eq i64 %.8.i.i308.i, %.9.i.i311.i
  br i1 %.64.i312.i, label %B90.i318.i, label %B180.i313.i
B90.i318.i:                                       ; preds = %B1818.i
  %.72.i320.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.432.i, i64 %.68.i319.i)
  %.75.i321.i = sitofp i64 %.72.i320.i to double
  br label %helper_11.exit322.i
B180.i313.i:                                      ; preds = %B1818.i
  %.82.i314.i = add i64 %.432.i, 16
  %.83.i315.i = inttoptr i64 %.82.i314.i to ptr
  %.84.i316.i = load double, ptr %.83.i315.i, align 8
  br label %helper_11.exit322.i
helper_11.exit322.i: ; preds = %B180.i313.i, %B90.i318.i
  %storemerge.i317.i = phi double [ %.84.i316.i, %B180.i313.i ], [ %.75.i321.i, %B90.i318.i ]
  %.757.i = fcmp une double %storemerge.i317.i, 0.000000e+00
  br i1 %.757.i, label %B1858.i, label %B2162.i
B1858.i:                                          ; preds = %helper_11.exit322.i
  %.759.i = tail call i64 @PyTuple_New(i64 2)
  %.762.i = add i64 %.391, 24
  %.763.i = inttoptr i64 %.762.i to ptr
  %.764.i = load i64, ptr %.763.i, align 8
  %.768.i = tail call ptr @Py_IncRef(i64 %value.5.0.i)
  %.770.i = tail call i32 @PyTuple_SetItem(i64 %.759.i, i64 0, i64 %value.5.0.i)
  %.771.i = tail call ptr @Py_IncRef(i64 %.764.i)
  %.772.i = tail call i32 @PyTuple_SetItem(i64 %.759.i, i64 1, i64 %.764.i)
  %.10.i325.i = load i64, ptr %.9.i324.i, align 8
  %.11.i326.i = add nsw i64 %.10.i325.i, %run.2.0
  %.14.i327.i = inttoptr i64 %.11.i326.i to ptr
  %.15.i328.i = load i64, ptr %.14.i327.i, align 8
  %.805.i = tail call i32 @PyDict_SetItem(i64 %.15.i328.i, i64 %.759.i, i64 %.478.i)
  %.806.i = tail call ptr @Py_DecRef(i64 %.759.i)
  br label %B2162.i
B2162.i:                                          ; preds = %B1858.i, %helper_11.exit322.i
  %.816.i = tail call i32 @PyTuple_SetItem(i64 %.482.i, i64 2, i64 %value.5.0.i)
  %.6.i329.i = tail call i32 @PyList_Append(i64 %.15.i245, i64 %.482.i)
  %.7.i330.i = tail call ptr @Py_DecRef(i64 %.482.i)
  %.851.i = tail call ptr @Py_DecRef(i64 %.478.i)
  br label %helper_22.exit
B2294.i:                                          ; preds = %B1604.i
  %.864.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 2)
  %.867.i = tail call ptr @Py_IncRef(i64 %.864.i)
  %.869.i = tail call i32 @PyTuple_SetItem(i64 %.482.i, i64 2, i64 %.864.i)
  %.6.i331.i = tail call i32 @PyList_Append(i64 %.15.i245, i64 %.482.i)
  %.7.i332.i = tail call ptr @Py_DecRef(i64 %.482.i)
  %.10.i335.i = load i64, ptr %.9.i334.i, align 8
  %.11.i336.i = add nsw i64 %.10.i335.i, %run.2.0
  %.14.i337.i = inttoptr i64 %.11.i336.i to ptr
  %.15.i338.i = load i64, ptr %.14.i337.i, align 8
  %.930.i = tail call i32 @PyDict_SetItem(i64 %.15.i338.i, i64 %.478.i, i64 %.442.i)
  %.10.i341.i = load i64, ptr %.9.i340.i, align 8
  %.11.i342.i = add nsw i64 %.10.i341.i, %run.2.0
  %.14.i343.i = inttoptr i64 %.11.i342.i to ptr
  %.15.i344.i = load i64, ptr %.14.i343.i, align 8
  %.959.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i344.i)
  %.962.i = add i64 %.391, 24
  %.963.i = inttoptr i64 %.962.i to ptr
  %.964.i = load i64, ptr %.963.i, align 8
  %.967.i = sub nsw i64 %.959.i, %.964.i
  %.968.i = tail call i64 @PyLong_FromLongLong(i64 %.967.i)
  %.11.i347.i = load i64, ptr %.9.i340.i, align 8
  %.12.i348.i = add nsw i64 %.11.i347.i, %run.2.0
  %.15.i349.i = inttoptr i64 %.12.i348.i to ptr
  %.16.i350.i = load i64, ptr %.15.i349.i, align 8
  store i64 %.968.i, ptr %.15.i349.i, align 8
  %.25.not.i351.i = icmp eq i64 %.16.i350.i, 0
  br i1 %.25.not.i351.i, label %B2972.i, label %B2972.i.sink.split
B2700.i:                                          ; preds = %B1604.i
  %.1002.i = add i64 %.424.i, 24
  %.1003.i = inttoptr i64 %.1002.i to ptr
  %.1004.i = load i64, ptr %.1003.i, align 8
  %.1011.i = icmp eq i64 %.25.i, 1
  %.1018.i = inttoptr i64 %.1004.i to ptr
  br i1 %.1011.i, label %B2764.i, label %B2822.i
B2764.i:                                          ; preds = %B2700.i
  %.1019.i = load double, ptr %.1018.i, align 8
  br label %B2904.i
B2822.i:                                          ; preds = %B2700.i
  %.1031.i = load float, ptr %.1018.i, align 4
  %.1034.i = fpext float %.1031.i to double
  br label %B2904.i
B2904.i:                                          ; preds = %B2822.i, %B2764.i
  %.1034.i.sink = phi double [ %.1034.i, %B2822.i ], [ %.1019.i, %B2764.i ]
  %.1035.i = tail call i64 @PyFloat_FromDouble(double %.1034.i.sink)
  %.1043.i = tail call i32 @PyTuple_SetItem(i64 %.482.i, i64 2, i64 %.1035.i)
  %.6.i355.i = tail call i32 @PyList_Append(i64 %.15.i245, i64 %.482.i)
  br label %B2972.i.sink.split
B2972.i.sink.split:                               ; preds = %B2294.i, %B2904.i
  %.482.i.sink = phi i64 [ %.482.i, %B2904.i ], [ %.16.i350.i, %B2294.i ]
  %.7.i356.i = tail call ptr @Py_DecRef(i64 %.482.i.sink)
  br label %B2972.i
B2972.i:                                          ; preds = %B2972.i.sink.split, %B2294.i
  %.1077.not.i = icmp eq i64 %.437.i, 0
  br i1 %.1077.not.i, label %B4100.i, label %B2986.i
B2986.i:                                          ; preds = %B2972.i
  %.10.i359.i = load i64, ptr %.9.i358.i, align 8
  %.11.i360.i = add nsw i64 %.10.i359.i, %.432.i
  %.14.i361.i = inttoptr i64 %.11.i360.i to ptr
  %.15.i362.i = load i64, ptr %.14.i361.i, align 8
  %.10.i365.i = load i64, ptr %.9.i364.i, align 8
  %.11.i366.i = add nsw i64 %.10.i365.i, %.15.i362.i
  %.14.i367.i = inttoptr i64 %.11.i366.i to ptr
  %.15.i368.i = load i64, ptr %.14.i367.i, align 8
  %.9.i371.i = load i64, ptr %.8.i370.i, align 8
  %.1168.not.i = icmp eq i64 %.15.i368.i, %.9.i371.i
  %spec.select.i = select i1 %.1168.not.i, i64 %.442.i, i64 %.9.i371.i
  %.1199.i = tail call i64 @PyTuple_New(i64 3)
  %.1201.i = tail call ptr @Py_IncRef(i64 %.478.i)
  %.1203.i = tail call i32 @PyTuple_SetItem(i64 %.1199.i, i64 0, i64 %.478.i)
  %.1205.i = tail call ptr @Py_IncRef(i64 %.432.i)
  %.1207.i = tail call i32 @PyTuple_SetItem(i64 %.1199.i, i64 1, i64 %.432.i)
  %.1209.i = tail call ptr @Py_IncRef(i64 %spec.select.i)
  %.1211.i = tail call i32 @PyTuple_SetItem(i64 %.1199.i, i64 2, i64 %spec.select.i)
  %.10.i377.i = load i64, ptr %.9.i376.i, align 8
  %.11.i378.i = add nsw i64 %.10.i377.i, %run.2.0
  %.14.i379.i = inttoptr i64 %.11.i378.i to ptr
  %.15.i380.i = load i64, ptr %.14.i379.i, align 8
  %.1242.i = tail call i32 @PyDict_SetItem(i64 %.15.i380.i, i64 %.437.i, i64 %.1199.i)
  %.1245.i = tail call ptr @Py_DecRef(i64 %.1199.i)
  %.1247.not.i = icmp eq i64 %.21.i, 0
  br i1 %.1247.not.i, label %B4100.i, label %B3552.i
B3552.i:                                          ; preds = %B2986.i
  %.1251.i = tail call i64 @PyTuple_New(i64 2)
  %.1256.i = tail call ptr @Py_IncRef(i64 %.478.i)
  %.1259.i = tail call i32 @PyTuple_SetItem(i64 %.1251.i, i64 0, i64 %.478.i)
  %.9.i383.i = load i64, ptr %.8.i370.i, align 8
  %.1287.not.i = icmp eq i64 %.15.i368.i, %.9.i383.i
  br i1 %.1287.not.i, label %B3954.i, label %B3706.i
B3706.i:                                          ; preds = %B3552.i
  %.1289.i = tail call i64 @PyTuple_New(i64 2)
  %.10.i386.i = load i64, ptr %.9.i385.i, align 8
  %.11.i387.i = add nsw i64 %.10.i386.i, %.432.i
  %.14.i388.i = inttoptr i64 %.11.i387.i to ptr
  %.15.i389.i = load i64, ptr %.14.i388.i, align 8
  %.1320.i = tail call ptr @Py_IncRef(i64 %.15.i368.i)
  %.1322.i = tail call i32 @PyTuple_SetItem(i64 %.1289.i, i64 0, i64 %.15.i368.i)
  %.1325.i = tail call ptr @Py_IncRef(i64 %.15.i389.i)
  %.1326.i = tail call i32 @PyTuple_SetItem(i64 %.1289.i, i64 1, i64 %.15.i389.i)
  br label %B4018.i
B3954.i:                                          ; preds = %B3552.i
  %.1333.i = tail call ptr @Py_IncRef(i64 %.432.i)
  br label %B4018.i
B4018.i:                                          ; preds = %B3954.i, %B3706.i
  %.432.i.sink = phi i64 [ %.432.i, %B3954.i ], [ %.1289.i, %B3706.i ]
  %.1336.i = tail call i32 @PyTuple_SetItem(i64 %.1251.i, i64 1, i64 %.432.i.sink)
  %.10.i392.i = load i64, ptr %.9.i391.i, align 8
  %.11.i393.i = add nsw i64 %.10.i392.i, %run.2.0
  %.14.i394.i = inttoptr i64 %.11.i393.i to ptr
  %.15.i395.i = load i64, ptr %.14.i394.i, align 8
  %.6.i396.i = tail call i32 @PyList_Append(i64 %.15.i395.i, i64 %.1251.i)
  %.7.i397.i = tail call ptr @Py_DecRef(i64 %.1251.i)
  br label %B4100.i
B4100.i:                                          ; preds = %B4018.i, %B2986.i, %B2972.i
  %.1415.i = tail call ptr @Py_DecRef(i64 %.478.i)
  br label %helper_22.exit
helper_22.exit: ; preds = %helper_23.exit275.i, %B120.i.i249, %helper_23.exit.i, %B694.i, %B2162.i, %B4100.i
  %.350 = icmp sgt i64 %.297.1363, 0
  %.359 = sext i1 %.350 to i64
  %.297.1 = add nsw i64 %.297.1363, %.359
  %.363 = zext i1 %.350 to i64
  %.294.1 = add i64 %.294.1364, %.363
  br i1 %.350, label %B658, label %B710
B710:                                             ; preds = %helper_22.exit, %helper_21.exit
  %.428 = add i64 %arg.plan, 72
  %.429 = inttoptr i64 %.428 to ptr
  %.430 = load i64, ptr %.429, align 8
  %.435.not = icmp eq i64 %.430, 0
  br i1 %.435.not, label %B950, label %B774
B774:                                             ; preds = %B710
  %.8.i261 = add i64 %arg.c, 440
  %.9.i262 = inttoptr i64 %.8.i261 to ptr
  %.10.i263 = load i64, ptr %.9.i262, align 8
  %.11.i264 = add nsw i64 %.10.i263, %run.2.0
  %.14.i265 = inttoptr i64 %.11.i264 to ptr
  %.15.i266 = load i64, ptr %.14.i265, align 8
  %.6.i = add i64 %.430, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i267 = load i64, ptr %.7.i, align 8
  %.572365.not = icmp slt i64 %.8.i267, 1
  br i1 %.572365.not, label %B950, label %B886
B886:                                             ; preds = %B774, %B886
  %.516.0367 = phi i64 [ %.585, %B886 ], [ 0, %B774 ]
  %.585 = add nuw nsw i64 %.516.0367, 1
  %.611 = tail call i64 @PyList_GetItem(i64 %.430, i64 %.516.0367)
  %.613 = tail call i32 @PyList_Append(i64 %.15.i266, i64 %.611)
  %exitcond.not = icmp eq i64 %.8.i267, %.585
  br i1 %exitcond.not, label %B950, label %B886
B950:                                             ; preds = %B886, %B774, %B710
  %.624 = and i64 %.30, 4
  %.625.not = icmp eq i64 %.624, 0
  br i1 %.625.not, label %B1092, label %B988
B988:                                             ; preds = %B950
  %.7.i268 = add i64 %arg.c, 112
  %.8.i269 = inttoptr i64 %.7.i268 to ptr
  %.9.i270 = load i64, ptr %.8.i269, align 8
  %.8.i271 = tail call ptr @Py_IncRef(i64 %.9.i270)
  %.9.i.i272 = add i64 %arg.c, 456
  %.10.i.i273 = inttoptr i64 %.9.i.i272 to ptr
  %.11.i.i274 = load i64, ptr %.10.i.i273, align 8
  %.12.i.i275 = add nsw i64 %.11.i.i274, %run.2.0
  %.15.i.i276 = inttoptr i64 %.12.i.i275 to ptr
  %.16.i.i277 = load i64, ptr %.15.i.i276, align 8
  store i64 %.9.i270, ptr %.15.i.i276, align 8
  %.25.not.i.i278 = icmp eq i64 %.16.i.i277, 0
  br i1 %.25.not.i.i278, label %B1092, label %B120.i.i279
B120.i.i279:                                      ; preds = %B988
  %.28.i.i280 = tail call ptr @Py_DecRef(i64 %.16.i.i277)
  br label %B1092
B1092:                                            ; preds = %B120.i.i279, %B988, %B950
  %.8.i284 = inttoptr i64 %arg.c to ptr
  %.9.i285 = load i64, ptr %.8.i284, align 8
  %.707 = tail call i64 @PyType_GenericAlloc(i64 %.9.i285, i64 0)
  %.6.i286 = add i64 %.15.i245, 16
  %.7.i287 = inttoptr i64 %.6.i286 to ptr
  %.8.i288 = load i64, ptr %.7.i287, align 8
  %.740 = add i64 %arg.plan, 48
  %.741 = inttoptr i64 %.740 to ptr
  %.742 = load i64, ptr %.741, align 8
  %.6.i.i289 = add i64 %.742, 16
  %.7.i.i290 = inttoptr i64 %.6.i.i289 to ptr
  %.8.i.i291 = load i64, ptr %.7.i.i290, align 8
  %.35.i = tail call i64 @PyTuple_New(i64 %.8.i.i291)
  %.11840.not.i = icmp slt i64 %.8.i.i291, 1
  br i1 %.11840.not.i, label %helper_23.exit, label %B96.i
B96.i:                                            ; preds = %B1092, %B96.i
  %.62.041.i = phi i64 [ %.131.i, %B96.i ], [ 0, %B1092 ]
  %.131.i = add nuw nsw i64 %.62.041.i, 1
  %.157.i292 = tail call i64 @PyTuple_GetItem(i64 %.742, i64 %.62.041.i)
  %.158.i = tail call ptr @Py_IncRef(i64 %.157.i292)
  %.160.i = tail call i32 @PyTuple_SetItem(i64 %.35.i, i64 %.62.041.i, i64 %.157.i292)
  %exitcond.not.i293 = icmp eq i64 %.8.i.i291, %.131.i
  br i1 %exitcond.not.i293, label %helper_23.exit, label %B96.i
helper_23.exit: ; preds = %B96.i, %B1092
  %.768 = tail call i32 @PyList_Append(i64 %.15.i245, i64 %.35.i)
  %.8.i294 = tail call ptr @Py_IncRef(i64 %storemerge.i)
  %.9.i.i295 = add i64 %arg.c, 256
  %.10.i.i296 = inttoptr i64 %.9.i.i295 to ptr
  %.11.i.i297 = load i64, ptr %.10.i.i296, align 8
  %.12.i.i298 = add nsw i64 %.11.i.i297, %.707
  %.15.i.i299 = inttoptr i64 %.12.i.i298 to ptr
  %.16.i.i300 = load i64, ptr %.15.i.i299, align 8
  store i64 %storemerge.i, ptr %.15.i.i299, align 8
  %.25.not.i.i301 = icmp eq i64 %.16.i.i300, 0
  br i1 %.25.not.i.i301, label %helper_17.exit305, label %B120.i.i302
B120.i.i302:                                      ; preds = %helper_23.exit
  %.28.i.i303 = tail call ptr @Py_DecRef(i64 %.16.i.i300)
  br label %helper_17.exit305
helper_17.exit305: ; preds = %helper_23.exit, %B120.i.i302
  %.800 = tail call i64 @PyLong_FromLongLong(i64 %.8.i288)
  %.9.i306 = add i64 %arg.c, 264
  %.10.i307 = inttoptr i64 %.9.i306 to ptr
  %.11.i308 = load i64, ptr %.10.i307, align 8
  %.12.i309 = add nsw i64 %.11.i308, %.707
  %.15.i310 = inttoptr i64 %.12.i309 to ptr
  %.16.i311 = load i64, ptr %.15.i310, align 8
  store i64 %.800, ptr %.15.i310, align 8
  %.25.not.i312 = icmp eq i64 %.16.i311, 0
  br i1 %.25.not.i312, label %helper_18.exit315, label %B120.i313
B120.i313:                                        ; preds = %helper_17.exit305
  %.28.i314 = tail call ptr @Py_DecRef(i64 %.16.i311)
  br label %helper_18.exit315
helper_18.exit315: ; preds = %helper_17.exit305, %B120.i313
  %.9.i316 = add i64 %arg.c, 272
  %.10.i317 = inttoptr i64 %.9.i316 to ptr
  %.11.i318 = load i64, ptr %.10.i317, align 8
  %.12.i319 = add nsw i64 %.11.i318, %.707
  %.15.i320 = inttoptr i64 %.12.i319 to ptr
  %.16.i321 = load i64, ptr %.15.i320, align 8
  store i64 %.35.i, ptr %.15.i320, align 8
  %.25.not.i322 = icmp eq i64 %.16.i321, 0
  br i1 %.25.not.i322, label %helper_18.exit325, label %B120.i323
B120.i323:                                        ; preds = %helper_18.exit315
  %.28.i324 = tail call ptr @Py_DecRef(i64 %.16.i321)
  br label %helper_18.exit325
helper_18.exit325: ; preds = %helper_18.exit315, %B120.i323
  %.857 = add i64 %arg.plan, 56
  %.858 = inttoptr i64 %.857 to ptr
  %.859 = load i64, ptr %.858, align 8
  %.8.i326 = tail call ptr @Py_IncRef(i64 %.859)
  %.9.i.i327 = add i64 %arg.c, 376
  %.10.i.i328 = inttoptr i64 %.9.i.i327 to ptr
  %.11.i.i329 = load i64, ptr %.10.i.i328, align 8
  %.12.i.i330 = add nsw i64 %.11.i.i329, %run.2.0
  %.15.i.i331 = inttoptr i64 %.12.i.i330 to ptr
  %.16.i.i332 = load i64, ptr %.15.i.i331, align 8
  store i64 %.859, ptr %.15.i.i331, align 8
  %.25.not.i.i333 = icmp eq i64 %.16.i.i332, 0
  br i1 %.25.not.i.i333, label %helper_17.exit337, label %B120.i.i334
B120.i.i334:                                      ; preds = %helper_18.exit325
  %.28.i.i335 = tail call ptr @Py_DecRef(i64 %.16.i.i332)
  br label %helper_17.exit337
helper_17.exit337: ; preds = %helper_18.exit325, %B120.i.i334
  %.8.i338 = add i64 %arg.c, 296
  %.9.i339 = inttoptr i64 %.8.i338 to ptr
  %.10.i340 = load i64, ptr %.9.i339, align 8
  %.11.i341 = add nsw i64 %.10.i340, %storemerge.i
  %.14.i342 = inttoptr i64 %.11.i341 to ptr
  %.15.i343 = load i64, ptr %.14.i342, align 8
  %.917 = tail call i64 @PyLong_AsLongLong(i64 %.15.i343)
  %.918.not = icmp slt i64 %.8.i288, %.917
  %.8945.not.i = icmp eq i64 %arg.new, 0
  br i1 %.8945.not.i, label %helper_24.exit, label %B36.lr.ph.i
B36.lr.ph.i:                                      ; preds = %helper_17.exit337
  %.34.148.i = add nsw i64 %arg.new, -1
  %.131.i344 = add i64 %arg.c, 1480
  %.139.i = add i64 %arg.c, 1488
  br label %B36.i
B36.i:                                            ; preds = %B267.i, %B36.lr.ph.i
  %.34.151.i = phi i64 [ %.34.148.i, %B36.lr.ph.i ], [ %.34.1.i, %B267.i ]
  %.31.150.i = phi i64 [ 1, %B36.lr.ph.i ], [ %.31.1.i, %B267.i ]
  %.31.049.i = phi i64 [ 0, %B36.lr.ph.i ], [ %.31.150.i, %B267.i ]
  %1 = shl i64 %.31.049.i, 5
  %.132.i = add i64 %.131.i344, %1
  %.133.i = inttoptr i64 %.132.i to ptr
  %.134.i = load i64, ptr %.133.i, align 8
  %.150.not.i = icmp eq i64 %.134.i, 0
  br i1 %.150.not.i, label %B222.i, label %B267.i.sink.split
B222.i:                                           ; preds = %B36.i
  %.140.i = add i64 %.139.i, %1
  %.141.i345 = inttoptr i64 %.140.i to ptr
  %.142.i = load i64, ptr %.141.i345, align 8
  %.162.not.i = icmp eq i64 %.142.i, 0
  br i1 %.162.not.i, label %B267.i, label %B267.i.sink.split
B267.i.sink.split:                                ; preds = %B222.i, %B36.i
  %.142.i.sink = phi i64 [ %.134.i, %B36.i ], [ %.142.i, %B222.i ]
  %.165.i = tail call ptr @Py_DecRef(i64 %.142.i.sink)
  br label %B267.i
B267.i:                                           ; preds = %B267.i.sink.split, %B222.i
  %.89.i347 = icmp sgt i64 %.34.151.i, 0
  %.102.i = zext i1 %.89.i347 to i64
  %.31.1.i = add i64 %.31.150.i, %.102.i
  %.98.i = sext i1 %.89.i347 to i64
  %.34.1.i = add nsw i64 %.34.151.i, %.98.i
  br i1 %.89.i347, label %B36.i, label %helper_24.exit
helper_24.exit: ; preds = %B267.i, %helper_17.exit337
  %.953.not = icmp eq i32 %arg.collecting, 0
  br i1 %.953.not, label %B1770, label %B1742
B1742:                                            ; preds = %helper_24.exit
  %.957 = tail call i32 @PyGC_Enable()
  br label %B1770
B1770:                                            ; preds = %helper_24.exit, %B1742
  %.960 = and i64 %.30, 1
  %.963.not = icmp eq i64 %.960, 0
  br i1 %.963.not, label %B2436, label %B1810
B1810:                                            ; preds = %B1770
  %.968 = add i64 %arg.c, 680
  %.969 = inttoptr i64 %.968 to ptr
  store i64 %.707, ptr %.969, align 8
  %.973 = add i64 %arg.c, 704
  %.974 = inttoptr i64 %.973 to ptr
  %.975 = load i64, ptr %.974, align 8
  %.978 = add i64 %arg.c, 688
  %.979 = inttoptr i64 %.978 to ptr
  store i64 %.975, ptr %.979, align 8
  %.983 = add i64 %arg.plan, 96
  %.984 = inttoptr i64 %.983 to ptr
  %.985 = load i64, ptr %.984, align 8
  %.988 = add i64 %arg.c, 696
  %.989 = inttoptr i64 %.988 to ptr
  store i64 %.985, ptr %.989, align 8
  %.993 = add i64 %arg.plan, 104
  %.994 = inttoptr i64 %.993 to ptr
  %.995 = load i64, ptr %.994, align 8
  %.1002.not = icmp eq i64 %.995, 0
  br i1 %.1002.not, label %B2172, label %B2228
B2172:                                            ; preds = %B1810
  %.1026 = add i64 %arg.c, 712
  %.1027 = inttoptr i64 %.1026 to ptr
  %.1028 = load i64, ptr %.1027, align 8
  br label %B2228
B2228:                                            ; preds = %B1810, %B2172
  %"$phi2228.4.2.0" = phi i64 [ %.1028, %B2172 ], [ %.995, %B1810 ]
  store i64 %"$phi2228.4.2.0", ptr %.974, align 8
  %.7.i349 = add i64 %arg.c, 184
  %.8.i350 = inttoptr i64 %.7.i349 to ptr
  %.9.i351 = load i64, ptr %.8.i350, align 8
  %.1076 = tail call i64 @PyObject_Vectorcall(i64 %.9.i351, i64 %.968, i64 4, i64 0)
  %.1081 = icmp eq i64 %.1076, 0
  br i1 %.1081, label %common.ret.sink.split, label %B2406
common.ret.sink.split:                            ; preds = %B2440, %B2228
  %.35.i355.sink = phi i64 [ %.707, %B2228 ], [ %.707..35.i355, %B2440 ]
  %storemerge206.ph = phi i64 [ 0, %B2228 ], [ %..707, %B2440 ]
  %.51.i356 = tail call ptr @Py_DecRef(i64 %.35.i355.sink)
  br label %common.ret
common.ret:                                       ; preds = %common.ret.sink.split, %B2436
  %storemerge206 = phi i64 [ %.707, %B2436 ], [ %storemerge206.ph, %common.ret.sink.split ]
  store i64 %storemerge206, ptr %retptr, align 8
  ret void
B2406:                                            ; preds = %B2228
  %.1096 = tail call ptr @Py_DecRef(i64 %.1076)
  br label %B2436
B2436:                                            ; preds = %B2406, %B1770
  br i1 %.918.not, label %common.ret, label %B2440
B2440:                                            ; preds = %B2436
  %.7.i.i352 = add i64 %arg.c, 192
  %.8.i.i353 = inttoptr i64 %.7.i.i352 to ptr
  %.9.i.i354 = load i64, ptr %.8.i.i353, align 8
  %.35.i355 = tail call i64 @PyObject_Vectorcall(i64 %.9.i.i354, i64 0, i64 0, i64 0)
  %.40.i = icmp eq i64 %.35.i355, 0
  %.707..35.i355 = select i1 %.40.i, i64 %.707, i64 %.35.i355
  %..707 = select i1 %.40.i, i64 0, i64 %.707
  br label %common.ret.sink.split
}
declare double @PyFloat_AsDouble(i64) local_unnamed_addr
declare i64 @PyFloat_FromDouble(double) local_unnamed_addr
declare i64 @PyDict_SetDefault(i64, i64, i64) local_unnamed_addr
declare i64 @PyLong_AsLongLongAndOverflow(i64, i64) local_unnamed_addr
define internal fastcc void @helper_19(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 %arg.like, i64 %arg.cls, i64 %arg.slots) unnamed_addr {
entry:
  %.14 = tail call i64 @PyType_GenericAlloc(i64 %arg.cls, i64 0)
  %.19 = icmp eq i64 %.14, 0
  br i1 %.19, label %common.ret, label %B52
common.ret:                                       ; preds = %B489, %B52, %entry
  %storemerge70 = phi i64 [ 0, %entry ], [ %.14, %B52 ], [ %.14, %B489 ]
  store i64 %storemerge70, ptr %retptr, align 8
  ret void
B52:                                              ; preds = %entry
  %.34 = inttoptr i64 %arg.slots to ptr
  %.35 = load i64, ptr %.34, align 8
  %.11776 = icmp sgt i64 %.35, 0
  br i1 %.11776, label %B112.lr.ph, label %common.ret
B112.lr.ph:                                       ; preds = %B52
  %.62.178 = add nsw i64 %.35, -1
  %0 = add i64 %arg.slots, 8
  %.7.i71 = add i64 %arg.c, 64
  %.8.i72 = inttoptr i64 %.7.i71 to ptr
  %.7.i73 = add i64 %arg.c, 72
  %.8.i74 = inttoptr i64 %.7.i73 to ptr
  br label %B112
B112:                                             ; preds = %B112.lr.ph, %B489
  %.59.182 = phi i64 [ 1, %B112.lr.ph ], [ %.59.1, %B489 ]
  %.62.181 = phi i64 [ %.62.178, %B112.lr.ph ], [ %.62.1, %B489 ]
  %.59.080 = phi i64 [ 0, %B112.lr.ph ], [ %.59.182, %B489 ]
  %1 = shl i64 %.59.080, 3
  %.158 = add i64 %0, %1
  %.159 = inttoptr i64 %.158 to ptr
  %.160 = load i64, ptr %.159, align 8
  %.166 = add nsw i64 %.160, %arg.like
  %.169 = inttoptr i64 %.166 to ptr
  %.170 = load i64, ptr %.169, align 8
  %.175 = icmp eq i64 %.170, 0
  br i1 %.175, label %B489, label %B204
B204:                                             ; preds = %B112
  %.6.i = add i64 %.170, 8
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.9.i = load i64, ptr %.8.i72, align 8
  %.238 = icmp eq i64 %.8.i, %.9.i
  br i1 %.238, label %B294, label %B326
B294:                                             ; preds = %B204
  %.244 = tail call i64 @PyList_New(i64 0)
  br label %B446
B326:                                             ; preds = %B204
  %.9.i75 = load i64, ptr %.8.i74, align 8
  %.276 = icmp eq i64 %.8.i, %.9.i75
  br i1 %.276, label %B386, label %B416
B386:                                             ; preds = %B326
  %.282 = tail call i64 @PyDict_New()
  br label %B446
B416:                                             ; preds = %B326
  %.290 = tail call ptr @Py_IncRef(i64 %.170)
  br label %B446
B446:                                             ; preds = %B416, %B386, %B294
  %value.3.2 = phi i64 [ %.244, %B294 ], [ %.282, %B386 ], [ %.170, %B416 ]
  %.296 = add nsw i64 %.160, %.14
  %.302 = inttoptr i64 %.296 to ptr
  store i64 %value.3.2, ptr %.302, align 8
  br label %B489
B489:                                             ; preds = %B112, %B446
  %.117 = icmp sgt i64 %.62.181, 0
  %.126 = sext i1 %.117 to i64
  %.62.1 = add nsw i64 %.62.181, %.126
  %.130 = zext i1 %.117 to i64
  %.59.1 = add i64 %.59.182, %.130
  br i1 %.117, label %B112, label %common.ret
}
declare i64 @PyList_New(i64) local_unnamed_addr
declare i64 @PyIter_Next(i64) local_unnamed_addr
declare i64 @PyWeakref_NewRef(i64, i64) local_unnamed_addr
define internal fastcc void @helper_8(ptr noalias nocapture nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.c, i64 %arg.x, i64 %arg.array, i64 %arg.family) unnamed_addr {
entry:
  %.8.i = add i64 %arg.c, 288
  %.9.i = inttoptr i64 %.8.i to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = add nsw i64 %.10.i, %arg.family
  %.14.i = inttoptr i64 %.11.i to ptr
  %.15.i = load i64, ptr %.14.i, align 8
  %.7.i = add i64 %arg.c, 104
  %.8.i54 = inttoptr i64 %.7.i to ptr
  %.9.i55 = load i64, ptr %.8.i54, align 8
  %.75.not = icmp eq i64 %.15.i, %.9.i55
  br i1 %.75.not, label %B400, label %B118
B118:                                             ; preds = %entry
  %.81 = tail call i64 @PyTuple_New(i64 2)
  %.152.not = icmp eq i64 %.81, 0
  br i1 %.152.not, label %common.ret, label %B268
B268:                                             ; preds = %B118
  %.8.i62 = add i64 %arg.c, 264
  %.9.i63 = inttoptr i64 %.8.i62 to ptr
  %.10.i64 = load i64, ptr %.9.i63, align 8
  %.11.i65 = add nsw i64 %.10.i64, %arg.x
  %.14.i66 = inttoptr i64 %.11.i65 to ptr
  %.15.i67 = load i64, ptr %.14.i66, align 8
  %.8.i56 = add i64 %arg.c, 464
  %.9.i57 = inttoptr i64 %.8.i56 to ptr
  %.10.i58 = load i64, ptr %.9.i57, align 8
  %.11.i59 = add nsw i64 %.10.i58, %.15.i
  %.14.i60 = inttoptr i64 %.11.i59 to ptr
  %.15.i61 = load i64, ptr %.14.i60, align 8
  %.155 = tail call ptr @Py_IncRef(i64 %.15.i61)
  %.158 = tail call i32 @PyTuple_SetItem(i64 %.81, i64 0, i64 %.15.i61)
  %.162 = tail call ptr @Py_IncRef(i64 %.15.i67)
  %.165 = tail call i32 @PyTuple_SetItem(i64 %.81, i64 1, i64 %.15.i67)
  br label %common.ret
common.ret:                                       ; preds = %B400, %B268, %B118, %B530
  %.180.sink = phi i64 [ %.180, %B530 ], [ %.81, %B118 ], [ %.81, %B268 ], [ 0, %B400 ]
  store i64 %.180.sink, ptr %retptr, align 8
  ret void
B400:                                             ; preds = %entry
  %.180 = tail call i64 @PyTuple_New(i64 3)
  %.185 = tail call i64 @PyLong_FromLongLong(i64 %arg.x)
  %.189 = tail call i64 @PyLong_FromLongLong(i64 %arg.array)
  %.199 = icmp eq i64 %.180, 0
  %.202 = icmp eq i64 %.185, 0
  %or.cond = select i1 %.199, i1 true, i1 %.202
  %.205 = icmp eq i64 %.189, 0
  %or.cond1 = select i1 %or.cond, i1 true, i1 %.205
  br i1 %or.cond1, label %common.ret, label %B530
B530:                                             ; preds = %B400
  %.221 = tail call i32 @PyTuple_SetItem(i64 %.180, i64 0, i64 %.185)
  %.226 = tail call i32 @PyTuple_SetItem(i64 %.180, i64 1, i64 %.189)
  %.8.i68 = add i64 %arg.c, 304
  %.9.i69 = inttoptr i64 %.8.i68 to ptr
  %.10.i70 = load i64, ptr %.9.i69, align 8
  %.11.i71 = add nsw i64 %.10.i70, %arg.family
  %.14.i72 = inttoptr i64 %.11.i71 to ptr
  %.15.i73 = load i64, ptr %.14.i72, align 8
  %.260 = tail call ptr @Py_IncRef(i64 %.15.i73)
  %.262 = tail call i32 @PyTuple_SetItem(i64 %.180, i64 2, i64 %.15.i73)
  br label %common.ret
}
declare i64 @memcpy(i64, i64, i64) local_unnamed_addr
define internal fastcc void @helper_12(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 %arg.x, i64 range(i64 -9223372036854775680, -9223372036854775808) %arg.p) unnamed_addr {
entry:
  %.15 = add i64 %arg.p, 8
  %.16 = inttoptr i64 %.15 to ptr
  %.17 = load i64, ptr %.16, align 8
  %.20 = add i64 %arg.p, 16
  %.21 = inttoptr i64 %.20 to ptr
  %.22 = load i64, ptr %.21, align 8
  %.26 = inttoptr i64 %arg.p to ptr
  %.27 = load i64, ptr %.26, align 8
  %.28 = ashr i64 %.27, 8
  %.6.i = add i64 %arg.x, 8
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.68 = add i64 %.22, 24
  %.69 = inttoptr i64 %.68 to ptr
  %.70 = load i32, ptr %.69, align 4
  %.77 = and i64 %.27, 16
  %.7.i230 = add i64 %arg.c, 40
  %.8.i231 = inttoptr i64 %.7.i230 to ptr
  %.9.i = load i64, ptr %.8.i231, align 8
  %.132 = icmp eq i64 %.8.i, %.9.i
  br i1 %.132, label %B376, label %B316
B316:                                             ; preds = %entry
  %.7.i232 = add i64 %arg.c, 96
  %.8.i233 = inttoptr i64 %.7.i232 to ptr
  %.9.i234 = load i64, ptr %.8.i233, align 8
  %.161 = icmp eq i64 %.8.i, %.9.i234
  br i1 %.161, label %B376, label %B442
B376:                                             ; preds = %B316, %entry
  %.7.i37.i = add i64 %arg.c, 96
  %.8.i38.i = inttoptr i64 %.7.i37.i to ptr
  %.9.i.i = load i64, ptr %.8.i38.i, align 8
  %.71.i = icmp eq i64 %.8.i, %.9.i.i
  br i1 %.71.i, label %B94.i, label %B128.i
B94.i:                                            ; preds = %B376
  %.79.i = add i64 %arg.x, 16
  %.80.i = inttoptr i64 %.79.i to ptr
  %.81.i = load i64, ptr %.80.i, align 8
  br label %B348.i
B128.i:                                           ; preds = %B376
  br i1 %.132, label %B214.i, label %B348.i
B214.i:                                           ; preds = %B128.i
  %.149.i = add i64 %arg.c, 680
  %.151.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %arg.x, i64 %.149.i)
  %.160.i = inttoptr i64 %.149.i to ptr
  %.161.i = load i32, ptr %.160.i, align 4
  %.165.not.i = icmp eq i32 %.161.i, 0
  br i1 %.165.not.i, label %B348.i, label %helper_25.exit
B348.i:                                           ; preds = %B214.i, %B128.i, %B94.i
  %value.3.0.i = phi i64 [ %.81.i, %B94.i ], [ %.151.i, %B214.i ], [ %.17, %B128.i ]
  %.179.i = sub i64 0, %.17
  %.181.not.i = icmp slt i64 %value.3.0.i, %.179.i
  %0 = tail call i64 @llvm.smin.i64(i64 %value.3.0.i, i64 %.17)
  %"$phi380.0.2.0.i" = select i1 %.181.not.i, i64 %.17, i64 %0
  br label %helper_25.exit
helper_25.exit: ; preds = %B214.i, %B348.i
  %storemerge.i = phi i64 [ %"$phi380.0.2.0.i", %B348.i ], [ %.17, %B214.i ]
  %.205.not = icmp ne i32 %.70, 0
  %.211 = icmp eq i64 %storemerge.i, %.17
  %or.cond226 = select i1 %.205.not, i1 true, i1 %.211
  br i1 %or.cond226, label %common.ret, label %B1036
common.ret:                                       ; preds = %B584.i, %B938, %B1324, %B1202, %B1292, %B796, %B180.i, %B288.i, %B820, %B90.i, %B644, %helper_25.exit295, %B680, %helper_25.exit, %B1158
  %.746.sink = phi i64 [ 0, %B1158 ], [ 0, %helper_25.exit ], [ 0, %B680 ], [ 0, %helper_25.exit295 ], [ 0, %B644 ], [ 0, %B90.i ], [ 0, %B820 ], [ 0, %B288.i ], [ 0, %B180.i ], [ 0, %B796 ], [ %.746, %B1292 ], [ %.746, %B1202 ], [ %.746, %B1324 ], [ 0, %B938 ], [ 0, %B584.i ]
  store i64 %.746.sink, ptr %retptr, align 8
  ret void
B442:                                             ; preds = %B316
  %.7.i235 = add i64 %arg.c, 56
  %.8.i236 = inttoptr i64 %.7.i235 to ptr
  %.9.i237 = load i64, ptr %.8.i236, align 8
  %.269 = icmp eq i64 %.8.i, %.9.i237
  br i1 %.269, label %B502, label %B796
B502:                                             ; preds = %B442
  %.280 = add i64 %arg.x, 16
  %.281 = inttoptr i64 %.280 to ptr
  %.282 = load i64, ptr %.281, align 8
  %.6.i.i238 = add i64 %.282, 8
  %.7.i.i239 = inttoptr i64 %.6.i.i238 to ptr
  %.8.i.i240 = load i64, ptr %.7.i.i239, align 8
  %.71.i244 = icmp eq i64 %.8.i.i240, %.9.i234
  br i1 %.71.i244, label %B94.i262, label %B128.i245
B94.i262:                                         ; preds = %B502
  %.79.i263 = add i64 %.282, 16
  %.80.i264 = inttoptr i64 %.79.i263 to ptr
  %.81.i265 = load i64, ptr %.80.i264, align 8
  br label %B348.i250
B128.i245:                                        ; preds = %B502
  %.145.i249 = icmp eq i64 %.8.i.i240, %.9.i
  br i1 %.145.i249, label %B214.i256, label %B348.i250
B214.i256:                                        ; preds = %B128.i245
  %.149.i257 = add i64 %arg.c, 680
  %.151.i258 = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.282, i64 %.149.i257)
  %.160.i259 = inttoptr i64 %.149.i257 to ptr
  %.161.i260 = load i32, ptr %.160.i259, align 4
  %.165.not.i261 = icmp eq i32 %.161.i260, 0
  br i1 %.165.not.i261, label %B348.i250, label %helper_25.exit266
B348.i250:                                        ; preds = %B214.i256, %B128.i245, %B94.i262
  %value.3.0.i251 = phi i64 [ %.81.i265, %B94.i262 ], [ %.151.i258, %B214.i256 ], [ %.17, %B128.i245 ]
  %.179.i252 = sub i64 0, %.17
  %.181.not.i253 = icmp slt i64 %value.3.0.i251, %.179.i252
  %1 = tail call i64 @llvm.smin.i64(i64 %value.3.0.i251, i64 %.17)
  %"$phi380.0.2.0.i254" = select i1 %.181.not.i253, i64 %.17, i64 %1
  br label %helper_25.exit266
helper_25.exit266: ; preds = %B214.i256, %B348.i250
  %storemerge.i255 = phi i64 [ %"$phi380.0.2.0.i254", %B348.i250 ], [ %.17, %B214.i256 ]
  %.312 = add i64 %arg.x, 24
  %.313 = inttoptr i64 %.312 to ptr
  %.314 = load i64, ptr %.313, align 8
  %.316 = add nsw i64 %.17, 1
  %.6.i.i267 = add i64 %.314, 8
  %.7.i.i268 = inttoptr i64 %.6.i.i267 to ptr
  %.8.i.i269 = load i64, ptr %.7.i.i268, align 8
  %.9.i.i272 = load i64, ptr %.8.i233, align 8
  %.71.i273 = icmp eq i64 %.8.i.i269, %.9.i.i272
  br i1 %.71.i273, label %B94.i291, label %B128.i274
B94.i291:                                         ; preds = %helper_25.exit266
  %.79.i292 = add i64 %.314, 16
  %.80.i293 = inttoptr i64 %.79.i292 to ptr
  %.81.i294 = load i64, ptr %.80.i293, align 8
  br label %B348.i279
B128.i274:                                        ; preds = %helper_25.exit266
  %.9.i44.i277 = load i64, ptr %.8.i231, align 8
  %.145.i278 = icmp eq i64 %.8.i.i269, %.9.i44.i277
  br i1 %.145.i278, label %B214.i285, label %B348.i279
B214.i285:                                        ; preds = %B128.i274
  %.149.i286 = add i64 %arg.c, 680
  %.151.i287 = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.314, i64 %.149.i286)
  %.160.i288 = inttoptr i64 %.149.i286 to ptr
  %.161.i289 = load i32, ptr %.160.i288, align 4
  %.165.not.i290 = icmp eq i32 %.161.i289, 0
  br i1 %.165.not.i290, label %B348.i279, label %helper_25.exit295
B348.i279:                                        ; preds = %B214.i285, %B128.i274, %B94.i291
  %value.3.0.i280 = phi i64 [ %.81.i294, %B94.i291 ], [ %.151.i287, %B214.i285 ], [ %.316, %B128.i274 ]
  %.179.i281 = xor i64 %.17, -1
  %.181.not.i282 = icmp slt i64 %value.3.0.i280, %.179.i281
  %2 = tail call i64 @llvm.smin.i64(i64 %value.3.0.i280, i64 %.316)
  %"$phi380.0.2.0.i283" = select i1 %.181.not.i282, i64 %.316, i64 %2
  br label %helper_25.exit295
helper_25.exit295: ; preds = %B214.i285, %B348.i279
  %storemerge.i284 = phi i64 [ %"$phi380.0.2.0.i283", %B348.i279 ], [ %.316, %B214.i285 ]
  %.349 = icmp eq i64 %.77, 0
  br i1 %.349, label %common.ret, label %B644
B644:                                             ; preds = %helper_25.exit295
  %.354 = icmp ne i32 %.70, 1
  %.359 = icmp slt i64 %storemerge.i255, 0
  %or.cond = select i1 %.354, i1 true, i1 %.359
  %.363 = icmp sgt i64 %storemerge.i284, %.17
  %or.cond227 = select i1 %or.cond, i1 true, i1 %.363
  br i1 %or.cond227, label %common.ret, label %B680
B680:                                             ; preds = %B644
  %.369 = add i64 %arg.x, 32
  %.370 = inttoptr i64 %.369 to ptr
  %.371 = load i64, ptr %.370, align 8
  %.7.i296 = add i64 %arg.c, 104
  %.8.i297 = inttoptr i64 %.7.i296 to ptr
  %.9.i298 = load i64, ptr %.8.i297, align 8
  %.400.not = icmp eq i64 %.371, %.9.i298
  %.424 = add nsw i64 %storemerge.i255, %.28
  %.426.not = icmp eq i64 %storemerge.i284, %.424
  %or.cond1 = select i1 %.400.not, i1 %.426.not, i1 false
  br i1 %or.cond1, label %B1036, label %common.ret
B796:                                             ; preds = %B442
  %.456.not = icmp ne i32 %.70, 0
  %.461 = icmp eq i64 %.77, 0
  %or.cond228 = select i1 %.456.not, i1 %.461, i1 false
  br i1 %or.cond228, label %B820, label %common.ret
B820:                                             ; preds = %B796
  %.7.i61.i = add i64 %arg.c, 24
  %.8.i62.i = inttoptr i64 %.7.i61.i to ptr
  %.9.i.i302 = load i64, ptr %.8.i62.i, align 8
  %.64.not.i = icmp eq i64 %.8.i, %.9.i.i302
  br i1 %.64.not.i, label %B90.i, label %common.ret
B90.i:                                            ; preds = %B820
  %.68.i = add i64 %arg.x, 64
  %.69.i = inttoptr i64 %.68.i to ptr
  %.70.i = load i32, ptr %.69.i, align 4
  %3 = and i32 %.70.i, 1
  %.73.i = icmp eq i32 %3, 0
  br i1 %.73.i, label %common.ret, label %B180.i
B180.i:                                           ; preds = %B90.i
  %.84.i = add i64 %arg.x, 56
  %.85.i = inttoptr i64 %.84.i to ptr
  %.86.i = load i64, ptr %.85.i, align 8
  %.89.i = add i64 %.22, 56
  %.90.i = inttoptr i64 %.89.i to ptr
  %.91.i = load i64, ptr %.90.i, align 8
  %.92.not.i = icmp eq i64 %.86.i, %.91.i
  br i1 %.92.not.i, label %B288.i, label %common.ret
B288.i:                                           ; preds = %B180.i
  %.96.i = add i64 %arg.x, 24
  %.97.i = inttoptr i64 %.96.i to ptr
  %.98.i = load i32, ptr %.97.i, align 4
  %.106.not.i = icmp eq i32 %.98.i, %.70
  br i1 %.106.not.i, label %B400.i, label %common.ret
B400.i:                                           ; preds = %B288.i
  %.117.i = add i64 %arg.x, 32
  %.118.i = inttoptr i64 %.117.i to ptr
  %.119.i = load i64, ptr %.118.i, align 8
  %.122.i = add i64 %.22, 32
  %.123.i = inttoptr i64 %.122.i to ptr
  %.124.i = load i64, ptr %.123.i, align 8
  %narrow.i = tail call i32 @llvm.smax.i32(i32 %.98.i, i32 0)
  %storemerge.i303 = zext nneg i32 %narrow.i to i64
  br label %B582.i
B582.i:                                           ; preds = %B584.i, %B400.i
  %.164.0.i = phi i64 [ 0, %B400.i ], [ %.233.i, %B584.i ]
  %exitcond.not.i = icmp eq i64 %.164.0.i, %storemerge.i303
  br i1 %exitcond.not.i, label %B854, label %B584.i
B584.i:                                           ; preds = %B582.i
  %4 = shl i64 %.164.0.i, 3
  %.233.i = add nuw nsw i64 %.164.0.i, 1
  %.260.i = add i64 %4, %.119.i
  %.261.i = inttoptr i64 %.260.i to ptr
  %.262.i = load i64, ptr %.261.i, align 8
  %.265.i = add i64 %4, %.124.i
  %.266.i = inttoptr i64 %.265.i to ptr
  %.267.i = load i64, ptr %.266.i, align 8
  %.268.not.i = icmp eq i64 %.262.i, %.267.i
  br i1 %.268.not.i, label %B582.i, label %common.ret
B854:                                             ; preds = %B582.i
  %.507 = add i64 %arg.x, 16
  %.508 = inttoptr i64 %.507 to ptr
  %.509 = load i64, ptr %.508, align 8
  %storemerge = tail call i64 @llvm.smax.i64(i64 %.28, i64 0)
  %.643 = sub i64 0, %.17
  br label %B936
B936:                                             ; preds = %B938, %B854
  %.539.0 = phi i64 [ 0, %B854 ], [ %.608, %B938 ]
  %exitcond.not = icmp eq i64 %.539.0, %storemerge
  br i1 %exitcond.not, label %B1036, label %B938
B938:                                             ; preds = %B936
  %5 = shl i64 %.539.0, 3
  %.608 = add nuw nsw i64 %.539.0, 1
  %.639 = add i64 %5, %.509
  %.640 = inttoptr i64 %.639 to ptr
  %.641 = load i64, ptr %.640, align 8
  %.644 = icmp sge i64 %.641, %.643
  %.655.not = icmp slt i64 %.641, %.17
  %or.cond229 = and i1 %.644, %.655.not
  br i1 %or.cond229, label %B936, label %common.ret
B1036:                                            ; preds = %B936, %B680, %helper_25.exit
  %data.2.0 = phi i64 [ 0, %helper_25.exit ], [ 0, %B680 ], [ %.509, %B936 ]
  %first.3.0 = phi i64 [ %storemerge.i, %helper_25.exit ], [ %storemerge.i255, %B680 ], [ 0, %B936 ]
  %.7.i304 = add i64 %arg.c, 200
  %.8.i305 = inttoptr i64 %.7.i304 to ptr
  %.9.i306 = load i64, ptr %.8.i305, align 8
  %.741 = add i64 %arg.p, 24
  %.742 = inttoptr i64 %.741 to ptr
  %.743 = load i64, ptr %.742, align 8
  %.746 = tail call i64 @PyObject_Call(i64 %.9.i306, i64 %.743, i64 0)
  %.751 = icmp eq i64 %.746, 0
  br i1 %.751, label %B1158, label %B1190
B1158:                                            ; preds = %B1036
  %.761 = tail call ptr @PyErr_Clear()
  br label %common.ret
B1190:                                            ; preds = %B1036
  %.765.not = icmp eq i64 %data.2.0, 0
  br i1 %.765.not, label %B1292, label %B1202
B1202:                                            ; preds = %B1190
  %.771 = add i64 %.746, 16
  %.772 = inttoptr i64 %.771 to ptr
  %.773 = load i64, ptr %.772, align 8
  %.775 = shl nsw i64 %.28, 3
  %.779 = tail call i64 @memcpy(i64 %.773, i64 %data.2.0, i64 %.775)
  br label %common.ret
B1292:                                            ; preds = %B1190
  %.867307.not = icmp slt i64 %.28, 1
  br i1 %.867307.not, label %common.ret, label %B1324.lr.ph
B1324.lr.ph:                                      ; preds = %B1292
  %.907 = add i64 %.746, 16
  %.908 = inttoptr i64 %.907 to ptr
  br label %B1324
B1324:                                            ; preds = %B1324.lr.ph, %B1324
  %.811.0308 = phi i64 [ 0, %B1324.lr.ph ], [ %.880, %B1324 ]
  %.880 = add nuw nsw i64 %.811.0308, 1
  %.909 = load i64, ptr %.908, align 8
  %.911 = add nsw i64 %.811.0308, %first.3.0
  %.912 = shl i64 %.811.0308, 3
  %.913 = add i64 %.909, %.912
  %.914 = inttoptr i64 %.913 to ptr
  store i64 %.911, ptr %.914, align 8
  %exitcond310.not = icmp eq i64 %.880, %.28
  br i1 %exitcond310.not, label %common.ret, label %B1324
}
define internal fastcc void @helper_13(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 %arg.x, i64 %arg.wanted) unnamed_addr {
entry:
  %.15.i = icmp eq i64 %arg.x, %arg.wanted
  br i1 %.15.i, label %common.ret, label %B20.i
B20.i:                                            ; preds = %entry
  %.6.i.i = add i64 %arg.x, 8
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.6.i36.i = add i64 %arg.wanted, 8
  %.7.i37.i = inttoptr i64 %.6.i36.i to ptr
  %.8.i38.i = load i64, ptr %.7.i37.i, align 8
  %.84.not.i = icmp eq i64 %.8.i.i, %.8.i38.i
  br i1 %.84.not.i, label %B92.i, label %B42
B92.i:                                            ; preds = %B20.i
  %.7.i39.i = add i64 %arg.c, 32
  %.8.i40.i = inttoptr i64 %.7.i39.i to ptr
  %.9.i.i = load i64, ptr %.8.i40.i, align 8
  %.124.i = icmp eq i64 %.8.i.i, %.9.i.i
  br i1 %.124.i, label %B152.i, label %B220.i
B152.i:                                           ; preds = %B92.i
  %.132.i = add i64 %arg.x, 16
  %.133.i = inttoptr i64 %.132.i to ptr
  %.134.i = load i64, ptr %.133.i, align 8
  %.139.i = add i64 %arg.wanted, 16
  %.140.i = inttoptr i64 %.139.i to ptr
  %.141.i = load i64, ptr %.140.i, align 8
  %.144.i = icmp eq i64 %.134.i, %.141.i
  br label %helper_2.exit
B220.i:                                           ; preds = %B92.i
  %.7.i41.i = add i64 %arg.c, 40
  %.8.i42.i = inttoptr i64 %.7.i41.i to ptr
  %.9.i43.i = load i64, ptr %.8.i42.i, align 8
  %.175.i = icmp eq i64 %.8.i.i, %.9.i43.i
  br i1 %.175.i, label %B340.i, label %B280.i
B280.i:                                           ; preds = %B220.i
  %.7.i44.i = add i64 %arg.c, 48
  %.8.i45.i = inttoptr i64 %.7.i44.i to ptr
  %.9.i46.i = load i64, ptr %.8.i45.i, align 8
  %.206.i = icmp eq i64 %.8.i.i, %.9.i46.i
  br i1 %.206.i, label %B340.i, label %B42
B340.i:                                           ; preds = %B280.i, %B220.i
  %.217.i = tail call i32 @PyObject_RichCompareBool(i64 %arg.x, i64 %arg.wanted, i32 2)
  %.223.i = icmp eq i32 %.217.i, 1
  br label %helper_2.exit
helper_2.exit: ; preds = %B152.i, %B340.i
  %.17.0.shrunk = phi i1 [ %.144.i, %B152.i ], [ %.223.i, %B340.i ]
  br i1 %.17.0.shrunk, label %common.ret, label %B42
common.ret:                                       ; preds = %B250.backedge, %helper_2.exit113, %B280.i93, %B20.i74, %B42, %B128, %helper_2.exit, %entry
  %.sink = phi i8 [ 1, %entry ], [ 1, %helper_2.exit ], [ 0, %B128 ], [ 0, %B42 ], [ 1, %B250.backedge ], [ 0, %helper_2.exit113 ], [ 0, %B280.i93 ], [ 0, %B20.i74 ]
  store i8 %.sink, ptr %retptr, align 1
  ret void
B42:                                              ; preds = %B20.i, %B280.i, %helper_2.exit
  %.6.i = add i64 %arg.x, 8
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.7.i65 = add i64 %arg.c, 56
  %.8.i66 = inttoptr i64 %.7.i65 to ptr
  %.9.i = load i64, ptr %.8.i66, align 8
  %.114.not = icmp eq i64 %.8.i, %.9.i
  br i1 %.114.not, label %B128, label %common.ret
B128:                                             ; preds = %B42
  %.6.i67 = add i64 %arg.wanted, 8
  %.7.i68 = inttoptr i64 %.6.i67 to ptr
  %.8.i69 = load i64, ptr %.7.i68, align 8
  %.168.not = icmp eq i64 %.8.i69, %.9.i
  br i1 %.168.not, label %B250.preheader, label %common.ret
B250.preheader:                                   ; preds = %B128
  %.7.i39.i84 = add i64 %arg.c, 32
  %.8.i40.i85 = inttoptr i64 %.7.i39.i84 to ptr
  %.7.i41.i89 = add i64 %arg.c, 40
  %.8.i42.i90 = inttoptr i64 %.7.i41.i89 to ptr
  %.7.i44.i94 = add i64 %arg.c, 48
  %.8.i45.i95 = inttoptr i64 %.7.i44.i94 to ptr
  br label %B252
B252:                                             ; preds = %B250.preheader, %B250.backedge
  %.205.1116 = phi i64 [ 2, %B250.preheader ], [ %.205.1, %B250.backedge ]
  %.202.1115 = phi i64 [ 3, %B250.preheader ], [ %.202.1, %B250.backedge ]
  %.202.0114 = phi i64 [ 2, %B250.preheader ], [ %.202.1115, %B250.backedge ]
  %0 = shl i64 %.202.0114, 3
  %.299 = add i64 %0, %arg.x
  %.300 = inttoptr i64 %.299 to ptr
  %.301 = load i64, ptr %.300, align 8
  %.304 = add i64 %0, %arg.wanted
  %.305 = inttoptr i64 %.304 to ptr
  %.306 = load i64, ptr %.305, align 8
  %.15.i73 = icmp eq i64 %.301, %.306
  br i1 %.15.i73, label %B250.backedge, label %B20.i74
B20.i74:                                          ; preds = %B252
  %.6.i.i75 = add i64 %.301, 8
  %.7.i.i76 = inttoptr i64 %.6.i.i75 to ptr
  %.8.i.i77 = load i64, ptr %.7.i.i76, align 8
  %.6.i36.i78 = add i64 %.306, 8
  %.7.i37.i79 = inttoptr i64 %.6.i36.i78 to ptr
  %.8.i38.i80 = load i64, ptr %.7.i37.i79, align 8
  %.84.not.i81 = icmp eq i64 %.8.i.i77, %.8.i38.i80
  br i1 %.84.not.i81, label %B92.i83, label %common.ret
B92.i83:                                          ; preds = %B20.i74
  %.9.i.i86 = load i64, ptr %.8.i40.i85, align 8
  %.124.i87 = icmp eq i64 %.8.i.i77, %.9.i.i86
  br i1 %.124.i87, label %B152.i103, label %B220.i88
B152.i103:                                        ; preds = %B92.i83
  %.132.i104 = add i64 %.301, 16
  %.133.i105 = inttoptr i64 %.132.i104 to ptr
  %.134.i106 = load i64, ptr %.133.i105, align 8
  %.139.i107 = add i64 %.306, 16
  %.140.i108 = inttoptr i64 %.139.i107 to ptr
  %.141.i109 = load i64, ptr %.140.i108, align 8
  %.144.i110 = icmp eq i64 %.134.i106, %.141.i109
  br label %helper_2.exit113
B220.i88:                                         ; preds = %B92.i83
  %.9.i43.i91 = load i64, ptr %.8.i42.i90, align 8
  %.175.i92 = icmp eq i64 %.8.i.i77, %.9.i43.i91
  br i1 %.175.i92, label %B340.i99, label %B280.i93
B280.i93:                                         ; preds = %B220.i88
  %.9.i46.i96 = load i64, ptr %.8.i45.i95, align 8
  %.206.i97 = icmp eq i64 %.8.i.i77, %.9.i46.i96
  br i1 %.206.i97, label %B340.i99, label %common.ret
B340.i99:                                         ; preds = %B280.i93, %B220.i88
  %.217.i100 = tail call i32 @PyObject_RichCompareBool(i64 %.301, i64 %.306, i32 2)
  %.223.i101 = icmp eq i32 %.217.i100, 1
  br label %helper_2.exit113
helper_2.exit113: ; preds = %B152.i103, %B340.i99
  %.308.0.shrunk = phi i1 [ %.144.i110, %B152.i103 ], [ %.223.i101, %B340.i99 ]
  br i1 %.308.0.shrunk, label %B250.backedge, label %common.ret
B250.backedge:                                    ; preds = %helper_2.exit113, %B252
  %.258 = icmp ne i64 %.205.1116, 0
  %.271 = zext i1 %.258 to i64
  %.202.1 = add i64 %.202.1115, %.271
  %.267 = sext i1 %.258 to i64
  %.205.1 = add nsw i64 %.205.1116, %.267
  br i1 %.258, label %B252, label %common.ret
}
declare i32 @memcmp(i64, i64, i64) local_unnamed_addr
define internal fastcc void @helper_9(ptr noalias nocapture nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.c, i64 %arg.x, i64 %arg.owner, i64 range(i64 0, 17) %arg.one) unnamed_addr {
entry:
  %.6.i = add i64 %arg.owner, 8
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.8.i172 = add i64 %arg.c, 264
  %.9.i = inttoptr i64 %.8.i172 to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = add nsw i64 %.10.i, %arg.x
  %.14.i = inttoptr i64 %.11.i to ptr
  %.15.i = load i64, ptr %.14.i, align 8
  %.8.i173 = add i64 %arg.c, 472
  %.9.i174 = inttoptr i64 %.8.i173 to ptr
  %.10.i175 = load i64, ptr %.9.i174, align 8
  %.11.i176 = add nsw i64 %.10.i175, %arg.owner
  %.14.i177 = inttoptr i64 %.11.i176 to ptr
  %.15.i178 = load i64, ptr %.14.i177, align 8
  %.7.i179 = add i64 %arg.c, 672
  %.8.i180 = inttoptr i64 %.7.i179 to ptr
  %.9.i181 = load i64, ptr %.8.i180, align 8
  %.141.not = icmp eq i64 %.15.i178, %.9.i181
  br i1 %.141.not, label %B216, label %common.ret
common.ret:                                       ; preds = %B1654, %B1666, %B1016, %B1126, %entry, %B1756
  %found.6.0.sink = phi i64 [ %found.6.0, %B1756 ], [ 0, %entry ], [ 0, %B1126 ], [ 0, %B1016 ], [ 0, %B1666 ], [ 0, %B1654 ]
  store i64 %found.6.0.sink, ptr %retptr, align 8
  ret void
B216:                                             ; preds = %entry
  %.7.i182 = add i64 %arg.c, 208
  %.8.i183 = inttoptr i64 %.7.i182 to ptr
  %.9.i184 = load i64, ptr %.8.i183, align 8
  %.186 = icmp eq i64 %.8.i, %.9.i184
  br i1 %.186, label %B456, label %B276
B276:                                             ; preds = %B216
  %.7.i185 = add i64 %arg.c, 240
  %.8.i186 = inttoptr i64 %.7.i185 to ptr
  %.9.i187 = load i64, ptr %.8.i186, align 8
  %.215 = icmp eq i64 %.8.i, %.9.i187
  br i1 %.215, label %B456, label %B336
B336:                                             ; preds = %B276
  %.7.i188 = add i64 %arg.c, 232
  %.8.i189 = inttoptr i64 %.7.i188 to ptr
  %.9.i190 = load i64, ptr %.8.i189, align 8
  %.244 = icmp eq i64 %.8.i, %.9.i190
  br i1 %.244, label %B456, label %B396
B396:                                             ; preds = %B336
  %.7.i191 = add i64 %arg.c, 248
  %.8.i192 = inttoptr i64 %.7.i191 to ptr
  %.9.i193 = load i64, ptr %.8.i192, align 8
  %.273 = icmp eq i64 %.8.i, %.9.i193
  br i1 %.273, label %B456, label %B644
B456:                                             ; preds = %B396, %B336, %B276, %B216
  %.8.i194 = add i64 %arg.c, 488
  %.9.i195 = inttoptr i64 %.8.i194 to ptr
  %.10.i196 = load i64, ptr %.9.i195, align 8
  %.11.i197 = add nsw i64 %.10.i196, %arg.owner
  %.14.i198 = inttoptr i64 %.11.i197 to ptr
  %.15.i199 = load i64, ptr %.14.i198, align 8
  %.316.not = icmp eq i64 %.15.i199, 0
  br i1 %.316.not, label %B1654, label %B522
B522:                                             ; preds = %B456
  %.6.i200 = add i64 %.15.i199, 8
  %.7.i201 = inttoptr i64 %.6.i200 to ptr
  %.8.i202 = load i64, ptr %.7.i201, align 8
  %.7.i203 = add i64 %arg.c, 72
  %.8.i204 = inttoptr i64 %.7.i203 to ptr
  %.9.i205 = load i64, ptr %.8.i204, align 8
  %.375 = icmp eq i64 %.8.i202, %.9.i205
  br i1 %.375, label %B608, label %B1654
B608:                                             ; preds = %B522
  %.379 = tail call i64 @PyDict_GetItem(i64 %.15.i199, i64 %.15.i)
  br label %B1654
B644:                                             ; preds = %B396
  %.7.i206 = add i64 %arg.c, 224
  %.8.i207 = inttoptr i64 %.7.i206 to ptr
  %.9.i208 = load i64, ptr %.8.i207, align 8
  %.433 = icmp eq i64 %.8.i, %.9.i208
  br i1 %.433, label %B704, label %B954
B704:                                             ; preds = %B644
  %.8.i209 = add i64 %arg.c, 536
  %.9.i210 = inttoptr i64 %.8.i209 to ptr
  %.10.i211 = load i64, ptr %.9.i210, align 8
  %.11.i212 = add nsw i64 %.10.i211, %arg.owner
  %.14.i213 = inttoptr i64 %.11.i212 to ptr
  %.15.i214 = load i64, ptr %.14.i213, align 8
  %.473 = tail call i64 @PyTuple_GetItem(i64 %.15.i214, i64 0)
  %.8.i215 = add i64 %arg.c, 576
  %.9.i216 = inttoptr i64 %.8.i215 to ptr
  %.10.i217 = load i64, ptr %.9.i216, align 8
  %.11.i218 = add nsw i64 %.10.i217, %.473
  %.14.i219 = inttoptr i64 %.11.i218 to ptr
  %.15.i220 = load i64, ptr %.14.i219, align 8
  %.499 = tail call i64 @PyLong_AsLongLong(i64 %.15.i220)
  %.501 = tail call i64 @PyLong_AsLongLong(i64 %.15.i)
  %.504 = icmp eq i64 %.499, %.501
  br i1 %.504, label %B896, label %B1654
B896:                                             ; preds = %B704
  %.8.i221 = add i64 %arg.c, 528
  %.9.i222 = inttoptr i64 %.8.i221 to ptr
  %.10.i223 = load i64, ptr %.9.i222, align 8
  %.11.i224 = add nsw i64 %.10.i223, %arg.owner
  %.14.i225 = inttoptr i64 %.11.i224 to ptr
  %.15.i226 = load i64, ptr %.14.i225, align 8
  br label %B1654
B954:                                             ; preds = %B644
  %.7.i227 = add i64 %arg.c, 216
  %.8.i228 = inttoptr i64 %.7.i227 to ptr
  %.9.i229 = load i64, ptr %.8.i228, align 8
  %.584 = icmp eq i64 %.8.i, %.9.i229
  br i1 %.584, label %B1016, label %B1654
B1016:                                            ; preds = %B954
  %.8.i230 = add i64 %arg.c, 512
  %.9.i231 = inttoptr i64 %.8.i230 to ptr
  %.10.i232 = load i64, ptr %.9.i231, align 8
  %.11.i233 = add nsw i64 %.10.i232, %arg.owner
  %.14.i234 = inttoptr i64 %.11.i233 to ptr
  %.15.i235 = load i64, ptr %.14.i234, align 8
  %.7.i236 = add i64 %arg.c, 104
  %.8.i237 = inttoptr i64 %.7.i236 to ptr
  %.9.i238 = load i64, ptr %.8.i237, align 8
  %.645.not = icmp eq i64 %.15.i235, %.9.i238
  br i1 %.645.not, label %B1126, label %common.ret
B1126:                                            ; preds = %B1016
  %.8.i239 = add i64 %arg.c, 520
  %.9.i240 = inttoptr i64 %.8.i239 to ptr
  %.10.i241 = load i64, ptr %.9.i240, align 8
  %.11.i242 = add nsw i64 %.10.i241, %arg.owner
  %.14.i243 = inttoptr i64 %.11.i242 to ptr
  %.15.i244 = load i64, ptr %.14.i243, align 8
  %.6.i245 = add i64 %.15.i244, 16
  %.7.i246 = inttoptr i64 %.6.i245 to ptr
  %.8.i247 = load i64, ptr %.7.i246, align 8
  %.699.not = icmp eq i64 %.8.i247, 0
  br i1 %.699.not, label %B1218, label %common.ret
B1218:                                            ; preds = %B1126
  %.8.i248 = add i64 %arg.c, 496
  %.9.i249 = inttoptr i64 %.8.i248 to ptr
  %.10.i250 = load i64, ptr %.9.i249, align 8
  %.11.i251 = add nsw i64 %.10.i250, %arg.owner
  %.14.i252 = inttoptr i64 %.11.i251 to ptr
  %.15.i253 = load i64, ptr %.14.i252, align 8
  %.6.i254 = add i64 %.15.i253, 8
  %.7.i255 = inttoptr i64 %.6.i254 to ptr
  %.8.i256 = load i64, ptr %.7.i255, align 8
  %.7.i257 = add i64 %arg.c, 64
  %.8.i258 = inttoptr i64 %.7.i257 to ptr
  %.9.i259 = load i64, ptr %.8.i258, align 8
  %.801 = icmp eq i64 %.8.i256, %.9.i259
  br i1 %.801, label %B1358, label %B1480
B1358:                                            ; preds = %B1218
  %.809 = tail call i64 @PyLong_AsLongLong(i64 %.15.i)
  %.6.i260 = add i64 %.15.i253, 16
  %.7.i261 = inttoptr i64 %.6.i260 to ptr
  %.8.i262 = load i64, ptr %.7.i261, align 8
  %.836 = icmp slt i64 %.809, %.8.i262
  br i1 %.836, label %B1422, label %B1480
B1422:                                            ; preds = %B1358
  %.839 = tail call i64 @PyLong_AsLongLong(i64 %.15.i)
  %.841 = tail call i64 @PyList_GetItem(i64 %.15.i253, i64 %.839)
  br label %B1480
B1480:                                            ; preds = %B1358, %B1218, %B1422
  %found.5.1 = phi i64 [ %.841, %B1422 ], [ 0, %B1358 ], [ 0, %B1218 ]
  %.858.not = icmp eq i64 %arg.one, 0
  br i1 %.858.not, label %B1654, label %B1492
B1492:                                            ; preds = %B1480
  %.867 = icmp eq i64 %found.5.1, 0
  br i1 %.867, label %B1564, label %B1504
B1504:                                            ; preds = %B1492
  %.9.i265 = load i64, ptr %.8.i237, align 8
  %.904 = icmp eq i64 %found.5.1, %.9.i265
  br i1 %.904, label %B1564, label %B1654
B1564:                                            ; preds = %B1504, %B1492
  %.8.i266 = add i64 %arg.c, 504
  %.9.i267 = inttoptr i64 %.8.i266 to ptr
  %.10.i268 = load i64, ptr %.9.i267, align 8
  %.11.i269 = add nsw i64 %.10.i268, %arg.owner
  %.14.i270 = inttoptr i64 %.11.i269 to ptr
  %.15.i271 = load i64, ptr %.14.i270, align 8
  %.942 = tail call i64 @PyLong_AsLongLong(i64 %.15.i)
  %.945 = shl nsw i64 %.942, 3
  br label %B1654
B1654:                                            ; preds = %B704, %B896, %B608, %B456, %B522, %B1564, %B1504, %B954, %B1480
  %found.6.0 = phi i64 [ %.15.i271, %B1564 ], [ %found.5.1, %B1504 ], [ %found.5.1, %B1480 ], [ 0, %B954 ], [ %.379, %B608 ], [ 0, %B522 ], [ 0, %B456 ], [ %.15.i226, %B896 ], [ 0, %B704 ]
  %within.2.0 = phi i64 [ %.945, %B1564 ], [ 0, %B1504 ], [ 0, %B1480 ], [ 0, %B954 ], [ 0, %B608 ], [ 0, %B522 ], [ 0, %B456 ], [ 0, %B896 ], [ 0, %B704 ]
  %.964 = icmp eq i64 %found.6.0, 0
  br i1 %.964, label %common.ret, label %B1666
B1666:                                            ; preds = %B1654
  %.6.i272 = add i64 %found.6.0, 8
  %.7.i273 = inttoptr i64 %.6.i272 to ptr
  %.8.i274 = load i64, ptr %.7.i273, align 8
  %.7.i275 = add i64 %arg.c, 24
  %.8.i276 = inttoptr i64 %.7.i275 to ptr
  %.9.i277 = load i64, ptr %.8.i276, align 8
  %.1018.not = icmp eq i64 %.8.i274, %.9.i277
  br i1 %.1018.not, label %B1756, label %common.ret
B1756:                                            ; preds = %B1666
  %.1030 = add i64 %found.6.0, 16
  %.1031 = inttoptr i64 %.1030 to ptr
  %.1032 = load i64, ptr %.1031, align 8
  %.1034 = add nsw i64 %.1032, %within.2.0
  %.1039 = add i64 %arg.c, 680
  %.1040 = inttoptr i64 %.1039 to ptr
  store i64 %.1034, ptr %.1040, align 8
  br label %common.ret
}
declare i32 @PyObject_RichCompareBool(i64, i64, i32) local_unnamed_addr
declare i32 @PyDict_Next(i64, i64, i64, i64) local_unnamed_addr
define i64 @sweep_method(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6) local_unnamed_addr {
entry:
  %.8 = alloca i64, align 8
  store i64 0, ptr %.8, align 8
  call fastcc void @helper_0(ptr %.8, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6)
  %.22 = load i64, ptr %.8, align 8
  ret i64 %.22
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i32 @llvm.smax.i32(i32, i32)
