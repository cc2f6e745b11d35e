; d23491e94078fa43ed16f51a9cbaa82fa2349551127381d665042c4e5006c5b7
; numba 0.62, llvmlite 0.45, Python 3.11, x86_64
define internal fastcc void @helper_0(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 %arg.x, i64 %arg.args, i64 %arg.n, i64 %arg.names, i64 %arg.k) unnamed_addr {
entry:
  %.369.i229.i.i = alloca i64, align 8
  %.982.i.i.i = alloca i64, align 8
  %.1497.i.i.i = alloca i8, align 1
  %.1496.i.i.i = alloca i8, align 1
  %.1110.i = alloca i64, align 8
  %.21 = mul i64 %arg.k, 24
  %.22 = add i64 %arg.c, 2496
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
  %.95.i = add i64 %arg.c, 576
  %.96.i = inttoptr i64 %.95.i to ptr
  store i64 %arg.x, ptr %.96.i, align 8
  %.180301.not.i = icmp slt i64 %arg.n, 1
  br i1 %.180301.not.i, label %B332.i, label %B234.lr.ph.i
B234.lr.ph.i:                                     ; preds = %B148.i
  %.226.i = add i64 %arg.c, 584
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
  %.355.i = add nsw i64 %arg.n, 73
  %.367.i = add nsw i64 %arg.n, 74
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
  %.7.i277.i = add i64 %arg.c, 160
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
  %.628.i = add i64 %arg.c, 560
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
  %.1011.i = add i64 %arg.c, 576
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
  %.1028.i = add i64 %arg.c, 552
  %.1029.i = inttoptr i64 %.1028.i to ptr
  store i64 0, ptr %.1029.i, align 8
  %.1042.i = add i64 %arg.c, 576
  %invariant.op.i = add i64 %arg.c, 584
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
  %.1177.i = add i64 %arg.c, 576
  %.1178.i = inttoptr i64 %.1177.i to ptr
  store i64 %.1104.i, ptr %.1178.i, align 8
  %.1186.i = add i64 %arg.c, 584
  %.1187.i = inttoptr i64 %.1186.i to ptr
  store i64 %arg.x, ptr %.1187.i, align 8
  br label %helper_1.exit
B2120.i:                                          ; preds = %B1918.i, %B1810.i
  %.1199.i = add i64 %arg.c, 576
  %.1200.i = inttoptr i64 %.1199.i to ptr
  store i64 %arg.x, ptr %.1200.i, align 8
  %.1208.i = add i64 %arg.c, 584
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
  %.7.i = add i64 %arg.c, 168
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
  br i1 %.175, label %B410, label %B696
B410:                                             ; preds = %B398
  %.179 = and i64 %.37, 1
  store i64 0, ptr %.1110.i, align 8
  %.16.i = tail call i64 @PyThreadState_GetDict()
  %.7.i.i84 = add i64 %arg.c, 120
  %.8.i.i85 = inttoptr i64 %.7.i.i84 to ptr
  %.9.i.i86 = load i64, ptr %.8.i.i85, align 8
  %.45.i = tail call i64 @PyDict_GetItem(i64 %.16.i, i64 %.9.i.i86)
  %.50.i = icmp eq i64 %.45.i, 0
  br i1 %.50.i, label %helper_3.exit, label %B134.i87
B134.i87:                                         ; preds = %B410
  %.8.i247.i = add i64 %arg.c, 480
  %.9.i248.i = inttoptr i64 %.8.i247.i to ptr
  %.10.i.i = load i64, ptr %.9.i248.i, align 8
  %.11.i.i = add nsw i64 %.10.i.i, %.45.i
  %.14.i.i = inttoptr i64 %.11.i.i to ptr
  %.15.i.i88 = load i64, ptr %.14.i.i, align 8
  %.7.i249.i = add i64 %arg.c, 144
  %.8.i250.i = inttoptr i64 %.7.i249.i to ptr
  %.9.i251.i = load i64, ptr %.8.i250.i, align 8
  %.7.i252.i = add i64 %arg.c, 96
  %.8.i253.i = inttoptr i64 %.7.i252.i to ptr
  %.9.i254.i = load i64, ptr %.8.i253.i, align 8
  %.150.i = icmp eq i64 %.15.i.i88, %.9.i254.i
  br i1 %.150.i, label %B808.i, label %B306.i
B306.i:                                           ; preds = %B134.i87
  %.6.i.i89 = add i64 %.15.i.i88, 8
  %.7.i255.i = inttoptr i64 %.6.i.i89 to ptr
  %.8.i256.i = load i64, ptr %.7.i255.i, align 8
  %.7.i257.i = add i64 %arg.c, 8
  %.8.i258.i = inttoptr i64 %.7.i257.i to ptr
  %.9.i259.i = load i64, ptr %.8.i258.i, align 8
  %.218.not.i = icmp eq i64 %.8.i256.i, %.9.i259.i
  br i1 %.218.not.i, label %B392.i, label %helper_3.exit
B392.i:                                           ; preds = %B306.i
  %.8.i260.i = add i64 %arg.c, 328
  %.9.i261.i = inttoptr i64 %.8.i260.i to ptr
  %.10.i262.i = load i64, ptr %.9.i261.i, align 8
  %.11.i263.i = add nsw i64 %.10.i262.i, %.15.i.i88
  %.14.i264.i = inttoptr i64 %.11.i263.i to ptr
  %.15.i265.i = load i64, ptr %.14.i264.i, align 8
  %.7.i266.i = add i64 %arg.c, 112
  %.8.i267.i = inttoptr i64 %.7.i266.i to ptr
  %.9.i268.i = load i64, ptr %.8.i267.i, align 8
  %.273.not.i = icmp eq i64 %.15.i265.i, %.9.i268.i
  br i1 %.273.not.i, label %B516.i, label %helper_3.exit
B516.i:                                           ; preds = %B392.i
  %.8.i269.i = add i64 %arg.c, 320
  %.9.i270.i = inttoptr i64 %.8.i269.i to ptr
  %.10.i271.i = load i64, ptr %.9.i270.i, align 8
  %.11.i272.i = add nsw i64 %.10.i271.i, %.15.i.i88
  %.14.i273.i = inttoptr i64 %.11.i272.i to ptr
  %.15.i274.i = load i64, ptr %.14.i273.i, align 8
  %.346.i = icmp eq i64 %.15.i274.i, %.9.i254.i
  br i1 %.346.i, label %helper_3.exit, label %B630.i
B630.i:                                           ; preds = %B516.i
  %.8.i278.i90 = add i64 %arg.c, 312
  %.9.i279.i = inttoptr i64 %.8.i278.i90 to ptr
  %.10.i280.i = load i64, ptr %.9.i279.i, align 8
  %.11.i281.i = add nsw i64 %.10.i280.i, %.15.i.i88
  %.14.i282.i = inttoptr i64 %.11.i281.i to ptr
  %.15.i283.i = load i64, ptr %.14.i282.i, align 8
  %.6.i284.i = add i64 %.15.i283.i, 16
  %.7.i285.i = inttoptr i64 %.6.i284.i to ptr
  %.8.i286.i = load i64, ptr %.7.i285.i, align 8
  %.8.i287.i91 = add i64 %arg.c, 440
  %.9.i288.i = inttoptr i64 %.8.i287.i91 to ptr
  %.10.i289.i = load i64, ptr %.9.i288.i, align 8
  %.11.i290.i = add nsw i64 %.10.i289.i, %.15.i274.i
  %.14.i291.i = inttoptr i64 %.11.i290.i to ptr
  %.15.i292.i = load i64, ptr %.14.i291.i, align 8
  %.437.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i292.i)
  %.438.not.i = icmp eq i64 %.8.i286.i, %.437.i
  br i1 %.438.not.i, label %B808.i, label %helper_3.exit
B808.i:                                           ; preds = %B630.i, %B134.i87
  %node.2.0.i = phi i64 [ %.15.i274.i, %B630.i ], [ %.9.i251.i, %B134.i87 ]
  %run.2.0.i = phi i64 [ %.15.i.i88, %B630.i ], [ 0, %B134.i87 ]
  %.7.i.i.i92 = add i64 %arg.c, 128
  %.8.i.i.i93 = inttoptr i64 %.7.i.i.i92 to ptr
  %.9.i.i.i94 = load i64, ptr %.8.i.i.i93, align 8
  %.37.i.i = add i64 %arg.c, 552
  %.38.i.i = tail call i32 @PyContextVar_Get(i64 %.9.i.i.i94, i64 0, i64 %.37.i.i)
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
  %.8.i293.i95 = add i64 %arg.c, 528
  %.9.i294.i = inttoptr i64 %.8.i293.i95 to ptr
  %.10.i295.i = load i64, ptr %.9.i294.i, align 8
  %.11.i296.i = add nsw i64 %.10.i295.i, %storemerge.i.i
  %.14.i297.i = inttoptr i64 %.11.i296.i to ptr
  %.15.i298.i = load i64, ptr %.14.i297.i, align 8
  %.7.i299.i = add i64 %arg.c, 104
  %.8.i300.i = inttoptr i64 %.7.i299.i to ptr
  %.9.i301.i = load i64, ptr %.8.i300.i, align 8
  %.563.i = icmp ne i64 %.15.i298.i, %.9.i301.i
  %not..563.i = xor i1 %.563.i, true
  %"$phi980.0.2.0.i" = zext i1 %not..563.i to i64
  %.579.i = icmp eq i64 %run.2.0.i, 0
  br i1 %.579.i, label %B994.i, label %B1144.i
B994.i:                                           ; preds = %B864.i
  %.8.i302.i = add i64 %arg.c, 520
  %.9.i303.i = inttoptr i64 %.8.i302.i to ptr
  %.10.i304.i = load i64, ptr %.9.i303.i, align 8
  %.11.i305.i = add nsw i64 %.10.i304.i, %storemerge.i.i
  %.14.i306.i = inttoptr i64 %.11.i305.i to ptr
  %.15.i307.i = load i64, ptr %.14.i306.i, align 8
  %.634.not.i = icmp ne i64 %.15.i307.i, %.9.i301.i
  %.640.i = icmp sgt i64 %code.2.0, -1
  %or.cond.i104 = select i1 %.563.i, i1 %.640.i, i1 false
  %or.cond246.i = select i1 %.634.not.i, i1 true, i1 %or.cond.i104
  br i1 %or.cond246.i, label %helper_3.exit, label %B1220.i
B1144.i:                                          ; preds = %B864.i
  %.8.i311.i = add i64 %arg.c, 336
  %.9.i312.i = inttoptr i64 %.8.i311.i to ptr
  %.10.i313.i = load i64, ptr %.9.i312.i, align 8
  %.11.i314.i = add nsw i64 %.10.i313.i, %run.2.0.i
  %.14.i315.i = inttoptr i64 %.11.i314.i to ptr
  %.15.i316.i = load i64, ptr %.14.i315.i, align 8
  %.691.not.i = icmp eq i64 %.15.i316.i, %storemerge.i.i
  br i1 %.691.not.i, label %B1220.i, label %helper_3.exit
B1220.i:                                          ; preds = %B1144.i, %B994.i
  %.714357.i = icmp slt i64 %code.2.0, 0
  %2 = sub nsw i64 0, %"$phi980.0.2.0.i"
  %"$phi1250.0.2.0.p.i" = select i1 %.714357.i, i64 %2, i64 %"$phi980.0.2.0.i"
  %"$phi1250.0.2.0.i" = add i64 %"$phi1250.0.2.0.p.i", %code.2.0
  %.8.i317.i = add i64 %arg.c, 432
  %.9.i318.i = inttoptr i64 %.8.i317.i to ptr
  %.10.i319.i = load i64, ptr %.9.i318.i, align 8
  %.11.i320.i = add nsw i64 %.10.i319.i, %node.2.0.i
  %.14.i321.i = inttoptr i64 %.11.i320.i to ptr
  %.15.i322.i = load i64, ptr %.14.i321.i, align 8
  %.6.i323.i = add i64 %.15.i322.i, 16
  %.7.i324.i = inttoptr i64 %.6.i323.i to ptr
  %.8.i325.i = load i64, ptr %.7.i324.i, align 8
  %.892373.i = icmp sgt i64 %.8.i325.i, 0
  br i1 %.892373.i, label %B1406.lr.ph.i, label %helper_3.exit
B1406.lr.ph.i:                                    ; preds = %B1220.i
  %spec.store.select.i = tail call i64 @llvm.smin.i64(i64 %.8.i325.i, i64 8)
  %.838.1376.i = add nsw i64 %spec.store.select.i, -1
  %.8.i326.i = add i64 %arg.c, 448
  %.9.i327.i = inttoptr i64 %.8.i326.i to ptr
  %.105524.not.i.i = icmp eq i64 %count.2.0, 0
  %.49.1526.i.i = add nsw i64 %count.2.0, -1
  %3 = add i64 %arg.c, 576
  %.7.i61.i539.i.i.i = add i64 %arg.c, 24
  %.8.i62.i540.i.i.i = inttoptr i64 %.7.i61.i539.i.i.i to ptr
  %.7.i46.i496.i.i.i = add i64 %arg.c, 88
  %.8.i47.i497.i.i.i = inttoptr i64 %.7.i46.i496.i.i.i to ptr
  %.7.i48.i505.i.i.i = add i64 %arg.c, 32
  %.8.i49.i506.i.i.i = inttoptr i64 %.7.i48.i505.i.i.i to ptr
  %.7.i51.i517.i.i.i = add i64 %arg.c, 40
  %.8.i52.i518.i.i.i = inttoptr i64 %.7.i51.i517.i.i.i to ptr
  %.203.i530.i.i.i = inttoptr i64 %.37.i.i to ptr
  %.1458.i.i.i = add i64 %arg.c, 1344
  %.8.i478.i.i.i = add i64 %arg.c, 312
  %.9.i479.i.i.i = inttoptr i64 %.8.i478.i.i.i to ptr
  %.8.i469.i.i.i = inttoptr i64 %arg.c to ptr
  %.565.i.i.i = icmp eq i64 %.179, 0
  %.7.i424.i.i.i = add i64 %arg.c, 192
  %.8.i425.i.i.i = inttoptr i64 %.7.i424.i.i.i to ptr
  %.8.i427.i.i.i = add i64 %arg.c, 200
  %.9.i428.i.i.i = inttoptr i64 %.8.i427.i.i.i to ptr
  %.8.i.i433.i.i.i = add i64 %arg.c, 224
  %.9.i.i434.i.i.i = inttoptr i64 %.8.i.i433.i.i.i to ptr
  %.8.i21.i441.i.i.i = add i64 %arg.c, 464
  %.9.i22.i442.i.i.i = inttoptr i64 %.8.i21.i441.i.i.i to ptr
  %.8.i459.i.i.i = add i64 %arg.c, 352
  %.9.i460.i.i.i = inttoptr i64 %.8.i459.i.i.i to ptr
  %.8.i392.i.i.i = add i64 %arg.c, 232
  %.9.i393.i.i.i = inttoptr i64 %.8.i392.i.i.i to ptr
  %.8.i398.i.i.i = add i64 %arg.c, 208
  %.9.i399.i.i.i = inttoptr i64 %.8.i398.i.i.i to ptr
  %.7.i198.i.i = add i64 %arg.c, 64
  %.8.i199.i.i = inttoptr i64 %.7.i198.i.i to ptr
  %.8.i.i489.i.i = add i64 %arg.c, 248
  %.9.i.i490.i.i = inttoptr i64 %.8.i.i489.i.i to ptr
  %.131.i456.i.i = add i64 %arg.c, 8
  %.139.i457.i.i = add i64 %arg.c, 16
  %.52.i.i = inttoptr i64 %3 to ptr
  %.8.i124.i.i = add i64 %arg.c, 472
  %.9.i125.i.i = inttoptr i64 %.8.i124.i.i to ptr
  %.8.i138.i.i = add i64 %arg.c, 368
  %.9.i139.i.i = inttoptr i64 %.8.i138.i.i to ptr
  %.8.i144.i.i = add i64 %arg.c, 456
  %.9.i145.i.i = inttoptr i64 %.8.i144.i.i to ptr
  %.8.i150.i.i = add i64 %arg.c, 504
  %.9.i151.i.i = inttoptr i64 %.8.i150.i.i to ptr
  %.8.i158.i.i = add i64 %arg.c, 512
  %.9.i159.i.i = inttoptr i64 %.8.i158.i.i to ptr
  br label %B1406.i
B1406.i:                                          ; preds = %B1973.i, %B1406.lr.ph.i
  %.838.1379.i = phi i64 [ %.838.1376.i, %B1406.lr.ph.i ], [ %.838.1.i, %B1973.i ]
  %.835.1378.i = phi i64 [ 1, %B1406.lr.ph.i ], [ %.835.1.i, %B1973.i ]
  %.835.0377.i = phi i64 [ 0, %B1406.lr.ph.i ], [ %.835.1378.i, %B1973.i ]
  %.931.i = tail call i64 @PyList_GetItem(i64 %.15.i322.i, i64 %.835.0377.i)
  %.10.i328.i = load i64, ptr %.9.i327.i, align 8
  %.11.i329.i = add nsw i64 %.10.i328.i, %.931.i
  %.14.i330.i = inttoptr i64 %.11.i329.i to ptr
  %.15.i331.i = load i64, ptr %.14.i330.i, align 8
  %.5.i.i = add nsw i64 %.15.i331.i, 32
  %.993.i = inttoptr i64 %.5.i.i to ptr
  %.994.i = load i64, ptr %.993.i, align 8
  %.996.not.i = icmp eq i64 %.994.i, %"$phi1250.0.2.0.i"
  br i1 %.996.not.i, label %B1580.i, label %B1973.i
B1580.i:                                          ; preds = %B1406.i
  %.1000.i = add i64 %.15.i331.i, 40
  %.1001.i = inttoptr i64 %.1000.i to ptr
  %.1002.i = load i64, ptr %.1001.i, align 8
  %.1004.not.i = icmp eq i64 %.1002.i, %count.2.0
  br i1 %.1004.not.i, label %B1642.i, label %B1973.i
B1642.i:                                          ; preds = %B1580.i
  %.1011.i97 = tail call i32 @PyGC_Disable()
  br i1 %.105524.not.i.i, label %helper_5.exit.i, label %B78.lr.ph.i.i
B78.lr.ph.i.i:                                    ; preds = %B1642.i
  %.16.i.i = add nsw i64 %.15.i331.i, 160
  br label %B78.i.i
B78.i.i:                                          ; preds = %B791.i.i, %B78.lr.ph.i.i
  %.46.1532.i.i = phi i64 [ 1, %B78.lr.ph.i.i ], [ %.46.1.i.i, %B791.i.i ]
  %.49.1531.i.i = phi i64 [ %.49.1526.i.i, %B78.lr.ph.i.i ], [ %.49.1.i.i, %B791.i.i ]
  %p.4.0530.i.i = phi i64 [ %.16.i.i, %B78.lr.ph.i.i ], [ %p.5.1.i.i, %B791.i.i ]
  %new.3.0529.i.i = phi i64 [ 0, %B78.lr.ph.i.i ], [ %new.4.1.i.i, %B791.i.i ]
  %.46.0528.i.i = phi i64 [ 0, %B78.lr.ph.i.i ], [ %.46.1532.i.i, %B791.i.i ]
  %4 = shl i64 %.46.0528.i.i, 3
  %.146.i.i = add i64 %4, %3
  %.147.i.i = inttoptr i64 %.146.i.i to ptr
  %.148.i.i = load i64, ptr %.147.i.i, align 8
  %.155.i.i = inttoptr i64 %p.4.0530.i.i to ptr
  %.156.i.i = load i64, ptr %.155.i.i, align 8
  %.157.i.i = icmp eq i64 %.156.i.i, 6
  br i1 %.157.i.i, label %B202.i.i, label %B682.i.i
B202.i.i:                                         ; preds = %B78.i.i
  %.161.i.i = add i64 %p.4.0530.i.i, 16
  %.162.i.i = inttoptr i64 %.161.i.i to ptr
  %.163.i.i = load i64, ptr %.162.i.i, align 8
  %.6.i.i.i103 = add i64 %.148.i.i, 8
  %.7.i.i332.i = inttoptr i64 %.6.i.i.i103 to ptr
  %.8.i.i333.i = load i64, ptr %.7.i.i332.i, align 8
  %.195.i.i = add i64 %p.4.0530.i.i, 8
  %.196.i.i = inttoptr i64 %.195.i.i to ptr
  %.197.i.i = load i64, ptr %.196.i.i, align 8
  %.198.not.i.i = icmp eq i64 %.8.i.i333.i, %.197.i.i
  br i1 %.198.not.i.i, label %B300.i.i, label %B34.i.i.i.preheader
B300.i.i:                                         ; preds = %B202.i.i
  %.6.i192.i.i = add i64 %.148.i.i, 16
  %.7.i193.i.i = inttoptr i64 %.6.i192.i.i to ptr
  %.8.i194.i.i = load i64, ptr %.7.i193.i.i, align 8
  %.227.not.i.i = icmp eq i64 %.8.i194.i.i, %.163.i.i
  br i1 %.227.not.i.i, label %B376.i.i, label %B34.i.i.i.preheader
B34.i.i.i.preheader:                              ; preds = %B300.i.i, %B202.i.i
  br label %B34.i.i.i
B34.i.i.i:                                        ; preds = %B34.i.i.i.backedge, %B34.i.i.i.preheader
  %.31.0.i.i.i = phi i64 [ 0, %B34.i.i.i.preheader ], [ %.31.1.i.i.i, %B34.i.i.i.backedge ]
  %.34.0.i.i.i = phi i64 [ %new.3.0529.i.i, %B34.i.i.i.preheader ], [ %.34.1.i.i.i, %B34.i.i.i.backedge ]
  %.89.i.i.i = icmp sgt i64 %.34.0.i.i.i, 0
  br i1 %.89.i.i.i, label %B34.if.i.i.i, label %B34.endif.i.i.i
B36.i.i.i:                                        ; preds = %B34.endif.i.i.i
  %.132.i.i.i = add i64 %.79.sroa.0.0.i.i.i, %.131.i456.i.i
  %.133.i.i.i = inttoptr i64 %.132.i.i.i to ptr
  %.134.i.i.i = load i64, ptr %.133.i.i.i, align 8
  %.150.not.i.i.i = icmp eq i64 %.134.i.i.i, 0
  br i1 %.150.not.i.i.i, label %B222.i.i.i, label %B267.i.i.i.sink.split
B222.i.i.i:                                       ; preds = %B36.i.i.i
  %.140.i.i.i = add i64 %.79.sroa.0.0.i.i.i, %.139.i457.i.i
  %.141.i.i.i = inttoptr i64 %.140.i.i.i to ptr
  %.142.i.i.i = load i64, ptr %.141.i.i.i, align 8
  %.162.not.i.i.i = icmp eq i64 %.142.i.i.i, 0
  br i1 %.162.not.i.i.i, label %B34.i.i.i.backedge, label %B267.i.i.i.sink.split
B267.i.i.i.sink.split:                            ; preds = %B222.i.i.i, %B36.i.i.i
  %.142.i.i.i.sink = phi i64 [ %.134.i.i.i, %B36.i.i.i ], [ %.142.i.i.i, %B222.i.i.i ]
  %.165.i.i.i = tail call ptr @Py_DecRef(i64 %.142.i.i.i.sink)
  br label %B34.i.i.i.backedge
B34.i.i.i.backedge:                               ; preds = %B267.i.i.i.sink.split, %B222.i.i.i
  br label %B34.i.i.i
B34.if.i.i.i:                                     ; preds = %B34.i.i.i
  %.98.i.i.i = add nsw i64 %.34.0.i.i.i, -1
  %.102.i.i.i = add i64 %.31.0.i.i.i, 1
  %5 = mul i64 %.31.0.i.i.i, 24
  %6 = add i64 %5, 1344
  br label %B34.endif.i.i.i
B34.endif.i.i.i:                                  ; preds = %B34.if.i.i.i, %B34.i.i.i
  %.31.1.i.i.i = phi i64 [ %.102.i.i.i, %B34.if.i.i.i ], [ %.31.0.i.i.i, %B34.i.i.i ]
  %.34.1.i.i.i = phi i64 [ %.98.i.i.i, %B34.if.i.i.i ], [ %.34.0.i.i.i, %B34.i.i.i ]
  %.79.sroa.0.0.i.i.i = phi i64 [ %6, %B34.if.i.i.i ], [ 1344, %B34.i.i.i ]
  br i1 %.89.i.i.i, label %B36.i.i.i, label %helper_5.exit.i
B376.i.i:                                         ; preds = %B300.i.i
  %storemerge191.i.i = tail call i64 @llvm.smax.i64(i64 %.163.i.i, i64 0)
  br label %B416.i.i
B416.i.i:                                         ; preds = %helper_6.exit.i.i, %B376.i.i
  %.313.0.i.i = phi i64 [ 0, %B376.i.i ], [ %.313.1.i.i, %helper_6.exit.i.i ]
  %.316.0.i.i = phi i64 [ %storemerge191.i.i, %B376.i.i ], [ %.316.1.i.i, %helper_6.exit.i.i ]
  %new.5.1.i.i = phi i64 [ %new.3.0529.i.i, %B376.i.i ], [ %.489.0.i.i, %helper_6.exit.i.i ]
  %p.6.1.in.i.i = phi i64 [ %p.4.0530.i.i, %B376.i.i ], [ %p.6.1.i.i, %helper_6.exit.i.i ]
  %p.6.1.i.i = add nsw i64 %p.6.1.in.i.i, 32
  %.369.i.i = icmp sgt i64 %.316.0.i.i, 0
  %.382.i.i = zext i1 %.369.i.i to i64
  %.313.1.i.i = add i64 %.313.0.i.i, %.382.i.i
  %.378.i.i = sext i1 %.369.i.i to i64
  %.316.1.i.i = add nsw i64 %.316.0.i.i, %.378.i.i
  %.359.sroa.0.0.i.i = select i1 %.369.i.i, i64 %.313.0.i.i, i64 0
  br i1 %.369.i.i, label %B418.i.i, label %B791.i.i
B418.i.i:                                         ; preds = %B416.i.i
  %.8.i197.i.i = load i64, ptr %.7.i.i332.i, align 8
  %.9.i.i334.i = load i64, ptr %.8.i199.i.i, align 8
  %.462.i.i = icmp eq i64 %.8.i197.i.i, %.9.i.i334.i
  br i1 %.462.i.i, label %B506.i.i, label %B538.i.i
B506.i.i:                                         ; preds = %B418.i.i
  %.466.i.i = tail call i64 @PyList_GetItem(i64 %.148.i.i, i64 %.359.sroa.0.0.i.i)
  br label %B568.i.i
B538.i.i:                                         ; preds = %B418.i.i
  %.475.i.i = tail call i64 @PyTuple_GetItem(i64 %.148.i.i, i64 %.359.sroa.0.0.i.i)
  br label %B568.i.i
B568.i.i:                                         ; preds = %B538.i.i, %B506.i.i
  %"$phi568.2.2.2.i.i" = phi i64 [ %.466.i.i, %B506.i.i ], [ %.475.i.i, %B538.i.i ]
  store i8 0, ptr %.1496.i.i.i, align 1
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
    i64 2, label %B2112.i.i.i
    i64 3, label %B2310.i.i.i
    i64 4, label %B2622.i.i.i
    i64 5, label %B2882.i.i.i
    i64 7, label %B2956.i.i.i
  ]
B140.i.i.i:                                       ; preds = %B568.i.i
  %.6.i.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i.i.i = inttoptr i64 %.6.i.i.i.i to ptr
  %.8.i.i.i.i = load i64, ptr %.7.i.i.i.i, align 8
  %.9.i.i.i.i = load i64, ptr %.8.i469.i.i.i, align 8
  %.112.not.i.i.i = icmp eq i64 %.8.i.i.i.i, %.9.i.i.i.i
  br i1 %.112.not.i.i.i, label %B230.i.i.i, label %helper_6.exit.i.i
B230.i.i.i:                                       ; preds = %B140.i.i.i
  %.10.i.i.i.i = load i64, ptr %.9.i428.i.i.i, align 8
  %.11.i.i.i.i = add nsw i64 %.10.i.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i.i.i.i = inttoptr i64 %.11.i.i.i.i to ptr
  %.15.i.i.i.i = load i64, ptr %.14.i.i.i.i, align 8
  %.157.i.i.i = icmp eq i64 %.15.i.i.i.i, 0
  %or.cond.i.i.i = or i1 %.579.i, %.157.i.i.i
  br i1 %or.cond.i.i.i, label %helper_6.exit.i.i, label %B312.i.i.i
B312.i.i.i:                                       ; preds = %B230.i.i.i
  %.10.i363.i.i.i = load i64, ptr %.9.i393.i.i.i, align 8
  %.11.i364.i.i.i = add nsw i64 %.10.i363.i.i.i, %.15.i.i.i.i
  %.14.i365.i.i.i = inttoptr i64 %.11.i364.i.i.i to ptr
  %.15.i366.i.i.i = load i64, ptr %.14.i365.i.i.i, align 8
  %.208.i.i.i = icmp eq i64 %.15.i366.i.i.i, %run.2.0.i
  br i1 %.208.i.i.i, label %B378.i.i.i, label %B474.i.i.i
B378.i.i.i:                                       ; preds = %B312.i.i.i
  %.10.i369.i.i.i = load i64, ptr %.9.i399.i.i.i, align 8
  %.11.i370.i.i.i = add nsw i64 %.10.i369.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i371.i.i.i = inttoptr i64 %.11.i370.i.i.i to ptr
  %.15.i372.i.i.i = load i64, ptr %.14.i371.i.i.i, align 8
  %.247.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i372.i.i.i)
  %.249.i.i.i = icmp eq i64 %.247.i.i.i, %.32.i.i.i
  %"$phi472.0.2.0.i.i.i" = select i1 %.249.i.i.i, i64 %new.5.1.i.i, i64 -1
  br label %helper_6.exit.i.i
B474.i.i.i:                                       ; preds = %B312.i.i.i
  %.9.i375.i.i.i = load i64, ptr %.8.i253.i, align 8
  %.297.not.i.i.i = icmp eq i64 %.15.i366.i.i.i, %.9.i375.i.i.i
  br i1 %.297.not.i.i.i, label %B538.i.i.i, label %helper_6.exit.i.i
B538.i.i.i:                                       ; preds = %B474.i.i.i
  %.10.i.i.i.i.i = load i64, ptr %.9.i.i434.i.i.i, align 8
  %.11.i.i.i.i.i = add nsw i64 %.10.i.i.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i.i.i.i.i = inttoptr i64 %.11.i.i.i.i.i to ptr
  %.15.i.i.i.i.i = load i64, ptr %.14.i.i.i.i.i, align 8
  %.40.i.i.i.i = icmp eq i64 %.15.i.i.i.i.i, 0
  br i1 %.40.i.i.i.i, label %helper_7.exit.i.i.i, label %B74.i.i.i.i
B74.i.i.i.i:                                      ; preds = %B538.i.i.i
  %.10.i23.i.i.i.i = load i64, ptr %.9.i22.i442.i.i.i, align 8
  %.11.i24.i.i.i.i = add nsw i64 %.10.i23.i.i.i.i, %.15.i.i.i.i.i
  %.14.i25.i.i.i.i = inttoptr i64 %.11.i24.i.i.i.i to ptr
  %.15.i26.i.i.i.i = load i64, ptr %.14.i25.i.i.i.i, align 8
  %.81.not.i.i.i.i = icmp eq i64 %.15.i26.i.i.i.i, 0
  br i1 %.81.not.i.i.i.i, label %B230.i.i.i.i, label %B140.i.i.i.i
B140.i.i.i.i:                                     ; preds = %B74.i.i.i.i
  %.6.i.i.i.i.i = add i64 %.15.i26.i.i.i.i, 8
  %.7.i.i.i.i.i = inttoptr i64 %.6.i.i.i.i.i to ptr
  %.8.i27.i.i.i.i = load i64, ptr %.7.i.i.i.i.i, align 8
  %.9.i30.i.i.i.i = load i64, ptr %.8.i62.i540.i.i.i, align 8
  %.137.i.i.i.i = icmp eq i64 %.8.i27.i.i.i.i, %.9.i30.i.i.i.i
  br i1 %.137.i.i.i.i, label %helper_7.exit.i.i.i, label %B230.i.i.i.i
B230.i.i.i.i:                                     ; preds = %B140.i.i.i.i, %B74.i.i.i.i
  br label %helper_7.exit.i.i.i
helper_7.exit.i.i.i: ; preds = %B230.i.i.i.i, %B140.i.i.i.i, %B538.i.i.i
  %storemerge.i.i.i.i = phi i64 [ 0, %B538.i.i.i ], [ 0, %B230.i.i.i.i ], [ %.15.i26.i.i.i.i, %B140.i.i.i.i ]
  %.346.i.i.i = icmp eq i64 %storemerge.i.i.i.i, 0
  br i1 %.346.i.i.i, label %helper_6.exit.i.i, label %B586.i.i.i
B586.i.i.i:                                       ; preds = %helper_7.exit.i.i.i
  %.12.i495.i.i = tail call i64 @PyTuple_New(i64 3)
  %.16.i496.i.i = tail call i64 @PyLong_FromLongLong(i64 %"$phi568.2.2.2.i.i")
  %.17.i497.i.i = tail call i64 @PyLong_FromLongLong(i64 range(i64 1, 0) %storemerge.i.i.i.i)
  %.25.i498.i.i = icmp eq i64 %.12.i495.i.i, 0
  %.28.i499.i.i = icmp eq i64 %.16.i496.i.i, 0
  %or.cond.i500.i.i = select i1 %.25.i498.i.i, i1 true, i1 %.28.i499.i.i
  %.31.i501.i.i = icmp eq i64 %.17.i497.i.i, 0
  %or.cond1.i502.i.i = select i1 %or.cond.i500.i.i, i1 true, i1 %.31.i501.i.i
  br i1 %or.cond1.i502.i.i, label %helper_8.exit515.i.i, label %B134.i503.i.i
B134.i503.i.i:                                    ; preds = %B586.i.i.i
  %.47.i504.i.i = tail call i32 @PyTuple_SetItem(i64 %.12.i495.i.i, i64 0, i64 %.16.i496.i.i)
  %.52.i505.i.i = tail call i32 @PyTuple_SetItem(i64 %.12.i495.i.i, i64 1, i64 %.17.i497.i.i)
  %.10.i.i508.i.i = load i64, ptr %.9.i.i490.i.i, align 8
  %.11.i.i509.i.i = add nsw i64 %.10.i.i508.i.i, %.15.i.i.i.i
  %.14.i.i510.i.i = inttoptr i64 %.11.i.i509.i.i to ptr
  %.15.i.i511.i.i = load i64, ptr %.14.i.i510.i.i, align 8
  %.88.i512.i.i = tail call ptr @Py_IncRef(i64 %.15.i.i511.i.i)
  %.90.i513.i.i = tail call i32 @PyTuple_SetItem(i64 %.12.i495.i.i, i64 2, i64 %.15.i.i511.i.i)
  br label %helper_8.exit515.i.i
helper_8.exit515.i.i: ; preds = %B134.i503.i.i, %B586.i.i.i
  %storemerge.i514.i.i = phi i64 [ %.12.i495.i.i, %B134.i503.i.i ], [ 0, %B586.i.i.i ]
  %.403.i.i.i = icmp eq i64 %storemerge.i514.i.i, 0
  br i1 %.403.i.i.i, label %B634.i.i.i, label %B666.i.i.i
B634.i.i.i:                                       ; preds = %helper_8.exit515.i.i
  %.415.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_6.exit.i.i
B666.i.i.i:                                       ; preds = %helper_8.exit515.i.i
  %.10.i378.i.i.i = load i64, ptr %.9.i460.i.i.i, align 8
  %.11.i379.i.i.i = add nsw i64 %.10.i378.i.i.i, %run.2.0.i
  %.14.i380.i.i.i = inttoptr i64 %.11.i379.i.i.i to ptr
  %.15.i381.i.i.i = load i64, ptr %.14.i380.i.i.i, align 8
  %.450.i.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i381.i.i.i, i64 %storemerge.i514.i.i)
  %.455.i.i.i = tail call ptr @Py_DecRef(i64 %storemerge.i514.i.i)
  %.459.not.i.i.i = icmp eq i64 %.450.i.i.i, 0
  br i1 %.459.not.i.i.i, label %B860.i.i.i, label %B790.i.i.i
B790.i.i.i:                                       ; preds = %B666.i.i.i
  %.462.i.i.i = tail call i64 @PyTuple_GetItem(i64 %.450.i.i.i, i64 0)
  %.465.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.462.i.i.i)
  %.467.i.i.i = icmp eq i64 %.465.i.i.i, %.32.i.i.i
  br i1 %.467.i.i.i, label %helper_6.exit.i.i, label %B860.i.i.i
B860.i.i.i:                                       ; preds = %B790.i.i.i, %B666.i.i.i
  br label %helper_6.exit.i.i
B898.i.i.i:                                       ; preds = %B568.i.i
  %.499.i.i.i = mul i64 %new.5.1.i.i, 24
  %.502.i.i.i = add i64 %.499.i.i.i, %.1458.i.i.i
  %.6.i382.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i383.i.i.i = inttoptr i64 %.6.i382.i.i.i to ptr
  %.8.i384.i.i.i = load i64, ptr %.7.i383.i.i.i, align 8
  %.9.i387.i.i.i = load i64, ptr %.8.i469.i.i.i, align 8
  %.558.not.i.i.i = icmp eq i64 %.8.i384.i.i.i, %.9.i387.i.i.i
  br i1 %.558.not.i.i.i, label %B1524.i.i.i, label %helper_6.exit.i.i
B1524.i.i.i:                                      ; preds = %B898.i.i.i
  %.10.i390.i.i.i = load i64, ptr %.9.i428.i.i.i, align 8
  %.11.i391.i.i.i = add nsw i64 %.10.i390.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i392.i.i.i = inttoptr i64 %.11.i391.i.i.i to ptr
  %.15.i393.i.i.i = load i64, ptr %.14.i392.i.i.i, align 8
  %.760.not.i.i.i = icmp eq i64 %.15.i393.i.i.i, %.32.i.i.i
  br i1 %.760.not.i.i.i, label %B1590.i.i.i, label %helper_6.exit.i.i
B1590.i.i.i:                                      ; preds = %B1524.i.i.i
  %.10.i.i396.i.i.i = load i64, ptr %.9.i.i434.i.i.i, align 8
  %.11.i.i397.i.i.i = add nsw i64 %.10.i.i396.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i.i398.i.i.i = inttoptr i64 %.11.i.i397.i.i.i to ptr
  %.15.i.i399.i.i.i = load i64, ptr %.14.i.i398.i.i.i, align 8
  %.40.i400.i.i.i = icmp eq i64 %.15.i.i399.i.i.i, 0
  br i1 %.40.i400.i.i.i, label %helper_7.exit419.i.i.i, label %B74.i401.i.i.i
B74.i401.i.i.i:                                   ; preds = %B1590.i.i.i
  %.10.i23.i404.i.i.i = load i64, ptr %.9.i22.i442.i.i.i, align 8
  %.11.i24.i405.i.i.i = add nsw i64 %.10.i23.i404.i.i.i, %.15.i.i399.i.i.i
  %.14.i25.i406.i.i.i = inttoptr i64 %.11.i24.i405.i.i.i to ptr
  %.15.i26.i407.i.i.i = load i64, ptr %.14.i25.i406.i.i.i, align 8
  %.81.not.i408.i.i.i = icmp eq i64 %.15.i26.i407.i.i.i, 0
  br i1 %.81.not.i408.i.i.i, label %B230.i417.i.i.i, label %B140.i409.i.i.i
B140.i409.i.i.i:                                  ; preds = %B74.i401.i.i.i
  %.6.i.i410.i.i.i = add i64 %.15.i26.i407.i.i.i, 8
  %.7.i.i411.i.i.i = inttoptr i64 %.6.i.i410.i.i.i to ptr
  %.8.i27.i412.i.i.i = load i64, ptr %.7.i.i411.i.i.i, align 8
  %.9.i30.i415.i.i.i = load i64, ptr %.8.i62.i540.i.i.i, align 8
  %.137.i416.i.i.i = icmp eq i64 %.8.i27.i412.i.i.i, %.9.i30.i415.i.i.i
  br i1 %.137.i416.i.i.i, label %helper_7.exit419.i.i.i, label %B230.i417.i.i.i
B230.i417.i.i.i:                                  ; preds = %B140.i409.i.i.i, %B74.i401.i.i.i
  br label %helper_7.exit419.i.i.i
helper_7.exit419.i.i.i: ; preds = %B230.i417.i.i.i, %B140.i409.i.i.i, %B1590.i.i.i
  %storemerge.i418.i.i.i = phi i64 [ 0, %B1590.i.i.i ], [ 0, %B230.i417.i.i.i ], [ %.15.i26.i407.i.i.i, %B140.i409.i.i.i ]
  %.807.i.i.i = icmp eq i64 %storemerge.i418.i.i.i, 0
  br i1 %.807.i.i.i, label %helper_6.exit.i.i, label %B1668.i.i.i
B1668.i.i.i:                                      ; preds = %helper_7.exit419.i.i.i, %B1670.i.i.i
  %.849.0.i.i.i = phi i64 [ %.849.1.i.i.i, %B1670.i.i.i ], [ 0, %helper_7.exit419.i.i.i ]
  %.852.0.i.i.i = phi i64 [ %.852.1.i.i.i, %B1670.i.i.i ], [ %new.5.1.i.i, %helper_7.exit419.i.i.i ]
  %.905.i.i.i = icmp sgt i64 %.852.0.i.i.i, 0
  br i1 %.905.i.i.i, label %B1668.if.i.i.i, label %B1668.endif.i.i.i
B1670.i.i.i:                                      ; preds = %B1668.endif.i.i.i
  %.947.i.i.i = add i64 %.895.sroa.0.0.i.i.i, %arg.c
  %.948.i.i.i = inttoptr i64 %.947.i.i.i to ptr
  %.949.i.i.i = load i64, ptr %.948.i.i.i, align 8
  %.951.i.i.i = icmp eq i64 %.949.i.i.i, %"$phi568.2.2.2.i.i"
  br i1 %.951.i.i.i, label %helper_6.exit.i.i, label %B1668.i.i.i
B1752.i.i.i:                                      ; preds = %B1668.endif.i.i.i
  %.12.i.i.i = tail call i64 @PyTuple_New(i64 3)
  %.16.i.i.i = tail call i64 @PyLong_FromLongLong(i64 %"$phi568.2.2.2.i.i")
  %.17.i.i.i = tail call i64 @PyLong_FromLongLong(i64 range(i64 1, 0) %storemerge.i418.i.i.i)
  %.25.i485.i.i = icmp eq i64 %.12.i.i.i, 0
  %.28.i.i.i = icmp eq i64 %.16.i.i.i, 0
  %or.cond.i486.i.i = select i1 %.25.i485.i.i, i1 true, i1 %.28.i.i.i
  %.31.i487.i.i = icmp eq i64 %.17.i.i.i, 0
  %or.cond1.i488.i.i = select i1 %or.cond.i486.i.i, i1 true, i1 %.31.i487.i.i
  br i1 %or.cond1.i488.i.i, label %helper_8.exit.i.i, label %B134.i.i.i
B134.i.i.i:                                       ; preds = %B1752.i.i.i
  %.47.i.i.i = tail call i32 @PyTuple_SetItem(i64 %.12.i.i.i, i64 0, i64 %.16.i.i.i)
  %.52.i.i.i = tail call i32 @PyTuple_SetItem(i64 %.12.i.i.i, i64 1, i64 %.17.i.i.i)
  %.10.i.i491.i.i = load i64, ptr %.9.i.i490.i.i, align 8
  %.11.i.i492.i.i = add nsw i64 %.10.i.i491.i.i, %.32.i.i.i
  %.14.i.i493.i.i = inttoptr i64 %.11.i.i492.i.i to ptr
  %.15.i.i494.i.i = load i64, ptr %.14.i.i493.i.i, align 8
  %.88.i.i.i = tail call ptr @Py_IncRef(i64 %.15.i.i494.i.i)
  %.90.i.i.i = tail call i32 @PyTuple_SetItem(i64 %.12.i.i.i, i64 2, i64 %.15.i.i494.i.i)
  br label %helper_8.exit.i.i
helper_8.exit.i.i: ; preds = %B134.i.i.i, %B1752.i.i.i
  %storemerge.i.i.i = phi i64 [ %.12.i.i.i, %B134.i.i.i ], [ 0, %B1752.i.i.i ]
  %.1011.i.i.i = icmp eq i64 %storemerge.i.i.i, 0
  br i1 %.1011.i.i.i, label %B1800.i.i.i, label %B1832.i.i.i
B1800.i.i.i:                                      ; preds = %helper_8.exit.i.i
  %.1027.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_6.exit.i.i
B1832.i.i.i:                                      ; preds = %helper_8.exit.i.i
  br i1 %.579.i, label %B1968.i.i.i, label %B1844.i.i.i
B1844.i.i.i:                                      ; preds = %B1832.i.i.i
  %.10.i422.i.i.i = load i64, ptr %.9.i460.i.i.i, align 8
  %.11.i423.i.i.i = add nsw i64 %.10.i422.i.i.i, %run.2.0.i
  %.14.i424.i.i.i = inttoptr i64 %.11.i423.i.i.i to ptr
  %.15.i425.i.i.i = load i64, ptr %.14.i424.i.i.i, align 8
  %.1065.i.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i425.i.i.i, i64 %storemerge.i.i.i)
  %.1066.not.i.i.i = icmp eq i64 %.1065.i.i.i, 0
  br i1 %.1066.not.i.i.i, label %B1968.i.i.i, label %B1934.i.i.i
B1934.i.i.i:                                      ; preds = %B1844.i.i.i
  %.1077.i.i.i = tail call ptr @Py_DecRef(i64 %storemerge.i.i.i)
  br label %helper_6.exit.i.i
B1968.i.i.i:                                      ; preds = %B1844.i.i.i, %B1832.i.i.i
  %.1090.i.i.i = inttoptr i64 %.502.i.i.i to ptr
  store i64 %"$phi568.2.2.2.i.i", ptr %.1090.i.i.i, align 8
  %.1097.i.i.i = add i64 %.502.i.i.i, 8
  %.1098.i.i.i = inttoptr i64 %.1097.i.i.i to ptr
  store i64 %storemerge.i.i.i, ptr %.1098.i.i.i, align 8
  %.1105.i.i.i = add i64 %.502.i.i.i, 16
  %.1106.i.i.i = inttoptr i64 %.1105.i.i.i to ptr
  store i64 %storemerge.i418.i.i.i, ptr %.1106.i.i.i, align 8
  %.1113.i.i.i = add nuw nsw i64 %new.5.1.i.i, 1
  br label %helper_6.exit.i.i
B2112.i.i.i:                                      ; preds = %B568.i.i
  %.1135.i.i.i = mul i64 %.32.i.i.i, 24
  %.1138.i.i.i = add i64 %.1135.i.i.i, %.1458.i.i.i
  %.1139.i.i.i = inttoptr i64 %.1138.i.i.i to ptr
  %.1140.i.i.i = load i64, ptr %.1139.i.i.i, align 8
  %.1142.i.i.i = icmp eq i64 %.1140.i.i.i, %"$phi568.2.2.2.i.i"
  br i1 %.1142.i.i.i, label %B2184.i.i.i, label %B2274.i.i.i
B2184.i.i.i:                                      ; preds = %B2112.i.i.i
  %.6.i426.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i427.i.i.i = inttoptr i64 %.6.i426.i.i.i to ptr
  %.8.i428.i.i.i = load i64, ptr %.7.i427.i.i.i, align 8
  %.9.i431.i.i.i = load i64, ptr %.8.i469.i.i.i, align 8
  %.1200.i.i.i = icmp eq i64 %.8.i428.i.i.i, %.9.i431.i.i.i
  br i1 %.1200.i.i.i, label %helper_6.exit.i.i, label %B2274.i.i.i
B2274.i.i.i:                                      ; preds = %B2184.i.i.i, %B2112.i.i.i
  br label %helper_6.exit.i.i
B2310.i.i.i:                                      ; preds = %B568.i.i
  br i1 %.579.i, label %helper_6.exit.i.i, label %B2322.i.i.i
B2322.i.i.i:                                      ; preds = %B2310.i.i.i
  %.1234.i.i.i = add i64 %p.6.1.in.i.i, 56
  %.1235.i.i.i = inttoptr i64 %.1234.i.i.i to ptr
  %.1236.i.i.i = load i64, ptr %.1235.i.i.i, align 8
  %.6.i.i432.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i433.i.i.i = inttoptr i64 %.6.i.i432.i.i.i to ptr
  %.8.i.i434.i.i.i = load i64, ptr %.7.i.i433.i.i.i, align 8
  %.9.i.i435.i.i.i = load i64, ptr %.8.i47.i497.i.i.i, align 8
  %.74.i.i.i.i = icmp ne i64 %.8.i.i434.i.i.i, %.9.i.i435.i.i.i
  %.77.not.i.i.i.i = icmp eq i64 %.1236.i.i.i, 0
  %or.cond.i.i.i.i = select i1 %.74.i.i.i.i, i1 true, i1 %.77.not.i.i.i.i
  %.139.not.i.i.i.i = icmp eq i64 %.32.i.i.i, 0
  br i1 %or.cond.i.i.i.i, label %B178.i.i.i.i, label %B106.i.i.i.i
B106.i.i.i.i:                                     ; preds = %B2322.i.i.i
  br i1 %.139.not.i.i.i.i, label %B2390.i.i.i, label %B118.i.i.i.i
B118.i.i.i.i:                                     ; preds = %B106.i.i.i.i
  %.9.i50.i.i.i.i = load i64, ptr %.8.i49.i506.i.i.i, align 8
  %.120.i.i.i.i = icmp eq i64 %.32.i.i.i, %.9.i50.i.i.i.i
  br label %helper_9.exit.i.i.i
B178.i.i.i.i:                                     ; preds = %B2322.i.i.i
  %.143.not.i.i.i.i = icmp eq i64 %.8.i.i434.i.i.i, %.32.i.i.i
  %or.cond44.i.i.i.i = or i1 %.139.not.i.i.i.i, %.143.not.i.i.i.i
  br i1 %or.cond44.i.i.i.i, label %B206.i.i.i.i, label %helper_6.exit.i.i
B206.i.i.i.i:                                     ; preds = %B178.i.i.i.i
  %.9.i53.i.i.i.i = load i64, ptr %.8.i52.i518.i.i.i, align 8
  %.185.i.i.i.i = icmp eq i64 %.8.i.i434.i.i.i, %.9.i53.i.i.i.i
  br i1 %.185.i.i.i.i, label %B266.i.i.i.i, label %B450.i.i.i.i
B266.i.i.i.i:                                     ; preds = %B206.i.i.i.i
  %.193.i.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %"$phi568.2.2.2.i.i", i64 %.37.i.i)
  %.204.i.i.i.i = load i32, ptr %.203.i530.i.i.i, align 4
  %.208.i.i.i.i = icmp eq i32 %.204.i.i.i.i, 0
  %7 = add i64 %.193.i.i.i.i, 9007199254740991
  %8 = icmp ult i64 %7, 18014398509481983
  %narrow.i.i.i.i = select i1 %.208.i.i.i.i, i1 %8, i1 false
  br label %helper_9.exit.i.i.i
B450.i.i.i.i:                                     ; preds = %B206.i.i.i.i
  %.9.i56.i.i.i.i = load i64, ptr %.8.i49.i506.i.i.i, align 8
  %.284.i.i.i.i = icmp eq i64 %.8.i.i434.i.i.i, %.9.i56.i.i.i.i
  br label %helper_9.exit.i.i.i
helper_9.exit.i.i.i: ; preds = %B450.i.i.i.i, %B266.i.i.i.i, %B118.i.i.i.i
  %.1242.0.shrunk.i.i.i = phi i1 [ %narrow.i.i.i.i, %B266.i.i.i.i ], [ %.284.i.i.i.i, %B450.i.i.i.i ], [ %.120.i.i.i.i, %B118.i.i.i.i ]
  br i1 %.1242.0.shrunk.i.i.i, label %B2390.i.i.i, label %helper_6.exit.i.i
B2390.i.i.i:                                      ; preds = %helper_9.exit.i.i.i, %B106.i.i.i.i
  %.10.i438.i.i.i = load i64, ptr %.9.i479.i.i.i, align 8
  %.11.i439.i.i.i = add nsw i64 %.10.i438.i.i.i, %run.2.0.i
  %.14.i440.i.i.i = inttoptr i64 %.11.i439.i.i.i to ptr
  %.15.i441.i.i.i = load i64, ptr %.14.i440.i.i.i, align 8
  %.1324.i.i.i = tail call i64 @PyList_GetItem(i64 %.15.i441.i.i.i, i64 %.37.i.i.i)
  %.1327.i.i.i = tail call i64 @PyTuple_GetItem(i64 %.1324.i.i.i, i64 2)
  %.8.i.i444.i.i.i = load i64, ptr %.7.i.i433.i.i.i, align 8
  %.9.i.i445.i.i.i = load i64, ptr %.8.i52.i518.i.i.i, align 8
  %.64.i.i.i.i = icmp eq i64 %.8.i.i444.i.i.i, %.9.i.i445.i.i.i
  br i1 %.64.i.i.i.i, label %B90.i.i.i.i, label %B180.i.i.i.i
B90.i.i.i.i:                                      ; preds = %B2390.i.i.i
  %.72.i.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %"$phi568.2.2.2.i.i", i64 %.37.i.i)
  %.75.i.i.i.i = sitofp i64 %.72.i.i.i.i to double
  br label %helper_10.exit.i.i.i
B180.i.i.i.i:                                     ; preds = %B2390.i.i.i
  %.82.i.i.i.i = add i64 %"$phi568.2.2.2.i.i", 16
  %.83.i.i.i.i = inttoptr i64 %.82.i.i.i.i to ptr
  %.84.i.i.i.i = load double, ptr %.83.i.i.i.i, align 8
  br label %helper_10.exit.i.i.i
helper_10.exit.i.i.i: ; preds = %B180.i.i.i.i, %B90.i.i.i.i
  %storemerge.i446.i.i.i = phi double [ %.84.i.i.i.i, %B180.i.i.i.i ], [ %.75.i.i.i.i, %B90.i.i.i.i ]
  %.1362.i.i.i = tail call double @PyFloat_AsDouble(i64 %.1327.i.i.i)
  %.1364.i.i.i = fcmp oeq double %.1362.i.i.i, %storemerge.i446.i.i.i
  %.1367.i.i.i = fcmp une double %storemerge.i446.i.i.i, 0.000000e+00
  %or.cond356.i.i.i = and i1 %.1367.i.i.i, %.1364.i.i.i
  %"$phi2588.0.2.0.i.i.i" = select i1 %or.cond356.i.i.i, i64 %new.5.1.i.i, i64 -1
  br label %helper_6.exit.i.i
B2622.i.i.i:                                      ; preds = %B568.i.i
  %.1402.i.i.i = add i64 %p.6.1.in.i.i, 56
  %.1403.i.i.i = inttoptr i64 %.1402.i.i.i to ptr
  %.1404.i.i.i = load i64, ptr %.1403.i.i.i, align 8
  %.6.i.i447.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i448.i.i.i = inttoptr i64 %.6.i.i447.i.i.i to ptr
  %.8.i.i449.i.i.i = load i64, ptr %.7.i.i448.i.i.i, align 8
  %.9.i.i452.i.i.i = load i64, ptr %.8.i47.i497.i.i.i, align 8
  %.74.i453.i.i.i = icmp ne i64 %.8.i.i449.i.i.i, %.9.i.i452.i.i.i
  %.77.not.i454.i.i.i = icmp eq i64 %.1404.i.i.i, 0
  %or.cond.i455.i.i.i = select i1 %.74.i453.i.i.i, i1 true, i1 %.77.not.i454.i.i.i
  %.139.not.i466.i.i.i = icmp eq i64 %.32.i.i.i, 0
  br i1 %or.cond.i455.i.i.i, label %B178.i465.i.i.i, label %B106.i456.i.i.i
B106.i456.i.i.i:                                  ; preds = %B2622.i.i.i
  br i1 %.139.not.i466.i.i.i, label %B2690.i.i.i, label %B118.i458.i.i.i
B118.i458.i.i.i:                                  ; preds = %B106.i456.i.i.i
  %.9.i50.i461.i.i.i = load i64, ptr %.8.i49.i506.i.i.i, align 8
  %.120.i462.i.i.i = icmp eq i64 %.32.i.i.i, %.9.i50.i461.i.i.i
  br label %helper_9.exit489.i.i.i
B178.i465.i.i.i:                                  ; preds = %B2622.i.i.i
  %.143.not.i467.i.i.i = icmp eq i64 %.8.i.i449.i.i.i, %.32.i.i.i
  %or.cond44.i468.i.i.i = or i1 %.139.not.i466.i.i.i, %.143.not.i467.i.i.i
  br i1 %or.cond44.i468.i.i.i, label %B206.i470.i.i.i, label %helper_6.exit.i.i
B206.i470.i.i.i:                                  ; preds = %B178.i465.i.i.i
  %.9.i53.i473.i.i.i = load i64, ptr %.8.i52.i518.i.i.i, align 8
  %.185.i474.i.i.i = icmp eq i64 %.8.i.i449.i.i.i, %.9.i53.i473.i.i.i
  br i1 %.185.i474.i.i.i, label %B266.i481.i.i.i, label %B450.i475.i.i.i
B266.i481.i.i.i:                                  ; preds = %B206.i470.i.i.i
  %.193.i483.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %"$phi568.2.2.2.i.i", i64 %.37.i.i)
  %.204.i485.i.i.i = load i32, ptr %.203.i530.i.i.i, align 4
  %.208.i486.i.i.i = icmp eq i32 %.204.i485.i.i.i, 0
  %9 = add i64 %.193.i483.i.i.i, 9007199254740991
  %10 = icmp ult i64 %9, 18014398509481983
  %narrow.i487.i.i.i = select i1 %.208.i486.i.i.i, i1 %10, i1 false
  br label %helper_9.exit489.i.i.i
B450.i475.i.i.i:                                  ; preds = %B206.i470.i.i.i
  %.9.i56.i478.i.i.i = load i64, ptr %.8.i49.i506.i.i.i, align 8
  %.284.i479.i.i.i = icmp eq i64 %.8.i.i449.i.i.i, %.9.i56.i478.i.i.i
  br label %helper_9.exit489.i.i.i
helper_9.exit489.i.i.i: ; preds = %B450.i475.i.i.i, %B266.i481.i.i.i, %B118.i458.i.i.i
  %.1410.0.shrunk.i.i.i = phi i1 [ %narrow.i487.i.i.i, %B266.i481.i.i.i ], [ %.284.i479.i.i.i, %B450.i475.i.i.i ], [ %.120.i462.i.i.i, %B118.i458.i.i.i ]
  br i1 %.1410.0.shrunk.i.i.i, label %B2690.i.i.i, label %helper_6.exit.i.i
B2690.i.i.i:                                      ; preds = %helper_9.exit489.i.i.i, %B106.i456.i.i.i
  %.1456.i.i.i = mul i64 %new.5.1.i.i, 24
  %.1459.i.i.i = add i64 %.1456.i.i.i, %.1458.i.i.i
  %.1465.i.i.i = inttoptr i64 %.1459.i.i.i to ptr
  store i64 %"$phi568.2.2.2.i.i", ptr %.1465.i.i.i, align 8
  %.1470.i.i.i = add i64 %.1459.i.i.i, 8
  %.1471.i.i.i = inttoptr i64 %.1470.i.i.i to ptr
  store i64 0, ptr %.1471.i.i.i, align 8
  %.1474.i.i.i = add i64 %.1459.i.i.i, 16
  %.1475.i.i.i = inttoptr i64 %.1474.i.i.i to ptr
  store i64 0, ptr %.1475.i.i.i, align 8
  %.1478.i.i.i = add nuw nsw i64 %new.5.1.i.i, 1
  br label %helper_6.exit.i.i
B2882.i.i.i:                                      ; preds = %B568.i.i
  store i8 0, ptr %.1496.i.i.i, align 1
  call fastcc void @helper_11(ptr %.1496.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 %.32.i.i.i)
  %.1510.i.i.i = load i8, ptr %.1496.i.i.i, align 1
  %.1513.not.i.i.i = icmp eq i8 %.1510.i.i.i, 0
  %"$phi2922.0.2.0.i.i.i" = select i1 %.1513.not.i.i.i, i64 -1, i64 %new.5.1.i.i
  br label %helper_6.exit.i.i
B2956.i.i.i:                                      ; preds = %B568.i.i
  %.6.i.i490.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i491.i.i.i = inttoptr i64 %.6.i.i490.i.i.i to ptr
  %.8.i.i492.i.i.i = load i64, ptr %.7.i.i491.i.i.i, align 8
  %.9.i.i493.i.i.i = load i64, ptr %.8.i62.i540.i.i.i, align 8
  %.64.not.i.i.i.i = icmp eq i64 %.8.i.i492.i.i.i, %.9.i.i493.i.i.i
  br i1 %.64.not.i.i.i.i, label %B90.i495.i.i.i, label %helper_6.exit.i.i
B90.i495.i.i.i:                                   ; preds = %B2956.i.i.i
  %.68.i496.i.i.i = add i64 %"$phi568.2.2.2.i.i", 64
  %.69.i.i.i.i = inttoptr i64 %.68.i496.i.i.i to ptr
  %.70.i.i.i.i = load i32, ptr %.69.i.i.i.i, align 4
  %11 = and i32 %.70.i.i.i.i, 1
  %.73.i.i.i.i = icmp eq i32 %11, 0
  br i1 %.73.i.i.i.i, label %helper_6.exit.i.i, label %B180.i497.i.i.i
B180.i497.i.i.i:                                  ; preds = %B90.i495.i.i.i
  %.84.i498.i.i.i = add i64 %"$phi568.2.2.2.i.i", 56
  %.85.i.i.i.i = inttoptr i64 %.84.i498.i.i.i to ptr
  %.86.i499.i.i.i = load i64, ptr %.85.i.i.i.i, align 8
  %.89.i.i.i.i = add i64 %.32.i.i.i, 56
  %.90.i.i.i.i = inttoptr i64 %.89.i.i.i.i to ptr
  %.91.i.i.i.i = load i64, ptr %.90.i.i.i.i, align 8
  %.92.not.i.i.i.i = icmp eq i64 %.86.i499.i.i.i, %.91.i.i.i.i
  br i1 %.92.not.i.i.i.i, label %B288.i.i.i.i, label %helper_6.exit.i.i
B288.i.i.i.i:                                     ; preds = %B180.i497.i.i.i
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
  %narrow.i500.i.i.i = tail call i32 @llvm.smax.i32(i32 %.98.i.i.i.i, i32 0)
  %storemerge.i501.i.i.i = zext nneg i32 %narrow.i500.i.i.i to i64
  br label %B582.i.i.i.i
B582.i.i.i.i:                                     ; preds = %B584.i.i.i.i, %B400.i.i.i.i
  %.164.0.i.i.i.i = phi i64 [ 0, %B400.i.i.i.i ], [ %.233.i.i.i.i, %B584.i.i.i.i ]
  %exitcond.not.i.i.i.i = icmp eq i64 %.164.0.i.i.i.i, %storemerge.i501.i.i.i
  br i1 %exitcond.not.i.i.i.i, label %B2994.i.i.i, label %B584.i.i.i.i
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
B2994.i.i.i:                                      ; preds = %B582.i.i.i.i
  %.1610.i.i.i = add i64 %"$phi568.2.2.2.i.i", 16
  %.1611.i.i.i = inttoptr i64 %.1610.i.i.i to ptr
  %.1612.i.i.i = load i64, ptr %.1611.i.i.i, align 8
  %.1617.i.i.i = add i64 %.32.i.i.i, 16
  %.1618.i.i.i = inttoptr i64 %.1617.i.i.i to ptr
  %.1619.i.i.i = load i64, ptr %.1618.i.i.i, align 8
  %.1623.i.i.i = tail call i32 @memcmp(i64 %.1612.i.i.i, i64 %.1619.i.i.i, i64 %.37.i.i.i)
  %.1627.i.i.i = icmp eq i32 %.1623.i.i.i, 0
  %arg.new..i.i.i = select i1 %.1627.i.i.i, i64 %new.5.1.i.i, i64 -1
  br label %helper_6.exit.i.i
B1668.if.i.i.i:                                   ; preds = %B1668.i.i.i
  %.914.i.i.i = add nsw i64 %.852.0.i.i.i, -1
  %.918.i.i.i = add i64 %.849.0.i.i.i, 1
  %13 = mul i64 %.849.0.i.i.i, 24
  %14 = add i64 %13, 1344
  br label %B1668.endif.i.i.i
B1668.endif.i.i.i:                                ; preds = %B1668.if.i.i.i, %B1668.i.i.i
  %.849.1.i.i.i = phi i64 [ %.918.i.i.i, %B1668.if.i.i.i ], [ %.849.0.i.i.i, %B1668.i.i.i ]
  %.852.1.i.i.i = phi i64 [ %.914.i.i.i, %B1668.if.i.i.i ], [ %.852.0.i.i.i, %B1668.i.i.i ]
  %.895.sroa.0.0.i.i.i = phi i64 [ %14, %B1668.if.i.i.i ], [ 1344, %B1668.i.i.i ]
  br i1 %.905.i.i.i, label %B1670.i.i.i, label %B1752.i.i.i
helper_6.exit.i.i: ; preds = %B584.i.i.i.i, %B1670.i.i.i, %B2994.i.i.i, %B288.i.i.i.i, %B180.i497.i.i.i, %B90.i495.i.i.i, %B2956.i.i.i, %B2882.i.i.i, %B2690.i.i.i, %helper_9.exit489.i.i.i, %B178.i465.i.i.i, %helper_10.exit.i.i.i, %helper_9.exit.i.i.i, %B178.i.i.i.i, %B2310.i.i.i, %B2274.i.i.i, %B2184.i.i.i, %B1968.i.i.i, %B1934.i.i.i, %B1800.i.i.i, %helper_7.exit419.i.i.i, %B1524.i.i.i, %B898.i.i.i, %B860.i.i.i, %B790.i.i.i, %B634.i.i.i, %helper_7.exit.i.i.i, %B474.i.i.i, %B378.i.i.i, %B230.i.i.i, %B140.i.i.i, %B568.i.i
  %.489.0.i.i = phi i64 [ %arg.new..i.i.i, %B2994.i.i.i ], [ %"$phi2922.0.2.0.i.i.i", %B2882.i.i.i ], [ %.1478.i.i.i, %B2690.i.i.i ], [ %"$phi2588.0.2.0.i.i.i", %helper_10.exit.i.i.i ], [ -1, %B1800.i.i.i ], [ %.1113.i.i.i, %B1968.i.i.i ], [ -1, %B1934.i.i.i ], [ %"$phi472.0.2.0.i.i.i", %B378.i.i.i ], [ -1, %B634.i.i.i ], [ -1, %B140.i.i.i ], [ -1, %B230.i.i.i ], [ -1, %B474.i.i.i ], [ -1, %helper_7.exit.i.i.i ], [ -1, %B860.i.i.i ], [ %new.5.1.i.i, %B790.i.i.i ], [ -1, %B898.i.i.i ], [ -1, %B1524.i.i.i ], [ -1, %helper_7.exit419.i.i.i ], [ -1, %B2274.i.i.i ], [ %new.5.1.i.i, %B2184.i.i.i ], [ -1, %helper_9.exit.i.i.i ], [ -1, %B178.i.i.i.i ], [ -1, %B2310.i.i.i ], [ -1, %helper_9.exit489.i.i.i ], [ -1, %B178.i465.i.i.i ], [ -1, %B288.i.i.i.i ], [ -1, %B180.i497.i.i.i ], [ -1, %B90.i495.i.i.i ], [ -1, %B2956.i.i.i ], [ -1, %B568.i.i ], [ -1, %B1670.i.i.i ], [ -1, %B584.i.i.i.i ]
  %.517.i.i = icmp slt i64 %.489.0.i.i, 0
  br i1 %.517.i.i, label %B34.i202.i.i, label %B416.i.i
B34.i202.i.i:                                     ; preds = %helper_6.exit.i.i, %B34.i202.i.i.backedge
  %.31.0.i203.i.i = phi i64 [ %.31.1.i207.i.i, %B34.i202.i.i.backedge ], [ 0, %helper_6.exit.i.i ]
  %.34.0.i204.i.i = phi i64 [ %.34.1.i208.i.i, %B34.i202.i.i.backedge ], [ %new.5.1.i.i, %helper_6.exit.i.i ]
  %.89.i205.i.i = icmp sgt i64 %.34.0.i204.i.i, 0
  br i1 %.89.i205.i.i, label %B34.if.i225.i.i, label %B34.endif.i206.i.i
B36.i210.i.i:                                     ; preds = %B34.endif.i206.i.i
  %.132.i211.i.i = add i64 %.79.sroa.0.0.i209.i.i, %.131.i456.i.i
  %.133.i212.i.i = inttoptr i64 %.132.i211.i.i to ptr
  %.134.i213.i.i = load i64, ptr %.133.i212.i.i, align 8
  %.150.not.i217.i.i = icmp eq i64 %.134.i213.i.i, 0
  br i1 %.150.not.i217.i.i, label %B222.i221.i.i, label %B267.i220.i.i.sink.split
B222.i221.i.i:                                    ; preds = %B36.i210.i.i
  %.140.i214.i.i = add i64 %.79.sroa.0.0.i209.i.i, %.139.i457.i.i
  %.141.i215.i.i = inttoptr i64 %.140.i214.i.i to ptr
  %.142.i216.i.i = load i64, ptr %.141.i215.i.i, align 8
  %.162.not.i222.i.i = icmp eq i64 %.142.i216.i.i, 0
  br i1 %.162.not.i222.i.i, label %B34.i202.i.i.backedge, label %B267.i220.i.i.sink.split
B267.i220.i.i.sink.split:                         ; preds = %B222.i221.i.i, %B36.i210.i.i
  %.142.i216.i.i.sink = phi i64 [ %.134.i213.i.i, %B36.i210.i.i ], [ %.142.i216.i.i, %B222.i221.i.i ]
  %.165.i224.i.i = tail call ptr @Py_DecRef(i64 %.142.i216.i.i.sink)
  br label %B34.i202.i.i.backedge
B34.i202.i.i.backedge:                            ; preds = %B267.i220.i.i.sink.split, %B222.i221.i.i
  br label %B34.i202.i.i
B34.if.i225.i.i:                                  ; preds = %B34.i202.i.i
  %.98.i226.i.i = add nsw i64 %.34.0.i204.i.i, -1
  %.102.i227.i.i = add i64 %.31.0.i203.i.i, 1
  %15 = mul i64 %.31.0.i203.i.i, 24
  %16 = add i64 %15, 1344
  br label %B34.endif.i206.i.i
B34.endif.i206.i.i:                               ; preds = %B34.if.i225.i.i, %B34.i202.i.i
  %.31.1.i207.i.i = phi i64 [ %.102.i227.i.i, %B34.if.i225.i.i ], [ %.31.0.i203.i.i, %B34.i202.i.i ]
  %.34.1.i208.i.i = phi i64 [ %.98.i226.i.i, %B34.if.i225.i.i ], [ %.34.0.i204.i.i, %B34.i202.i.i ]
  %.79.sroa.0.0.i209.i.i = phi i64 [ %16, %B34.if.i225.i.i ], [ 1344, %B34.i202.i.i ]
  br i1 %.89.i205.i.i, label %B36.i210.i.i, label %helper_5.exit.i
B682.i.i:                                         ; preds = %B78.i.i
  store i64 0, ptr %.369.i229.i.i, align 8
  store i64 0, ptr %.982.i.i.i, align 8
  store i8 0, ptr %.1497.i.i.i, align 1
  %.27.i235.i.i = and i64 %.156.i.i, 15
  %.30.i236.i.i = add i64 %p.4.0530.i.i, 8
  %.31.i237.i.i = inttoptr i64 %.30.i236.i.i to ptr
  %.32.i238.i.i = load i64, ptr %.31.i237.i.i, align 8
  %.35.i239.i.i = add i64 %p.4.0530.i.i, 16
  %.36.i240.i.i = inttoptr i64 %.35.i239.i.i to ptr
  %.37.i241.i.i = load i64, ptr %.36.i240.i.i, align 8
  switch i64 %.27.i235.i.i, label %helper_12.exit.i.i [
    i64 0, label %B140.i384.i.i
    i64 1, label %B898.i315.i.i
    i64 2, label %B2112.i307.i.i
    i64 3, label %B2310.i260.i.i
    i64 4, label %B2622.i252.i.i
    i64 5, label %B2882.i250.i.i
    i64 7, label %B2956.i242.i.i
  ]
B140.i384.i.i:                                    ; preds = %B682.i.i
  %.6.i.i385.i.i = add i64 %.148.i.i, 8
  %.7.i.i386.i.i = inttoptr i64 %.6.i.i385.i.i to ptr
  %.8.i.i387.i.i = load i64, ptr %.7.i.i386.i.i, align 8
  %.9.i.i388.i.i = load i64, ptr %.8.i469.i.i.i, align 8
  %.112.not.i389.i.i = icmp eq i64 %.8.i.i387.i.i, %.9.i.i388.i.i
  br i1 %.112.not.i389.i.i, label %B230.i391.i.i, label %helper_12.exit.i.i
B230.i391.i.i:                                    ; preds = %B140.i384.i.i
  %.10.i.i392.i.i = load i64, ptr %.9.i428.i.i.i, align 8
  %.11.i.i393.i.i = add nsw i64 %.10.i.i392.i.i, %.148.i.i
  %.14.i.i394.i.i = inttoptr i64 %.11.i.i393.i.i to ptr
  %.15.i.i395.i.i = load i64, ptr %.14.i.i394.i.i, align 8
  %.157.i396.i.i = icmp eq i64 %.15.i.i395.i.i, 0
  %or.cond.i398.i.i = or i1 %.579.i, %.157.i396.i.i
  br i1 %or.cond.i398.i.i, label %helper_12.exit.i.i, label %B312.i399.i.i
B312.i399.i.i:                                    ; preds = %B230.i391.i.i
  %.10.i394.i.i.i = load i64, ptr %.9.i393.i.i.i, align 8
  %.11.i395.i.i.i = add nsw i64 %.10.i394.i.i.i, %.15.i.i395.i.i
  %.14.i396.i.i.i = inttoptr i64 %.11.i395.i.i.i to ptr
  %.15.i397.i.i.i = load i64, ptr %.14.i396.i.i.i, align 8
  %.208.i400.i.i = icmp eq i64 %.15.i397.i.i.i, %run.2.0.i
  br i1 %.208.i400.i.i, label %B378.i450.i.i, label %B474.i401.i.i
B378.i450.i.i:                                    ; preds = %B312.i399.i.i
  %.10.i400.i.i.i = load i64, ptr %.9.i399.i.i.i, align 8
  %.11.i401.i.i.i = add nsw i64 %.10.i400.i.i.i, %.148.i.i
  %.14.i402.i.i.i = inttoptr i64 %.11.i401.i.i.i to ptr
  %.15.i403.i.i.i = load i64, ptr %.14.i402.i.i.i, align 8
  %.247.i451.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i403.i.i.i)
  %.249.i452.i.i = icmp eq i64 %.247.i451.i.i, %.32.i238.i.i
  %"$phi472.0.2.0.i453.i.i" = select i1 %.249.i452.i.i, i64 %new.3.0529.i.i, i64 -1
  br label %helper_12.exit.i.i
B474.i401.i.i:                                    ; preds = %B312.i399.i.i
  %.9.i406.i.i.i = load i64, ptr %.8.i253.i, align 8
  %.297.not.i402.i.i = icmp eq i64 %.15.i397.i.i.i, %.9.i406.i.i.i
  br i1 %.297.not.i402.i.i, label %B538.i404.i.i, label %helper_12.exit.i.i
B538.i404.i.i:                                    ; preds = %B474.i401.i.i
  %.10.i.i.i407.i.i = load i64, ptr %.9.i.i434.i.i.i, align 8
  %.11.i.i.i408.i.i = add nsw i64 %.10.i.i.i407.i.i, %.148.i.i
  %.14.i.i.i409.i.i = inttoptr i64 %.11.i.i.i408.i.i to ptr
  %.15.i.i.i410.i.i = load i64, ptr %.14.i.i.i409.i.i, align 8
  %.40.i.i411.i.i = icmp eq i64 %.15.i.i.i410.i.i, 0
  br i1 %.40.i.i411.i.i, label %helper_7.exit.i429.i.i, label %B74.i.i412.i.i
B74.i.i412.i.i:                                   ; preds = %B538.i404.i.i
  %.10.i23.i.i415.i.i = load i64, ptr %.9.i22.i442.i.i.i, align 8
  %.11.i24.i.i416.i.i = add nsw i64 %.10.i23.i.i415.i.i, %.15.i.i.i410.i.i
  %.14.i25.i.i417.i.i = inttoptr i64 %.11.i24.i.i416.i.i to ptr
  %.15.i26.i.i418.i.i = load i64, ptr %.14.i25.i.i417.i.i, align 8
  %.81.not.i.i419.i.i = icmp eq i64 %.15.i26.i.i418.i.i, 0
  br i1 %.81.not.i.i419.i.i, label %B230.i.i428.i.i, label %B140.i.i420.i.i
B140.i.i420.i.i:                                  ; preds = %B74.i.i412.i.i
  %.6.i.i.i421.i.i = add i64 %.15.i26.i.i418.i.i, 8
  %.7.i.i.i422.i.i = inttoptr i64 %.6.i.i.i421.i.i to ptr
  %.8.i27.i.i423.i.i = load i64, ptr %.7.i.i.i422.i.i, align 8
  %.9.i30.i.i426.i.i = load i64, ptr %.8.i62.i540.i.i.i, align 8
  %.137.i.i427.i.i = icmp eq i64 %.8.i27.i.i423.i.i, %.9.i30.i.i426.i.i
  br i1 %.137.i.i427.i.i, label %helper_7.exit.i429.i.i, label %B230.i.i428.i.i
B230.i.i428.i.i:                                  ; preds = %B140.i.i420.i.i, %B74.i.i412.i.i
  br label %helper_7.exit.i429.i.i
helper_7.exit.i429.i.i: ; preds = %B230.i.i428.i.i, %B140.i.i420.i.i, %B538.i404.i.i
  %storemerge.i.i430.i.i = phi i64 [ 0, %B538.i404.i.i ], [ 0, %B230.i.i428.i.i ], [ %.15.i26.i.i418.i.i, %B140.i.i420.i.i ]
  %.346.i431.i.i = icmp eq i64 %storemerge.i.i430.i.i, 0
  br i1 %.346.i431.i.i, label %helper_12.exit.i.i, label %B586.i432.i.i
B586.i432.i.i:                                    ; preds = %helper_7.exit.i429.i.i
  store i64 0, ptr %.369.i229.i.i, align 8
  call fastcc void @helper_8(ptr %.369.i229.i.i, i64 %arg.c, i64 %.148.i.i, i64 %storemerge.i.i430.i.i, i64 %.15.i.i395.i.i)
  %.383.i434.i.i = load i64, ptr %.369.i229.i.i, align 8
  %.403.i435.i.i = icmp eq i64 %.383.i434.i.i, 0
  br i1 %.403.i435.i.i, label %B634.i447.i.i, label %B666.i436.i.i
B634.i447.i.i:                                    ; preds = %B586.i432.i.i
  %.415.i448.i.i = tail call ptr @PyErr_Clear()
  br label %helper_12.exit.i.i
B666.i436.i.i:                                    ; preds = %B586.i432.i.i
  %.10.i409.i.i.i = load i64, ptr %.9.i460.i.i.i, align 8
  %.11.i410.i.i.i = add nsw i64 %.10.i409.i.i.i, %run.2.0.i
  %.14.i411.i.i.i = inttoptr i64 %.11.i410.i.i.i to ptr
  %.15.i412.i.i.i = load i64, ptr %.14.i411.i.i.i, align 8
  %.450.i437.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i412.i.i.i, i64 %.383.i434.i.i)
  %.455.i438.i.i = tail call ptr @Py_DecRef(i64 %.383.i434.i.i)
  %.459.not.i439.i.i = icmp eq i64 %.450.i437.i.i, 0
  br i1 %.459.not.i439.i.i, label %B860.i444.i.i, label %B790.i440.i.i
B790.i440.i.i:                                    ; preds = %B666.i436.i.i
  %.462.i441.i.i = tail call i64 @PyTuple_GetItem(i64 %.450.i437.i.i, i64 0)
  %.465.i442.i.i = tail call i64 @PyLong_AsLongLong(i64 %.462.i441.i.i)
  %.467.i443.i.i = icmp eq i64 %.465.i442.i.i, %.32.i238.i.i
  br i1 %.467.i443.i.i, label %helper_12.exit.i.i, label %B860.i444.i.i
B860.i444.i.i:                                    ; preds = %B790.i440.i.i, %B666.i436.i.i
  br label %helper_12.exit.i.i
B898.i315.i.i:                                    ; preds = %B682.i.i
  %.499.i316.i.i = mul i64 %new.3.0529.i.i, 24
  %.502.i318.i.i = add i64 %.499.i316.i.i, %.1458.i.i.i
  %.6.i413.i.i.i = add i64 %.148.i.i, 8
  %.7.i414.i.i.i = inttoptr i64 %.6.i413.i.i.i to ptr
  %.8.i415.i.i.i = load i64, ptr %.7.i414.i.i.i, align 8
  %.9.i418.i.i.i = load i64, ptr %.8.i469.i.i.i, align 8
  %.558.not.i319.i.i = icmp eq i64 %.8.i415.i.i.i, %.9.i418.i.i.i
  br i1 %.558.not.i319.i.i, label %B1524.i365.i.i, label %B1032.i320.i.i
B1032.i320.i.i:                                   ; preds = %B898.i315.i.i
  %.570.i.i.i = icmp eq i64 %.37.i241.i.i, 0
  %or.cond1.i.i.i = select i1 %.565.i.i.i, i1 true, i1 %.570.i.i.i
  br i1 %or.cond1.i.i.i, label %helper_12.exit.i.i, label %B1056.i.i.i
B1056.i.i.i:                                      ; preds = %B1032.i320.i.i
  %.9.i.i422.i.i.i = load i64, ptr %.8.i62.i540.i.i.i, align 8
  %.64.not.i.i323.i.i = icmp eq i64 %.8.i415.i.i.i, %.9.i.i422.i.i.i
  br i1 %.64.not.i.i323.i.i, label %B90.i.i324.i.i, label %helper_12.exit.i.i
B90.i.i324.i.i:                                   ; preds = %B1056.i.i.i
  %.68.i.i325.i.i = add i64 %.148.i.i, 64
  %.69.i.i326.i.i = inttoptr i64 %.68.i.i325.i.i to ptr
  %.70.i.i327.i.i = load i32, ptr %.69.i.i326.i.i, align 4
  %17 = and i32 %.70.i.i327.i.i, 1
  %.73.i.i328.i.i = icmp eq i32 %17, 0
  br i1 %.73.i.i328.i.i, label %helper_12.exit.i.i, label %B180.i.i329.i.i
B180.i.i329.i.i:                                  ; preds = %B90.i.i324.i.i
  %.84.i.i330.i.i = add i64 %.148.i.i, 56
  %.85.i.i331.i.i = inttoptr i64 %.84.i.i330.i.i to ptr
  %.86.i.i332.i.i = load i64, ptr %.85.i.i331.i.i, align 8
  %.89.i.i333.i.i = add i64 %.37.i241.i.i, 56
  %.90.i.i334.i.i = inttoptr i64 %.89.i.i333.i.i to ptr
  %.91.i.i335.i.i = load i64, ptr %.90.i.i334.i.i, align 8
  %.92.not.i.i336.i.i = icmp eq i64 %.86.i.i332.i.i, %.91.i.i335.i.i
  br i1 %.92.not.i.i336.i.i, label %B288.i.i337.i.i, label %helper_12.exit.i.i
B288.i.i337.i.i:                                  ; preds = %B180.i.i329.i.i
  %.96.i.i338.i.i = add i64 %.148.i.i, 24
  %.97.i.i339.i.i = inttoptr i64 %.96.i.i338.i.i to ptr
  %.98.i.i340.i.i = load i32, ptr %.97.i.i339.i.i, align 4
  %.102.i.i341.i.i = add i64 %.37.i241.i.i, 24
  %.103.i.i342.i.i = inttoptr i64 %.102.i.i341.i.i to ptr
  %.104.i.i343.i.i = load i32, ptr %.103.i.i342.i.i, align 4
  %.106.not.i.i344.i.i = icmp eq i32 %.98.i.i340.i.i, %.104.i.i343.i.i
  br i1 %.106.not.i.i344.i.i, label %B400.i.i345.i.i, label %helper_12.exit.i.i
B400.i.i345.i.i:                                  ; preds = %B288.i.i337.i.i
  %.117.i.i346.i.i = add i64 %.148.i.i, 32
  %.118.i.i347.i.i = inttoptr i64 %.117.i.i346.i.i to ptr
  %.119.i.i348.i.i = load i64, ptr %.118.i.i347.i.i, align 8
  %.122.i.i349.i.i = add i64 %.37.i241.i.i, 32
  %.123.i.i350.i.i = inttoptr i64 %.122.i.i349.i.i to ptr
  %.124.i.i351.i.i = load i64, ptr %.123.i.i350.i.i, align 8
  %narrow.i.i352.i.i = tail call i32 @llvm.smax.i32(i32 %.98.i.i340.i.i, i32 0)
  %storemerge.i423.i.i.i = zext nneg i32 %narrow.i.i352.i.i to i64
  br label %B582.i.i353.i.i
B582.i.i353.i.i:                                  ; preds = %B584.i.i356.i.i, %B400.i.i345.i.i
  %.164.0.i.i354.i.i = phi i64 [ 0, %B400.i.i345.i.i ], [ %.233.i.i357.i.i, %B584.i.i356.i.i ]
  %exitcond.not.i.i355.i.i = icmp eq i64 %.164.0.i.i354.i.i, %storemerge.i423.i.i.i
  br i1 %exitcond.not.i.i355.i.i, label %B1094.i.i.i, label %B584.i.i356.i.i
B584.i.i356.i.i:                                  ; preds = %B582.i.i353.i.i
  %18 = shl i64 %.164.0.i.i354.i.i, 3
  %.233.i.i357.i.i = add nuw nsw i64 %.164.0.i.i354.i.i, 1
  %.260.i.i358.i.i = add i64 %18, %.119.i.i348.i.i
  %.261.i.i359.i.i = inttoptr i64 %.260.i.i358.i.i to ptr
  %.262.i.i360.i.i = load i64, ptr %.261.i.i359.i.i, align 8
  %.265.i.i361.i.i = add i64 %18, %.124.i.i351.i.i
  %.266.i.i362.i.i = inttoptr i64 %.265.i.i361.i.i to ptr
  %.267.i.i363.i.i = load i64, ptr %.266.i.i362.i.i, align 8
  %.268.not.i.i364.i.i = icmp eq i64 %.262.i.i360.i.i, %.267.i.i363.i.i
  br i1 %.268.not.i.i364.i.i, label %B582.i.i353.i.i, label %helper_12.exit.i.i
B1094.i.i.i:                                      ; preds = %B582.i.i353.i.i
  %.9.i426.i.i.i = load i64, ptr %.8.i425.i.i.i, align 8
  %.656.i.i.i = add i64 %p.4.0530.i.i, 24
  %.657.i.i.i = inttoptr i64 %.656.i.i.i to ptr
  %.658.i.i.i = load i64, ptr %.657.i.i.i, align 8
  %.659.i.i.i = tail call i64 @PyObject_Call(i64 %.9.i426.i.i.i, i64 %.658.i.i.i, i64 0)
  %.664.i.i.i = icmp eq i64 %.659.i.i.i, 0
  br i1 %.664.i.i.i, label %B1216.i.i.i, label %B1248.i.i.i
B1216.i.i.i:                                      ; preds = %B1094.i.i.i
  %.676.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_12.exit.i.i
B1248.i.i.i:                                      ; preds = %B1094.i.i.i
  %.681.i.i.i = add i64 %.659.i.i.i, 16
  %.682.i.i.i = inttoptr i64 %.681.i.i.i to ptr
  %.683.i.i.i = load i64, ptr %.682.i.i.i, align 8
  %.686.i.i.i = add i64 %.148.i.i, 16
  %.687.i.i.i = inttoptr i64 %.686.i.i.i to ptr
  %.688.i.i.i = load i64, ptr %.687.i.i.i, align 8
  %.693.i.i.i = load i64, ptr %.155.i.i, align 8
  %.696.i.i.i = ashr i64 %.693.i.i.i, 4
  %.697.i.i.i = tail call i64 @memcpy(i64 %.683.i.i.i, i64 %.688.i.i.i, i64 %.696.i.i.i)
  %.702.i.i.i = inttoptr i64 %.502.i318.i.i to ptr
  store i64 %.148.i.i, ptr %.702.i.i.i, align 8
  %.708.i.i.i = add i64 %.502.i318.i.i, 8
  %.709.i.i.i = inttoptr i64 %.708.i.i.i to ptr
  store i64 0, ptr %.709.i.i.i, align 8
  %.714.i.i.i = add i64 %.502.i318.i.i, 16
  %.715.i.i.i = inttoptr i64 %.714.i.i.i to ptr
  store i64 %.659.i.i.i, ptr %.715.i.i.i, align 8
  %.722.i.i.i = add nuw nsw i64 %new.3.0529.i.i, 1
  br label %helper_12.exit.i.i
B1524.i365.i.i:                                   ; preds = %B898.i315.i.i
  %.10.i429.i.i.i = load i64, ptr %.9.i428.i.i.i, align 8
  %.11.i430.i.i.i = add nsw i64 %.10.i429.i.i.i, %.148.i.i
  %.14.i431.i.i.i = inttoptr i64 %.11.i430.i.i.i to ptr
  %.15.i432.i.i.i = load i64, ptr %.14.i431.i.i.i, align 8
  %.761.not.i.i.i = icmp eq i64 %.15.i432.i.i.i, %.32.i238.i.i
  br i1 %.761.not.i.i.i, label %B1590.i367.i.i, label %helper_12.exit.i.i
B1590.i367.i.i:                                   ; preds = %B1524.i365.i.i
  %.10.i.i435.i.i.i = load i64, ptr %.9.i.i434.i.i.i, align 8
  %.11.i.i436.i.i.i = add nsw i64 %.10.i.i435.i.i.i, %.148.i.i
  %.14.i.i437.i.i.i = inttoptr i64 %.11.i.i436.i.i.i to ptr
  %.15.i.i438.i.i.i = load i64, ptr %.14.i.i437.i.i.i, align 8
  %.40.i439.i.i.i = icmp eq i64 %.15.i.i438.i.i.i, 0
  br i1 %.40.i439.i.i.i, label %helper_7.exit458.i.i.i, label %B74.i440.i.i.i
B74.i440.i.i.i:                                   ; preds = %B1590.i367.i.i
  %.10.i23.i443.i.i.i = load i64, ptr %.9.i22.i442.i.i.i, align 8
  %.11.i24.i444.i.i.i = add nsw i64 %.10.i23.i443.i.i.i, %.15.i.i438.i.i.i
  %.14.i25.i445.i.i.i = inttoptr i64 %.11.i24.i444.i.i.i to ptr
  %.15.i26.i446.i.i.i = load i64, ptr %.14.i25.i445.i.i.i, align 8
  %.81.not.i447.i.i.i = icmp eq i64 %.15.i26.i446.i.i.i, 0
  br i1 %.81.not.i447.i.i.i, label %B230.i456.i.i.i, label %B140.i448.i.i.i
B140.i448.i.i.i:                                  ; preds = %B74.i440.i.i.i
  %.6.i.i449.i.i.i = add i64 %.15.i26.i446.i.i.i, 8
  %.7.i.i450.i.i.i = inttoptr i64 %.6.i.i449.i.i.i to ptr
  %.8.i27.i451.i.i.i = load i64, ptr %.7.i.i450.i.i.i, align 8
  %.9.i30.i454.i.i.i = load i64, ptr %.8.i62.i540.i.i.i, align 8
  %.137.i455.i.i.i = icmp eq i64 %.8.i27.i451.i.i.i, %.9.i30.i454.i.i.i
  br i1 %.137.i455.i.i.i, label %helper_7.exit458.i.i.i, label %B230.i456.i.i.i
B230.i456.i.i.i:                                  ; preds = %B140.i448.i.i.i, %B74.i440.i.i.i
  br label %helper_7.exit458.i.i.i
helper_7.exit458.i.i.i: ; preds = %B230.i456.i.i.i, %B140.i448.i.i.i, %B1590.i367.i.i
  %storemerge.i457.i.i.i = phi i64 [ 0, %B1590.i367.i.i ], [ 0, %B230.i456.i.i.i ], [ %.15.i26.i446.i.i.i, %B140.i448.i.i.i ]
  %.808.i.i.i = icmp eq i64 %storemerge.i457.i.i.i, 0
  br i1 %.808.i.i.i, label %helper_12.exit.i.i, label %B1668.i368.i.i
B1668.i368.i.i:                                   ; preds = %helper_7.exit458.i.i.i, %B1670.i378.i.i
  %.850.0.i.i.i = phi i64 [ %.850.1.i.i.i, %B1670.i378.i.i ], [ 0, %helper_7.exit458.i.i.i ]
  %.853.0.i.i.i = phi i64 [ %.853.1.i.i.i, %B1670.i378.i.i ], [ %new.3.0529.i.i, %helper_7.exit458.i.i.i ]
  %.906.i.i.i = icmp sgt i64 %.853.0.i.i.i, 0
  br i1 %.906.i.i.i, label %B1668.if.i382.i.i, label %B1668.endif.i369.i.i
B1670.i378.i.i:                                   ; preds = %B1668.endif.i369.i.i
  %.948.i379.i.i = add i64 %.896.sroa.0.0.i.i.i, %arg.c
  %.949.i380.i.i = inttoptr i64 %.948.i379.i.i to ptr
  %.950.i.i.i = load i64, ptr %.949.i380.i.i, align 8
  %.952.i.i.i = icmp eq i64 %.950.i.i.i, %.148.i.i
  br i1 %.952.i.i.i, label %helper_12.exit.i.i, label %B1668.i368.i.i
B1752.i370.i.i:                                   ; preds = %B1668.endif.i369.i.i
  store i64 0, ptr %.982.i.i.i, align 8
  call fastcc void @helper_8(ptr %.982.i.i.i, i64 %arg.c, i64 %.148.i.i, i64 %storemerge.i457.i.i.i, i64 %.32.i238.i.i)
  %.996.i.i.i = load i64, ptr %.982.i.i.i, align 8
  %.1012.i.i.i = icmp eq i64 %.996.i.i.i, 0
  br i1 %.1012.i.i.i, label %B1800.i377.i.i, label %B1832.i371.i.i
B1800.i377.i.i:                                   ; preds = %B1752.i370.i.i
  %.1028.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_12.exit.i.i
B1832.i371.i.i:                                   ; preds = %B1752.i370.i.i
  br i1 %.579.i, label %B1968.i374.i.i, label %B1844.i372.i.i
B1844.i372.i.i:                                   ; preds = %B1832.i371.i.i
  %.10.i461.i.i.i = load i64, ptr %.9.i460.i.i.i, align 8
  %.11.i462.i.i.i = add nsw i64 %.10.i461.i.i.i, %run.2.0.i
  %.14.i463.i.i.i = inttoptr i64 %.11.i462.i.i.i to ptr
  %.15.i464.i.i.i = load i64, ptr %.14.i463.i.i.i, align 8
  %.1066.i.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i464.i.i.i, i64 %.996.i.i.i)
  %.1067.not.i.i.i = icmp eq i64 %.1066.i.i.i, 0
  br i1 %.1067.not.i.i.i, label %B1968.i374.i.i, label %B1934.i373.i.i
B1934.i373.i.i:                                   ; preds = %B1844.i372.i.i
  %.1078.i.i.i = tail call ptr @Py_DecRef(i64 %.996.i.i.i)
  br label %helper_12.exit.i.i
B1968.i374.i.i:                                   ; preds = %B1844.i372.i.i, %B1832.i371.i.i
  %.1091.i.i.i = inttoptr i64 %.502.i318.i.i to ptr
  store i64 %.148.i.i, ptr %.1091.i.i.i, align 8
  %.1098.i375.i.i = add i64 %.502.i318.i.i, 8
  %.1099.i.i.i = inttoptr i64 %.1098.i375.i.i to ptr
  store i64 %.996.i.i.i, ptr %.1099.i.i.i, align 8
  %.1106.i376.i.i = add i64 %.502.i318.i.i, 16
  %.1107.i.i.i = inttoptr i64 %.1106.i376.i.i to ptr
  store i64 %storemerge.i457.i.i.i, ptr %.1107.i.i.i, align 8
  %.1114.i.i.i = add nuw nsw i64 %new.3.0529.i.i, 1
  br label %helper_12.exit.i.i
B2112.i307.i.i:                                   ; preds = %B682.i.i
  %.1136.i.i.i = mul i64 %.32.i238.i.i, 24
  %.1139.i309.i.i = add i64 %.1136.i.i.i, %.1458.i.i.i
  %.1140.i310.i.i = inttoptr i64 %.1139.i309.i.i to ptr
  %.1141.i.i.i = load i64, ptr %.1140.i310.i.i, align 8
  %.1143.i.i.i = icmp eq i64 %.1141.i.i.i, %.148.i.i
  br i1 %.1143.i.i.i, label %B2184.i314.i.i, label %B2274.i311.i.i
B2184.i314.i.i:                                   ; preds = %B2112.i307.i.i
  %.6.i465.i.i.i = add i64 %.148.i.i, 8
  %.7.i466.i.i.i = inttoptr i64 %.6.i465.i.i.i to ptr
  %.8.i467.i.i.i = load i64, ptr %.7.i466.i.i.i, align 8
  %.9.i470.i.i.i = load i64, ptr %.8.i469.i.i.i, align 8
  %.1201.i.i.i = icmp eq i64 %.8.i467.i.i.i, %.9.i470.i.i.i
  br i1 %.1201.i.i.i, label %helper_12.exit.i.i, label %B2274.i311.i.i
B2274.i311.i.i:                                   ; preds = %B2184.i314.i.i, %B2112.i307.i.i
  br label %helper_12.exit.i.i
B2310.i260.i.i:                                   ; preds = %B682.i.i
  br i1 %.579.i, label %helper_12.exit.i.i, label %B2322.i261.i.i
B2322.i261.i.i:                                   ; preds = %B2310.i260.i.i
  %.1235.i262.i.i = add i64 %p.4.0530.i.i, 24
  %.1236.i263.i.i = inttoptr i64 %.1235.i262.i.i to ptr
  %.1237.i.i.i = load i64, ptr %.1236.i263.i.i, align 8
  %.6.i.i471.i.i.i = add i64 %.148.i.i, 8
  %.7.i.i472.i.i.i = inttoptr i64 %.6.i.i471.i.i.i to ptr
  %.8.i.i473.i.i.i = load i64, ptr %.7.i.i472.i.i.i, align 8
  %.9.i.i474.i.i.i = load i64, ptr %.8.i47.i497.i.i.i, align 8
  %.74.i.i266.i.i = icmp ne i64 %.8.i.i473.i.i.i, %.9.i.i474.i.i.i
  %.77.not.i.i267.i.i = icmp eq i64 %.1237.i.i.i, 0
  %or.cond.i.i268.i.i = select i1 %.74.i.i266.i.i, i1 true, i1 %.77.not.i.i267.i.i
  %.139.not.i.i288.i.i = icmp eq i64 %.32.i238.i.i, 0
  br i1 %or.cond.i.i268.i.i, label %B178.i.i287.i.i, label %B106.i.i269.i.i
B106.i.i269.i.i:                                  ; preds = %B2322.i261.i.i
  br i1 %.139.not.i.i288.i.i, label %B2390.i277.i.i, label %B118.i.i270.i.i
B118.i.i270.i.i:                                  ; preds = %B106.i.i269.i.i
  %.9.i50.i.i273.i.i = load i64, ptr %.8.i49.i506.i.i.i, align 8
  %.120.i.i274.i.i = icmp eq i64 %.32.i238.i.i, %.9.i50.i.i273.i.i
  br label %helper_9.exit.i275.i.i
B178.i.i287.i.i:                                  ; preds = %B2322.i261.i.i
  %.143.not.i.i289.i.i = icmp eq i64 %.8.i.i473.i.i.i, %.32.i238.i.i
  %or.cond44.i.i290.i.i = or i1 %.139.not.i.i288.i.i, %.143.not.i.i289.i.i
  br i1 %or.cond44.i.i290.i.i, label %B206.i.i291.i.i, label %helper_12.exit.i.i
B206.i.i291.i.i:                                  ; preds = %B178.i.i287.i.i
  %.9.i53.i.i294.i.i = load i64, ptr %.8.i52.i518.i.i.i, align 8
  %.185.i.i295.i.i = icmp eq i64 %.8.i.i473.i.i.i, %.9.i53.i.i294.i.i
  br i1 %.185.i.i295.i.i, label %B266.i.i301.i.i, label %B450.i.i296.i.i
B266.i.i301.i.i:                                  ; preds = %B206.i.i291.i.i
  %.193.i.i303.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.148.i.i, i64 %.37.i.i)
  %.204.i.i305.i.i = load i32, ptr %.203.i530.i.i.i, align 4
  %.208.i.i306.i.i = icmp eq i32 %.204.i.i305.i.i, 0
  %19 = add i64 %.193.i.i303.i.i, 9007199254740991
  %20 = icmp ult i64 %19, 18014398509481983
  %narrow.i477.i.i.i = select i1 %.208.i.i306.i.i, i1 %20, i1 false
  br label %helper_9.exit.i275.i.i
B450.i.i296.i.i:                                  ; preds = %B206.i.i291.i.i
  %.9.i56.i.i299.i.i = load i64, ptr %.8.i49.i506.i.i.i, align 8
  %.284.i.i300.i.i = icmp eq i64 %.8.i.i473.i.i.i, %.9.i56.i.i299.i.i
  br label %helper_9.exit.i275.i.i
helper_9.exit.i275.i.i: ; preds = %B450.i.i296.i.i, %B266.i.i301.i.i, %B118.i.i270.i.i
  %.1243.0.shrunk.i.i.i = phi i1 [ %narrow.i477.i.i.i, %B266.i.i301.i.i ], [ %.284.i.i300.i.i, %B450.i.i296.i.i ], [ %.120.i.i274.i.i, %B118.i.i270.i.i ]
  br i1 %.1243.0.shrunk.i.i.i, label %B2390.i277.i.i, label %helper_12.exit.i.i
B2390.i277.i.i:                                   ; preds = %helper_9.exit.i275.i.i, %B106.i.i269.i.i
  %.10.i480.i.i.i = load i64, ptr %.9.i479.i.i.i, align 8
  %.11.i481.i.i.i = add nsw i64 %.10.i480.i.i.i, %run.2.0.i
  %.14.i482.i.i.i = inttoptr i64 %.11.i481.i.i.i to ptr
  %.15.i483.i.i.i = load i64, ptr %.14.i482.i.i.i, align 8
  %.1325.i.i.i = tail call i64 @PyList_GetItem(i64 %.15.i483.i.i.i, i64 %.37.i241.i.i)
  %.1328.i.i.i = tail call i64 @PyTuple_GetItem(i64 %.1325.i.i.i, i64 2)
  %.8.i.i486.i.i.i = load i64, ptr %.7.i.i472.i.i.i, align 8
  %.9.i.i487.i.i.i = load i64, ptr %.8.i52.i518.i.i.i, align 8
  %.64.i.i280.i.i = icmp eq i64 %.8.i.i486.i.i.i, %.9.i.i487.i.i.i
  br i1 %.64.i.i280.i.i, label %B90.i491.i.i.i, label %B180.i488.i.i.i
B90.i491.i.i.i:                                   ; preds = %B2390.i277.i.i
  %.72.i.i285.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.148.i.i, i64 %.37.i.i)
  %.75.i.i286.i.i = sitofp i64 %.72.i.i285.i.i to double
  br label %helper_10.exit.i283.i.i
B180.i488.i.i.i:                                  ; preds = %B2390.i277.i.i
  %.82.i.i281.i.i = add i64 %.148.i.i, 16
  %.83.i.i282.i.i = inttoptr i64 %.82.i.i281.i.i to ptr
  %.84.i489.i.i.i = load double, ptr %.83.i.i282.i.i, align 8
  br label %helper_10.exit.i283.i.i
helper_10.exit.i283.i.i: ; preds = %B180.i488.i.i.i, %B90.i491.i.i.i
  %storemerge.i490.i.i.i = phi double [ %.84.i489.i.i.i, %B180.i488.i.i.i ], [ %.75.i.i286.i.i, %B90.i491.i.i.i ]
  %.1363.i.i.i = tail call double @PyFloat_AsDouble(i64 %.1328.i.i.i)
  %.1365.i.i.i = fcmp oeq double %.1363.i.i.i, %storemerge.i490.i.i.i
  %.1368.i.i.i = fcmp une double %storemerge.i490.i.i.i, 0.000000e+00
  %or.cond387.i.i.i = and i1 %.1368.i.i.i, %.1365.i.i.i
  %"$phi2588.0.2.0.i284.i.i" = select i1 %or.cond387.i.i.i, i64 %new.3.0529.i.i, i64 -1
  br label %helper_12.exit.i.i
B2622.i252.i.i:                                   ; preds = %B682.i.i
  %.1403.i253.i.i = add i64 %p.4.0530.i.i, 24
  %.1404.i254.i.i = inttoptr i64 %.1403.i253.i.i to ptr
  %.1405.i.i.i = load i64, ptr %.1404.i254.i.i, align 8
  %.6.i.i493.i.i.i = add i64 %.148.i.i, 8
  %.7.i.i494.i.i.i = inttoptr i64 %.6.i.i493.i.i.i to ptr
  %.8.i.i495.i.i.i = load i64, ptr %.7.i.i494.i.i.i, align 8
  %.9.i.i498.i.i.i = load i64, ptr %.8.i47.i497.i.i.i, align 8
  %.74.i499.i.i.i = icmp ne i64 %.8.i.i495.i.i.i, %.9.i.i498.i.i.i
  %.77.not.i500.i.i.i = icmp eq i64 %.1405.i.i.i, 0
  %or.cond.i501.i.i.i = select i1 %.74.i499.i.i.i, i1 true, i1 %.77.not.i500.i.i.i
  %.139.not.i512.i.i.i = icmp eq i64 %.32.i238.i.i, 0
  br i1 %or.cond.i501.i.i.i, label %B178.i511.i.i.i, label %B106.i502.i.i.i
B106.i502.i.i.i:                                  ; preds = %B2622.i252.i.i
  br i1 %.139.not.i512.i.i.i, label %B2690.i256.i.i, label %B118.i504.i.i.i
B118.i504.i.i.i:                                  ; preds = %B106.i502.i.i.i
  %.9.i50.i507.i.i.i = load i64, ptr %.8.i49.i506.i.i.i, align 8
  %.120.i508.i.i.i = icmp eq i64 %.32.i238.i.i, %.9.i50.i507.i.i.i
  br label %helper_9.exit535.i.i.i
B178.i511.i.i.i:                                  ; preds = %B2622.i252.i.i
  %.143.not.i513.i.i.i = icmp eq i64 %.8.i.i495.i.i.i, %.32.i238.i.i
  %or.cond44.i514.i.i.i = or i1 %.139.not.i512.i.i.i, %.143.not.i513.i.i.i
  br i1 %or.cond44.i514.i.i.i, label %B206.i516.i.i.i, label %helper_12.exit.i.i
B206.i516.i.i.i:                                  ; preds = %B178.i511.i.i.i
  %.9.i53.i519.i.i.i = load i64, ptr %.8.i52.i518.i.i.i, align 8
  %.185.i520.i.i.i = icmp eq i64 %.8.i.i495.i.i.i, %.9.i53.i519.i.i.i
  br i1 %.185.i520.i.i.i, label %B266.i527.i.i.i, label %B450.i521.i.i.i
B266.i527.i.i.i:                                  ; preds = %B206.i516.i.i.i
  %.193.i529.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.148.i.i, i64 %.37.i.i)
  %.204.i531.i.i.i = load i32, ptr %.203.i530.i.i.i, align 4
  %.208.i532.i.i.i = icmp eq i32 %.204.i531.i.i.i, 0
  %21 = add i64 %.193.i529.i.i.i, 9007199254740991
  %22 = icmp ult i64 %21, 18014398509481983
  %narrow.i533.i.i.i = select i1 %.208.i532.i.i.i, i1 %22, i1 false
  br label %helper_9.exit535.i.i.i
B450.i521.i.i.i:                                  ; preds = %B206.i516.i.i.i
  %.9.i56.i524.i.i.i = load i64, ptr %.8.i49.i506.i.i.i, align 8
  %.284.i525.i.i.i = icmp eq i64 %.8.i.i495.i.i.i, %.9.i56.i524.i.i.i
  br label %helper_9.exit535.i.i.i
helper_9.exit535.i.i.i: ; preds = %B450.i521.i.i.i, %B266.i527.i.i.i, %B118.i504.i.i.i
  %.1411.0.shrunk.i.i.i = phi i1 [ %narrow.i533.i.i.i, %B266.i527.i.i.i ], [ %.284.i525.i.i.i, %B450.i521.i.i.i ], [ %.120.i508.i.i.i, %B118.i504.i.i.i ]
  br i1 %.1411.0.shrunk.i.i.i, label %B2690.i256.i.i, label %helper_12.exit.i.i
B2690.i256.i.i:                                   ; preds = %helper_9.exit535.i.i.i, %B106.i502.i.i.i
  %.1457.i257.i.i = mul i64 %new.3.0529.i.i, 24
  %.1460.i.i.i = add i64 %.1457.i257.i.i, %.1458.i.i.i
  %.1466.i.i.i = inttoptr i64 %.1460.i.i.i to ptr
  store i64 %.148.i.i, ptr %.1466.i.i.i, align 8
  %.1471.i258.i.i = add i64 %.1460.i.i.i, 8
  %.1472.i.i.i = inttoptr i64 %.1471.i258.i.i to ptr
  store i64 0, ptr %.1472.i.i.i, align 8
  %.1475.i259.i.i = add i64 %.1460.i.i.i, 16
  %.1476.i.i.i = inttoptr i64 %.1475.i259.i.i to ptr
  store i64 0, ptr %.1476.i.i.i, align 8
  %.1479.i.i.i = add nuw nsw i64 %new.3.0529.i.i, 1
  br label %helper_12.exit.i.i
B2882.i250.i.i:                                   ; preds = %B682.i.i
  store i8 0, ptr %.1497.i.i.i, align 1
  call fastcc void @helper_11(ptr %.1497.i.i.i, i64 %arg.c, i64 %.148.i.i, i64 %.32.i238.i.i)
  %.1511.i.i.i = load i8, ptr %.1497.i.i.i, align 1
  %.1514.not.i.i.i = icmp eq i8 %.1511.i.i.i, 0
  %"$phi2922.0.2.0.i251.i.i" = select i1 %.1514.not.i.i.i, i64 -1, i64 %new.3.0529.i.i
  br label %helper_12.exit.i.i
B2956.i242.i.i:                                   ; preds = %B682.i.i
  %.6.i.i536.i.i.i = add i64 %.148.i.i, 8
  %.7.i.i537.i.i.i = inttoptr i64 %.6.i.i536.i.i.i to ptr
  %.8.i.i538.i.i.i = load i64, ptr %.7.i.i537.i.i.i, align 8
  %.9.i.i541.i.i.i = load i64, ptr %.8.i62.i540.i.i.i, align 8
  %.64.not.i542.i.i.i = icmp eq i64 %.8.i.i538.i.i.i, %.9.i.i541.i.i.i
  br i1 %.64.not.i542.i.i.i, label %B90.i544.i.i.i, label %helper_12.exit.i.i
B90.i544.i.i.i:                                   ; preds = %B2956.i242.i.i
  %.68.i545.i.i.i = add i64 %.148.i.i, 64
  %.69.i546.i.i.i = inttoptr i64 %.68.i545.i.i.i to ptr
  %.70.i547.i.i.i = load i32, ptr %.69.i546.i.i.i, align 4
  %23 = and i32 %.70.i547.i.i.i, 1
  %.73.i548.i.i.i = icmp eq i32 %23, 0
  br i1 %.73.i548.i.i.i, label %helper_12.exit.i.i, label %B180.i549.i.i.i
B180.i549.i.i.i:                                  ; preds = %B90.i544.i.i.i
  %.84.i550.i.i.i = add i64 %.148.i.i, 56
  %.85.i551.i.i.i = inttoptr i64 %.84.i550.i.i.i to ptr
  %.86.i552.i.i.i = load i64, ptr %.85.i551.i.i.i, align 8
  %.89.i553.i.i.i = add i64 %.32.i238.i.i, 56
  %.90.i554.i.i.i = inttoptr i64 %.89.i553.i.i.i to ptr
  %.91.i555.i.i.i = load i64, ptr %.90.i554.i.i.i, align 8
  %.92.not.i556.i.i.i = icmp eq i64 %.86.i552.i.i.i, %.91.i555.i.i.i
  br i1 %.92.not.i556.i.i.i, label %B288.i558.i.i.i, label %helper_12.exit.i.i
B288.i558.i.i.i:                                  ; preds = %B180.i549.i.i.i
  %.96.i559.i.i.i = add i64 %.148.i.i, 24
  %.97.i560.i.i.i = inttoptr i64 %.96.i559.i.i.i to ptr
  %.98.i561.i.i.i = load i32, ptr %.97.i560.i.i.i, align 4
  %.102.i562.i.i.i = add i64 %.32.i238.i.i, 24
  %.103.i563.i.i.i = inttoptr i64 %.102.i562.i.i.i to ptr
  %.104.i564.i.i.i = load i32, ptr %.103.i563.i.i.i, align 4
  %.106.not.i565.i.i.i = icmp eq i32 %.98.i561.i.i.i, %.104.i564.i.i.i
  br i1 %.106.not.i565.i.i.i, label %B400.i566.i.i.i, label %helper_12.exit.i.i
B400.i566.i.i.i:                                  ; preds = %B288.i558.i.i.i
  %.117.i567.i.i.i = add i64 %.148.i.i, 32
  %.118.i568.i.i.i = inttoptr i64 %.117.i567.i.i.i to ptr
  %.119.i569.i.i.i = load i64, ptr %.118.i568.i.i.i, align 8
  %.122.i570.i.i.i = add i64 %.32.i238.i.i, 32
  %.123.i571.i.i.i = inttoptr i64 %.122.i570.i.i.i to ptr
  %.124.i572.i.i.i = load i64, ptr %.123.i571.i.i.i, align 8
  %narrow.i573.i.i.i = tail call i32 @llvm.smax.i32(i32 %.98.i561.i.i.i, i32 0)
  %storemerge.i574.i.i.i = zext nneg i32 %narrow.i573.i.i.i to i64
  br label %B582.i575.i.i.i
B582.i575.i.i.i:                                  ; preds = %B584.i578.i.i.i, %B400.i566.i.i.i
  %.164.0.i576.i.i.i = phi i64 [ 0, %B400.i566.i.i.i ], [ %.233.i579.i.i.i, %B584.i578.i.i.i ]
  %exitcond.not.i577.i.i.i = icmp eq i64 %.164.0.i576.i.i.i, %storemerge.i574.i.i.i
  br i1 %exitcond.not.i577.i.i.i, label %B2994.i244.i.i, label %B584.i578.i.i.i
B584.i578.i.i.i:                                  ; preds = %B582.i575.i.i.i
  %24 = shl i64 %.164.0.i576.i.i.i, 3
  %.233.i579.i.i.i = add nuw nsw i64 %.164.0.i576.i.i.i, 1
  %.260.i580.i.i.i = add i64 %24, %.119.i569.i.i.i
  %.261.i581.i.i.i = inttoptr i64 %.260.i580.i.i.i to ptr
  %.262.i582.i.i.i = load i64, ptr %.261.i581.i.i.i, align 8
  %.265.i583.i.i.i = add i64 %24, %.124.i572.i.i.i
  %.266.i584.i.i.i = inttoptr i64 %.265.i583.i.i.i to ptr
  %.267.i585.i.i.i = load i64, ptr %.266.i584.i.i.i, align 8
  %.268.not.i586.i.i.i = icmp eq i64 %.262.i582.i.i.i, %.267.i585.i.i.i
  br i1 %.268.not.i586.i.i.i, label %B582.i575.i.i.i, label %helper_12.exit.i.i
B2994.i244.i.i:                                   ; preds = %B582.i575.i.i.i
  %.1611.i245.i.i = add i64 %.148.i.i, 16
  %.1612.i246.i.i = inttoptr i64 %.1611.i245.i.i to ptr
  %.1613.i.i.i = load i64, ptr %.1612.i246.i.i, align 8
  %.1618.i247.i.i = add i64 %.32.i238.i.i, 16
  %.1619.i248.i.i = inttoptr i64 %.1618.i247.i.i to ptr
  %.1620.i.i.i = load i64, ptr %.1619.i248.i.i, align 8
  %.1624.i.i.i = tail call i32 @memcmp(i64 %.1613.i.i.i, i64 %.1620.i.i.i, i64 %.37.i241.i.i)
  %.1628.i.i.i = icmp eq i32 %.1624.i.i.i, 0
  %arg.new..i249.i.i = select i1 %.1628.i.i.i, i64 %new.3.0529.i.i, i64 -1
  br label %helper_12.exit.i.i
B1668.if.i382.i.i:                                ; preds = %B1668.i368.i.i
  %.915.i.i.i = add nsw i64 %.853.0.i.i.i, -1
  %.919.i.i.i = add i64 %.850.0.i.i.i, 1
  %25 = mul i64 %.850.0.i.i.i, 24
  %26 = add i64 %25, 1344
  br label %B1668.endif.i369.i.i
B1668.endif.i369.i.i:                             ; preds = %B1668.if.i382.i.i, %B1668.i368.i.i
  %.850.1.i.i.i = phi i64 [ %.919.i.i.i, %B1668.if.i382.i.i ], [ %.850.0.i.i.i, %B1668.i368.i.i ]
  %.853.1.i.i.i = phi i64 [ %.915.i.i.i, %B1668.if.i382.i.i ], [ %.853.0.i.i.i, %B1668.i368.i.i ]
  %.896.sroa.0.0.i.i.i = phi i64 [ %26, %B1668.if.i382.i.i ], [ 1344, %B1668.i368.i.i ]
  br i1 %.906.i.i.i, label %B1670.i378.i.i, label %B1752.i370.i.i
helper_12.exit.i.i: ; preds = %B584.i578.i.i.i, %B584.i.i356.i.i, %B1670.i378.i.i, %B2994.i244.i.i, %B288.i558.i.i.i, %B180.i549.i.i.i, %B90.i544.i.i.i, %B2956.i242.i.i, %B2882.i250.i.i, %B2690.i256.i.i, %helper_9.exit535.i.i.i, %B178.i511.i.i.i, %helper_10.exit.i283.i.i, %helper_9.exit.i275.i.i, %B178.i.i287.i.i, %B2310.i260.i.i, %B2274.i311.i.i, %B2184.i314.i.i, %B1968.i374.i.i, %B1934.i373.i.i, %B1800.i377.i.i, %helper_7.exit458.i.i.i, %B1524.i365.i.i, %B1248.i.i.i, %B1216.i.i.i, %B288.i.i337.i.i, %B180.i.i329.i.i, %B90.i.i324.i.i, %B1056.i.i.i, %B1032.i320.i.i, %B860.i444.i.i, %B790.i440.i.i, %B634.i447.i.i, %helper_7.exit.i429.i.i, %B474.i401.i.i, %B378.i450.i.i, %B230.i391.i.i, %B140.i384.i.i, %B682.i.i
  %.602.0.i.i = phi i64 [ %arg.new..i249.i.i, %B2994.i244.i.i ], [ %"$phi2922.0.2.0.i251.i.i", %B2882.i250.i.i ], [ %.1479.i.i.i, %B2690.i256.i.i ], [ %"$phi2588.0.2.0.i284.i.i", %helper_10.exit.i283.i.i ], [ -1, %B1800.i377.i.i ], [ %.1114.i.i.i, %B1968.i374.i.i ], [ -1, %B1934.i373.i.i ], [ -1, %B1216.i.i.i ], [ %.722.i.i.i, %B1248.i.i.i ], [ %"$phi472.0.2.0.i453.i.i", %B378.i450.i.i ], [ -1, %B634.i447.i.i ], [ -1, %B140.i384.i.i ], [ -1, %B230.i391.i.i ], [ -1, %B474.i401.i.i ], [ -1, %helper_7.exit.i429.i.i ], [ -1, %B860.i444.i.i ], [ %new.3.0529.i.i, %B790.i440.i.i ], [ -1, %B288.i.i337.i.i ], [ -1, %B180.i.i329.i.i ], [ -1, %B90.i.i324.i.i ], [ -1, %B1056.i.i.i ], [ -1, %B1032.i320.i.i ], [ -1, %B1524.i365.i.i ], [ -1, %helper_7.exit458.i.i.i ], [ -1, %B2274.i311.i.i ], [ %new.3.0529.i.i, %B2184.i314.i.i ], [ -1, %helper_9.exit.i275.i.i ], [ -1, %B178.i.i287.i.i ], [ -1, %B2310.i260.i.i ], [ -1, %helper_9.exit535.i.i.i ], [ -1, %B178.i511.i.i.i ], [ -1, %B288.i558.i.i.i ], [ -1, %B180.i549.i.i.i ], [ -1, %B90.i544.i.i.i ], [ -1, %B2956.i242.i.i ], [ -1, %B682.i.i ], [ -1, %B1670.i378.i.i ], [ -1, %B584.i.i356.i.i ], [ -1, %B584.i578.i.i.i ]
  %.632.i.i = icmp slt i64 %.602.0.i.i, 0
  br i1 %.632.i.i, label %B34.i458.i.i, label %B772.i.i
B34.i458.i.i:                                     ; preds = %helper_12.exit.i.i, %B34.i458.i.i.backedge
  %.31.0.i459.i.i = phi i64 [ %.31.1.i463.i.i, %B34.i458.i.i.backedge ], [ 0, %helper_12.exit.i.i ]
  %.34.0.i460.i.i = phi i64 [ %.34.1.i464.i.i, %B34.i458.i.i.backedge ], [ %new.3.0529.i.i, %helper_12.exit.i.i ]
  %.89.i461.i.i = icmp sgt i64 %.34.0.i460.i.i, 0
  br i1 %.89.i461.i.i, label %B34.if.i481.i.i, label %B34.endif.i462.i.i
B36.i466.i.i:                                     ; preds = %B34.endif.i462.i.i
  %.132.i467.i.i = add i64 %.79.sroa.0.0.i465.i.i, %.131.i456.i.i
  %.133.i468.i.i = inttoptr i64 %.132.i467.i.i to ptr
  %.134.i469.i.i = load i64, ptr %.133.i468.i.i, align 8
  %.150.not.i473.i.i = icmp eq i64 %.134.i469.i.i, 0
  br i1 %.150.not.i473.i.i, label %B222.i477.i.i, label %B267.i476.i.i.sink.split
B222.i477.i.i:                                    ; preds = %B36.i466.i.i
  %.140.i470.i.i = add i64 %.79.sroa.0.0.i465.i.i, %.139.i457.i.i
  %.141.i471.i.i = inttoptr i64 %.140.i470.i.i to ptr
  %.142.i472.i.i = load i64, ptr %.141.i471.i.i, align 8
  %.162.not.i478.i.i = icmp eq i64 %.142.i472.i.i, 0
  br i1 %.162.not.i478.i.i, label %B34.i458.i.i.backedge, label %B267.i476.i.i.sink.split
B267.i476.i.i.sink.split:                         ; preds = %B222.i477.i.i, %B36.i466.i.i
  %.142.i472.i.i.sink = phi i64 [ %.134.i469.i.i, %B36.i466.i.i ], [ %.142.i472.i.i, %B222.i477.i.i ]
  %.165.i480.i.i = tail call ptr @Py_DecRef(i64 %.142.i472.i.i.sink)
  br label %B34.i458.i.i.backedge
B34.i458.i.i.backedge:                            ; preds = %B267.i476.i.i.sink.split, %B222.i477.i.i
  br label %B34.i458.i.i
B34.if.i481.i.i:                                  ; preds = %B34.i458.i.i
  %.98.i482.i.i = add nsw i64 %.34.0.i460.i.i, -1
  %.102.i483.i.i = add i64 %.31.0.i459.i.i, 1
  %27 = mul i64 %.31.0.i459.i.i, 24
  %28 = add i64 %27, 1344
  br label %B34.endif.i462.i.i
B34.endif.i462.i.i:                               ; preds = %B34.if.i481.i.i, %B34.i458.i.i
  %.31.1.i463.i.i = phi i64 [ %.102.i483.i.i, %B34.if.i481.i.i ], [ %.31.0.i459.i.i, %B34.i458.i.i ]
  %.34.1.i464.i.i = phi i64 [ %.98.i482.i.i, %B34.if.i481.i.i ], [ %.34.0.i460.i.i, %B34.i458.i.i ]
  %.79.sroa.0.0.i465.i.i = phi i64 [ %28, %B34.if.i481.i.i ], [ 1344, %B34.i458.i.i ]
  br i1 %.89.i461.i.i, label %B36.i466.i.i, label %helper_5.exit.i
B772.i.i:                                         ; preds = %helper_12.exit.i.i
  %.685.i.i = add nsw i64 %p.4.0530.i.i, 32
  br label %B791.i.i
B791.i.i:                                         ; preds = %B416.i.i, %B772.i.i
  %p.5.1.i.i = phi i64 [ %.685.i.i, %B772.i.i ], [ %p.6.1.i.i, %B416.i.i ]
  %new.4.1.i.i = phi i64 [ %.602.0.i.i, %B772.i.i ], [ %new.5.1.i.i, %B416.i.i ]
  %.105.i.i = icmp sgt i64 %.49.1531.i.i, 0
  %.114.i.i = sext i1 %.105.i.i to i64
  %.49.1.i.i = add nsw i64 %.49.1531.i.i, %.114.i.i
  %.118.i.i = zext i1 %.105.i.i to i64
  %.46.1.i.i = add i64 %.46.1532.i.i, %.118.i.i
  br i1 %.105.i.i, label %B78.i.i, label %helper_5.exit.i
helper_5.exit.i: ; preds = %B791.i.i, %B34.endif.i462.i.i, %B34.endif.i.i.i, %B34.endif.i206.i.i, %B1642.i
  %.1021.0.i = phi i64 [ 0, %B1642.i ], [ -1, %B34.endif.i206.i.i ], [ -1, %B34.endif.i.i.i ], [ -1, %B34.endif.i462.i.i ], [ %new.4.1.i.i, %B791.i.i ]
  %.1049.i = icmp sgt i64 %.1021.0.i, -1
  br i1 %.1049.i, label %B1720.i, label %B1898.i
B1720.i:                                          ; preds = %helper_5.exit.i
  %.18.i.i = add i64 %.15.i331.i, 96
  %.19.i.i = inttoptr i64 %.18.i.i to ptr
  %.20.i.i = load i64, ptr %.19.i.i, align 8
  %.21.i.i = tail call i64 @PyList_GetItem(i64 %.20.i.i, i64 0)
  %.22.i.i = tail call i64 @PyLong_AsLongLong(i64 %.21.i.i)
  %.23.not.i.i = icmp eq i64 %.22.i.i, 0
  br i1 %.23.not.i.i, label %B122.i.i, label %B34.i.i.preheader
B34.i.i.preheader:                                ; preds = %B932.i.i, %helper_13.exit.i, %B1358.i.i, %B1314.i.i, %B570.i.i, %helper_7.exit.i.i, %B326.i.i, %B1720.i
  br label %B34.i.i
B122.i.i:                                         ; preds = %B1720.i
  %.38.i335.i = add i64 %.15.i331.i, 64
  %.39.i.i = inttoptr i64 %.38.i335.i to ptr
  %.40.i.i = load i64, ptr %.39.i.i, align 8
  %.45.i.i = and i64 %.40.i.i, 2
  %.46.not.i.i = icmp eq i64 %.45.i.i, 0
  br i1 %.46.not.i.i, label %B440.i.i, label %B212.i.i
B212.i.i:                                         ; preds = %B122.i.i
  %.53.i.i = load i64, ptr %.52.i.i, align 8
  %.10.i.i.i = load i64, ptr %.9.i.i434.i.i.i, align 8
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
  %.9.i131.i.i = load i64, ptr %.8.i253.i, align 8
  %.142.not.i.i = icmp eq i64 %.15.i129.i.i, %.9.i131.i.i
  br i1 %.142.not.i.i, label %B440.i.i, label %B34.i.i.preheader
B440.i.i:                                         ; preds = %B326.i.i, %B212.i.i, %B122.i.i
  %.160.i.i = and i64 %.40.i.i, 16
  %.161.not.i.i = icmp eq i64 %.160.i.i, 0
  br i1 %.161.not.i.i, label %B660.i.i, label %B478.i.i
B478.i.i:                                         ; preds = %B440.i.i
  %.168.i.i = load i64, ptr %.52.i.i, align 8
  %.10.i.i.i342.i = load i64, ptr %.9.i.i434.i.i.i, align 8
  %.11.i.i.i343.i = add nsw i64 %.10.i.i.i342.i, %.168.i.i
  %.14.i.i.i344.i = inttoptr i64 %.11.i.i.i343.i to ptr
  %.15.i.i.i345.i = load i64, ptr %.14.i.i.i344.i, align 8
  %.40.i.i.i = icmp eq i64 %.15.i.i.i345.i, 0
  br i1 %.40.i.i.i, label %helper_7.exit.i.i, label %B74.i.i.i
B74.i.i.i:                                        ; preds = %B478.i.i
  %.10.i23.i.i.i = load i64, ptr %.9.i22.i442.i.i.i, align 8
  %.11.i24.i.i.i = add nsw i64 %.10.i23.i.i.i, %.15.i.i.i345.i
  %.14.i25.i.i.i = inttoptr i64 %.11.i24.i.i.i to ptr
  %.15.i26.i.i.i = load i64, ptr %.14.i25.i.i.i, align 8
  %.81.not.i.i.i = icmp eq i64 %.15.i26.i.i.i, 0
  br i1 %.81.not.i.i.i, label %B230.i.i349.i, label %B140.i.i346.i
B140.i.i346.i:                                    ; preds = %B74.i.i.i
  %.6.i.i.i347.i = add i64 %.15.i26.i.i.i, 8
  %.7.i.i.i348.i = inttoptr i64 %.6.i.i.i347.i to ptr
  %.8.i27.i.i.i = load i64, ptr %.7.i.i.i348.i, align 8
  %.9.i30.i.i.i = load i64, ptr %.8.i62.i540.i.i.i, align 8
  %.137.i.i.i = icmp eq i64 %.8.i27.i.i.i, %.9.i30.i.i.i
  br i1 %.137.i.i.i, label %helper_7.exit.i.i, label %B230.i.i349.i
B230.i.i349.i:                                    ; preds = %B140.i.i346.i, %B74.i.i.i
  br label %helper_7.exit.i.i
helper_7.exit.i.i: ; preds = %B230.i.i349.i, %B140.i.i346.i, %B478.i.i
  %storemerge.i.i350.i = phi i64 [ 0, %B478.i.i ], [ 0, %B230.i.i349.i ], [ %.15.i26.i.i.i, %B140.i.i346.i ]
  %.198.i.i = icmp eq i64 %storemerge.i.i350.i, 0
  br i1 %.198.i.i, label %B34.i.i.preheader, label %B570.i.i
B570.i.i:                                         ; preds = %helper_7.exit.i.i
  %.202.i.i = add i64 %storemerge.i.i350.i, 64
  %.203.i.i = inttoptr i64 %.202.i.i to ptr
  %.204.i.i = load i32, ptr %.203.i.i, align 4
  %29 = and i32 %.204.i.i, 1
  %.209.i.i = icmp eq i32 %29, 0
  br i1 %.209.i.i, label %B34.i.i.preheader, label %B660.i.i
B660.i.i:                                         ; preds = %B570.i.i, %B440.i.i
  br i1 %.579.i, label %B1250.i.i, label %B674.i.i
B674.i.i:                                         ; preds = %B660.i.i
  %.10.i134.i.i = load i64, ptr %.9.i479.i.i.i, align 8
  %.11.i135.i.i = add nsw i64 %.10.i134.i.i, %run.2.0.i
  %.14.i136.i.i = inttoptr i64 %.11.i135.i.i to ptr
  %.15.i137.i.i = load i64, ptr %.14.i136.i.i, align 8
  %.265.i.i = add i64 %.15.i331.i, 56
  %.266.i.i = inttoptr i64 %.265.i.i to ptr
  %.267.i.i = load i64, ptr %.266.i.i, align 8
  %.270.i.i = add i64 %.15.i331.i, 48
  %.271.i.i = inttoptr i64 %.270.i.i to ptr
  %.272.i.i = load i64, ptr %.271.i.i, align 8
  %30 = shl i64 %.272.i.i, 5
  %31 = shl i64 %.267.i.i, 3
  %.275.i.i = add i64 %31, %.5.i.i
  %.277.i.i = add i64 %.275.i.i, %30
  %.283.i.i = add i64 %.15.i331.i, 152
  %.284.i.i = inttoptr i64 %.283.i.i to ptr
  %.285.i.i = load i64, ptr %.284.i.i, align 8
  %storemerge.i352.i = tail call i64 @llvm.smax.i64(i64 %.285.i.i, i64 0)
  %.416.i.i = add i64 %.277.i.i, 8
  br label %B930.i.i
B930.i.i:                                         ; preds = %B932.i.i, %B674.i.i
  %.309.0.i.i = phi i64 [ 0, %B674.i.i ], [ %.378.i353.i, %B932.i.i ]
  %exitcond.not.i.i = icmp eq i64 %.309.0.i.i, %storemerge.i352.i
  br i1 %exitcond.not.i.i, label %B1114.i.i, label %B932.i.i
B932.i.i:                                         ; preds = %B930.i.i
  %32 = shl i64 %.309.0.i.i, 4
  %.378.i353.i = add nuw i64 %.309.0.i.i, 1
  %.406.i.i = add i64 %32, %.277.i.i
  %.407.i.i = inttoptr i64 %.406.i.i to ptr
  %.408.i.i = load i64, ptr %.407.i.i, align 8
  %.410.i.i = tail call i64 @PyList_GetItem(i64 %.15.i137.i.i, i64 %.408.i.i)
  %.411.i.i = tail call i64 @PyTuple_GetItem(i64 %.410.i.i, i64 2)
  %.412.i.i = tail call double @PyFloat_AsDouble(i64 %.411.i.i)
  %.417.i.i = add i64 %.416.i.i, %32
  %.418.i.i = inttoptr i64 %.417.i.i to ptr
  %.419.i.i = load double, ptr %.418.i.i, align 8
  %.420.i.i = fcmp une double %.412.i.i, %.419.i.i
  br i1 %.420.i.i, label %B34.i.i.preheader, label %B930.i.i
B1114.i.i:                                        ; preds = %B930.i.i
  %.10.i140.i.i = load i64, ptr %.9.i139.i.i, align 8
  %.11.i141.i.i = add nsw i64 %.10.i140.i.i, %run.2.0.i
  %.14.i142.i.i = inttoptr i64 %.11.i141.i.i to ptr
  %.15.i143.i.i = load i64, ptr %.14.i142.i.i, align 8
  %.477.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i143.i.i)
  %.480.i.i = add i64 %.15.i331.i, 144
  %.481.i.i = inttoptr i64 %.480.i.i to ptr
  %.482.i.i = load i64, ptr %.481.i.i, align 8
  %.485.i.i = icmp sgt i64 %.477.i.i, %.482.i.i
  br label %helper_13.exit.i
B1250.i.i:                                        ; preds = %B660.i.i
  %.493.i.i = add i64 %.15.i331.i, 112
  %.494.i.i = inttoptr i64 %.493.i.i to ptr
  %.495.i.i = load i64, ptr %.494.i.i, align 8
  %.502.i.i = icmp eq i64 %.495.i.i, 0
  br i1 %.502.i.i, label %B1314.i.i, label %B1358.i.i
B1314.i.i:                                        ; preds = %B1250.i.i
  %.507.i.i = and i64 %.40.i.i, 8
  %.510.not.i.i = icmp eq i64 %.507.i.i, 0
  br i1 %.510.not.i.i, label %B1450.i.i, label %B34.i.i.preheader
B1358.i.i:                                        ; preds = %B1250.i.i
  %.10.i146.i.i = load i64, ptr %.9.i145.i.i, align 8
  %.11.i147.i.i = add nsw i64 %.10.i146.i.i, %.495.i.i
  %.14.i148.i.i = inttoptr i64 %.11.i147.i.i to ptr
  %.15.i149.i.i = load i64, ptr %.14.i148.i.i, align 8
  %.551.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i149.i.i)
  %.552.i.i = icmp slt i64 %.551.i.i, 2
  br i1 %.552.i.i, label %B34.i.i.preheader, label %B1450.i.i
B1450.i.i:                                        ; preds = %B1358.i.i, %B1314.i.i
  %.10.i152.i.i = load i64, ptr %.9.i151.i.i, align 8
  %.11.i153.i.i = add nsw i64 %.10.i152.i.i, %.45.i
  %.14.i154.i.i = inttoptr i64 %.11.i153.i.i to ptr
  %.15.i155.i.i = load i64, ptr %.14.i154.i.i, align 8
  %.6.i.i354.i = add i64 %.15.i155.i.i, 16
  %.7.i156.i.i = inttoptr i64 %.6.i.i354.i to ptr
  %.8.i157.i.i = load i64, ptr %.7.i156.i.i, align 8
  %.10.i160.i.i = load i64, ptr %.9.i159.i.i, align 8
  %.11.i161.i.i = add nsw i64 %.10.i160.i.i, %.45.i
  %.14.i162.i.i = inttoptr i64 %.11.i161.i.i to ptr
  %.15.i163.i.i = load i64, ptr %.14.i162.i.i, align 8
  %.644.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i163.i.i)
  %.645.i.i = icmp slt i64 %.8.i157.i.i, %.644.i.i
  br label %helper_13.exit.i
helper_13.exit.i: ; preds = %B1450.i.i, %B1114.i.i
  %.1056.0.shrunk.i = phi i1 [ %.645.i.i, %B1450.i.i ], [ %.485.i.i, %B1114.i.i ]
  br i1 %.1056.0.shrunk.i, label %B1756.i, label %B34.i.i.preheader
B1756.i:                                          ; preds = %helper_13.exit.i
  %.1101.i = tail call ptr @Py_IncRef(i64 %.931.i)
  store i64 0, ptr %.1110.i, align 8
  call fastcc void @helper_14(ptr %.1110.i, i64 %arg.c, i64 %.45.i, i64 %run.2.0.i, i64 %storemerge.i.i, i64 %.5.i.i, i64 %.1021.0.i, i32 %.1011.i97)
  %.1124.i = load i64, ptr %.1110.i, align 8
  %.1149.i = tail call ptr @Py_DecRef(i64 %.931.i)
  br label %helper_3.exit
B34.i.i:                                          ; preds = %B34.i.i.backedge, %B34.i.i.preheader
  %.31.0.i.i = phi i64 [ 0, %B34.i.i.preheader ], [ %.31.1.i.i, %B34.i.i.backedge ]
  %.34.0.i.i = phi i64 [ %.1021.0.i, %B34.i.i.preheader ], [ %.34.1.i.i, %B34.i.i.backedge ]
  %.89.i.i = icmp sgt i64 %.34.0.i.i, 0
  br i1 %.89.i.i, label %B34.if.i.i, label %B34.endif.i.i
B36.i.i:                                          ; preds = %B34.endif.i.i
  %.132.i.i98 = add i64 %.79.sroa.0.0.i.i, %.131.i456.i.i
  %.133.i.i99 = inttoptr i64 %.132.i.i98 to ptr
  %.134.i.i100 = load i64, ptr %.133.i.i99, align 8
  %.150.not.i.i = icmp eq i64 %.134.i.i100, 0
  br i1 %.150.not.i.i, label %B222.i356.i, label %B267.i.i.sink.split
B222.i356.i:                                      ; preds = %B36.i.i
  %.140.i.i101 = add i64 %.79.sroa.0.0.i.i, %.139.i457.i.i
  %.141.i.i102 = inttoptr i64 %.140.i.i101 to ptr
  %.142.i.i = load i64, ptr %.141.i.i102, align 8
  %.162.not.i.i = icmp eq i64 %.142.i.i, 0
  br i1 %.162.not.i.i, label %B34.i.i.backedge, label %B267.i.i.sink.split
B267.i.i.sink.split:                              ; preds = %B222.i356.i, %B36.i.i
  %.142.i.i.sink = phi i64 [ %.134.i.i100, %B36.i.i ], [ %.142.i.i, %B222.i356.i ]
  %.165.i.i = tail call ptr @Py_DecRef(i64 %.142.i.i.sink)
  br label %B34.i.i.backedge
B34.i.i.backedge:                                 ; preds = %B267.i.i.sink.split, %B222.i356.i
  br label %B34.i.i
B34.if.i.i:                                       ; preds = %B34.i.i
  %.98.i.i = add nsw i64 %.34.0.i.i, -1
  %.102.i.i = add i64 %.31.0.i.i, 1
  %33 = mul i64 %.31.0.i.i, 24
  %34 = add i64 %33, 1344
  br label %B34.endif.i.i
B34.endif.i.i:                                    ; preds = %B34.if.i.i, %B34.i.i
  %.31.1.i.i = phi i64 [ %.102.i.i, %B34.if.i.i ], [ %.31.0.i.i, %B34.i.i ]
  %.34.1.i.i = phi i64 [ %.98.i.i, %B34.if.i.i ], [ %.34.0.i.i, %B34.i.i ]
  %.79.sroa.0.0.i.i = phi i64 [ %34, %B34.if.i.i ], [ 1344, %B34.i.i ]
  br i1 %.89.i.i, label %B36.i.i, label %B1898.i
B1898.i:                                          ; preds = %B34.endif.i.i, %helper_5.exit.i
  %.1192.not.i = icmp eq i32 %.1011.i97, 0
  br i1 %.1192.not.i, label %B1938.i, label %B1910.i
B1910.i:                                          ; preds = %B1898.i
  %.1196.i = tail call i32 @PyGC_Enable()
  br label %B1938.i
B1938.i:                                          ; preds = %B1910.i, %B1898.i
  br i1 %.1049.i, label %helper_3.exit, label %B1973.i
B1973.i:                                          ; preds = %B1938.i, %B1580.i, %B1406.i
  %.892.i = icmp sgt i64 %.838.1379.i, 0
  %.905.i = zext i1 %.892.i to i64
  %.835.1.i = add i64 %.835.1378.i, %.905.i
  %.901.i = sext i1 %.892.i to i64
  %.838.1.i = add nsw i64 %.838.1379.i, %.901.i
  br i1 %.892.i, label %B1406.i, label %helper_3.exit
helper_3.exit: ; preds = %B1973.i, %B1938.i, %B1220.i, %B1144.i, %B994.i, %helper_4.exit.i, %B516.i, %B630.i, %B306.i, %B392.i, %B410, %B1756.i
  %.183.0 = phi i64 [ %.1124.i, %B1756.i ], [ -1, %B410 ], [ -1, %B392.i ], [ -1, %B306.i ], [ -1, %B630.i ], [ -1, %B516.i ], [ -1, %helper_4.exit.i ], [ -1, %B994.i ], [ -1, %B1144.i ], [ -1, %B1220.i ], [ -1, %B1938.i ], [ -1, %B1973.i ]
  %.217 = icmp eq i64 %.183.0, -1
  br i1 %.217, label %B494, label %B670
B494:                                             ; preds = %helper_3.exit
  %.225 = and i64 %.37, 64
  %.228.not = icmp eq i64 %.225, 0
  br i1 %.228.not, label %B670, label %B532
B532:                                             ; preds = %B494
  %.233 = add i64 %arg.c, 576
  %.234 = inttoptr i64 %.233 to ptr
  %.235 = load i64, ptr %.234, align 8
  %.239 = add i64 %arg.c, 584
  %.240 = inttoptr i64 %.239 to ptr
  %.241 = load i64, ptr %.240, align 8
  %.8.i.i105 = add i64 %arg.c, 200
  %.9.i.i106 = inttoptr i64 %.8.i.i105 to ptr
  %.10.i.i107 = load i64, ptr %.9.i.i106, align 8
  %.11.i.i108 = add nsw i64 %.10.i.i107, %.235
  %.14.i.i109 = inttoptr i64 %.11.i.i108 to ptr
  %.15.i.i110 = load i64, ptr %.14.i.i109, align 8
  %.45.i111 = tail call i64 @PyThreadState_GetDict()
  %.9.i160.i = load i64, ptr %.8.i.i85, align 8
  %.72.i = tail call i64 @PyDict_GetItem(i64 %.45.i111, i64 %.9.i160.i)
  %.80.i = icmp eq i64 %.72.i, 0
  %.83.i = icmp eq i64 %.15.i.i110, 0
  %or.cond.i113 = select i1 %.80.i, i1 true, i1 %.83.i
  br i1 %or.cond.i113, label %B670, label %B186.i
B186.i:                                           ; preds = %B532
  %.6.i.i114 = add i64 %.235, 8
  %.7.i161.i = inttoptr i64 %.6.i.i114 to ptr
  %.8.i162.i = load i64, ptr %.7.i161.i, align 8
  %.8.i164.i = inttoptr i64 %arg.c to ptr
  %.9.i165.i = load i64, ptr %.8.i164.i, align 8
  %.137.not.i = icmp eq i64 %.8.i162.i, %.9.i165.i
  br i1 %.137.not.i, label %B286.i, label %B670
B286.i:                                           ; preds = %B186.i
  %.6.i166.i = add i64 %.241, 8
  %.7.i167.i = inttoptr i64 %.6.i166.i to ptr
  %.8.i168.i = load i64, ptr %.7.i167.i, align 8
  %.205.i = icmp eq i64 %.8.i168.i, %.9.i165.i
  br i1 %.205.i, label %B372.i, label %B590.i
B372.i:                                           ; preds = %B286.i
  %.10.i174.i = load i64, ptr %.9.i.i106, align 8
  %.11.i175.i = add nsw i64 %.10.i174.i, %.241
  %.14.i176.i = inttoptr i64 %.11.i175.i to ptr
  %.15.i177.i = load i64, ptr %.14.i176.i, align 8
  %.238.i = icmp eq i64 %.15.i177.i, 0
  br i1 %.238.i, label %B670, label %B452.i
B452.i:                                           ; preds = %B372.i
  %.8.i178.i = add i64 %arg.c, 280
  %.9.i179.i = inttoptr i64 %.8.i178.i to ptr
  %.10.i180.i = load i64, ptr %.9.i179.i, align 8
  %.11.i181.i = add nsw i64 %.10.i180.i, %.15.i.i110
  %.14.i182.i = inttoptr i64 %.11.i181.i to ptr
  %.15.i183.i = load i64, ptr %.14.i182.i, align 8
  %.286.i = tail call i64 @PyDict_GetItem(i64 %.15.i183.i, i64 %.15.i177.i)
  %.8.i184.i = add i64 %arg.c, 208
  %.9.i185.i = inttoptr i64 %.8.i184.i to ptr
  %.10.i186.i = load i64, ptr %.9.i185.i, align 8
  %.11.i187.i = add nsw i64 %.10.i186.i, %.241
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
  br i1 %.431.i, label %B762.i, label %B670
B762.i:                                           ; preds = %B676.i, %B590.i
  %.8.i202.i = add i64 %arg.c, 296
  %.9.i203.i = inttoptr i64 %.8.i202.i to ptr
  %.10.i204.i = load i64, ptr %.9.i203.i, align 8
  %.11.i205.i = add nsw i64 %.10.i204.i, %.15.i.i110
  %.14.i206.i = inttoptr i64 %.11.i205.i to ptr
  %.15.i207.i = load i64, ptr %.14.i206.i, align 8
  %.8.i208.i = add i64 %arg.c, 288
  %.9.i209.i = inttoptr i64 %.8.i208.i to ptr
  %.10.i210.i = load i64, ptr %.9.i209.i, align 8
  %.11.i211.i = add nsw i64 %.10.i210.i, %.15.i.i110
  %.14.i212.i = inttoptr i64 %.11.i211.i to ptr
  %.15.i213.i = load i64, ptr %.14.i212.i, align 8
  %.490.i115 = tail call i64 @PyDict_GetItem(i64 %.15.i213.i, i64 %.241)
  br label %B914.i
B914.i:                                           ; preds = %B762.i, %B452.i
  %operand.2.0.i = phi i64 [ %.15.i189.i, %B452.i ], [ %.490.i115, %B762.i ]
  %out.2.0.i = phi i64 [ %.286.i, %B452.i ], [ %.15.i207.i, %B762.i ]
  %.513.i = icmp eq i64 %out.2.0.i, 0
  %.516.i = icmp eq i64 %operand.2.0.i, 0
  %or.cond1.i = select i1 %.513.i, i1 true, i1 %.516.i
  br i1 %or.cond1.i, label %B670, label %B938.i
B938.i:                                           ; preds = %B914.i
  %.7.i214.i = add i64 %arg.c, 96
  %.8.i215.i = inttoptr i64 %.7.i214.i to ptr
  %.9.i216.i = load i64, ptr %.8.i215.i, align 8
  %.545.i = icmp eq i64 %out.2.0.i, %.9.i216.i
  br i1 %.545.i, label %B670, label %B1012.i
B1012.i:                                          ; preds = %B938.i
  %.7.i.i.i116 = add i64 %arg.c, 128
  %.8.i.i.i117 = inttoptr i64 %.7.i.i.i116 to ptr
  %.9.i.i.i118 = load i64, ptr %.8.i.i.i117, align 8
  %.37.i.i119 = add i64 %arg.c, 552
  %.38.i.i120 = tail call i32 @PyContextVar_Get(i64 %.9.i.i.i118, i64 0, i64 %.37.i.i119)
  %.40.not.i.i121 = icmp eq i32 %.38.i.i120, 0
  br i1 %.40.not.i.i121, label %B158.i.i139, label %B126.i.i122
B126.i.i122:                                      ; preds = %B1012.i
  %.44.i.i123 = tail call ptr @PyErr_Clear()
  br label %helper_4.exit.i124
B158.i.i139:                                      ; preds = %B1012.i
  %.50.i.i140 = inttoptr i64 %.37.i.i119 to ptr
  %.51.i.i141 = load i64, ptr %.50.i.i140, align 8
  %.58.not.i.i142 = icmp eq i64 %.51.i.i141, 0
  br i1 %.58.not.i.i142, label %helper_4.exit.i124, label %B222.i.i143
B222.i.i143:                                      ; preds = %B158.i.i139
  %.61.i.i144 = tail call ptr @Py_DecRef(i64 %.51.i.i141)
  br label %helper_4.exit.i124
helper_4.exit.i124: ; preds = %B222.i.i143, %B158.i.i139, %B126.i.i122
  %storemerge.i.i125 = phi i64 [ 0, %B126.i.i122 ], [ %.51.i.i141, %B222.i.i143 ], [ %.51.i.i141, %B158.i.i139 ]
  %.591.i126 = icmp eq i64 %storemerge.i.i125, 0
  br i1 %.591.i126, label %B670, label %B1068.i
B1068.i:                                          ; preds = %helper_4.exit.i124
  %.8.i217.i = add i64 %arg.c, 272
  %.9.i218.i = inttoptr i64 %.8.i217.i to ptr
  %.10.i219.i = load i64, ptr %.9.i218.i, align 8
  %.11.i220.i = add nsw i64 %.10.i219.i, %out.2.0.i
  %.14.i221.i = inttoptr i64 %.11.i220.i to ptr
  %.15.i222.i = load i64, ptr %.14.i221.i, align 8
  %.637.not.i = icmp eq i64 %.15.i222.i, %storemerge.i.i125
  br i1 %.637.not.i, label %B1130.i, label %B670
B1130.i:                                          ; preds = %B1068.i
  %.8.i223.i = add i64 %arg.c, 264
  %.9.i224.i = inttoptr i64 %.8.i223.i to ptr
  %.10.i225.i = load i64, ptr %.9.i224.i, align 8
  %.11.i226.i = add nsw i64 %.10.i225.i, %out.2.0.i
  %.14.i227.i = inttoptr i64 %.11.i226.i to ptr
  %.15.i228.i = load i64, ptr %.14.i227.i, align 8
  %.668.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i228.i)
  %.8.i229.i = add i64 %arg.c, 496
  %.9.i230.i = inttoptr i64 %.8.i229.i to ptr
  %.10.i231.i = load i64, ptr %.9.i230.i, align 8
  %.11.i232.i = add nsw i64 %.10.i231.i, %.72.i
  %.14.i233.i = inttoptr i64 %.11.i232.i to ptr
  %.15.i234.i = load i64, ptr %.14.i233.i, align 8
  %.698.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i234.i)
  %.699.not.i = icmp eq i64 %.668.i, %.698.i
  br i1 %.699.not.i, label %B1308.i, label %B670
B1308.i:                                          ; preds = %B1130.i
  %.8.i235.i = add i64 %arg.c, 256
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
  %.797.not.i127 = icmp eq i64 %.8.i243.i, %.9.i246.i
  br i1 %.797.not.i127, label %B1462.i, label %B670
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
  %.8.i253.i128 = add i64 %arg.c, 304
  %.9.i254.i129 = inttoptr i64 %.8.i253.i128 to ptr
  %.10.i255.i = load i64, ptr %.9.i254.i129, align 8
  %.11.i256.i = add nsw i64 %.10.i255.i, %out.2.0.i
  %.14.i257.i = inttoptr i64 %.11.i256.i to ptr
  %.15.i258.i = load i64, ptr %.14.i257.i, align 8
  %.8.i259.i = add i64 %arg.c, 208
  %.9.i260.i = inttoptr i64 %.8.i259.i to ptr
  %.10.i261.i = load i64, ptr %.9.i260.i, align 8
  %.11.i262.i = add nsw i64 %.10.i261.i, %.235
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
  %.11.i.i.i130 = load i64, ptr %.9.i.i106, align 8
  %.12.i.i.i131 = add nsw i64 %.11.i.i.i130, %.840.i
  %.15.i.i.i132 = inttoptr i64 %.12.i.i.i131 to ptr
  %.16.i.i.i133 = load i64, ptr %.15.i.i.i132, align 8
  store i64 %out.2.0.i, ptr %.15.i.i.i132, align 8
  %.25.not.i.i.i = icmp eq i64 %.16.i.i.i133, 0
  br i1 %.25.not.i.i.i, label %helper_15.exit.i, label %B120.i.i.i
B120.i.i.i:                                       ; preds = %B1462.i
  %.28.i.i.i134 = tail call ptr @Py_DecRef(i64 %.16.i.i.i133)
  br label %helper_15.exit.i
helper_15.exit.i: ; preds = %B120.i.i.i, %B1462.i
  %.976.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i252.i)
  %.11.i269.i = load i64, ptr %.9.i260.i, align 8
  %.12.i.i = add nsw i64 %.11.i269.i, %.840.i
  %.15.i270.i = inttoptr i64 %.12.i.i to ptr
  %.16.i.i135 = load i64, ptr %.15.i270.i, align 8
  store i64 %.976.i, ptr %.15.i270.i, align 8
  %.25.not.i.i = icmp eq i64 %.16.i.i135, 0
  br i1 %.25.not.i.i, label %helper_16.exit.i, label %B120.i.i
B120.i.i:                                         ; preds = %helper_15.exit.i
  %.28.i.i = tail call ptr @Py_DecRef(i64 %.16.i.i135)
  br label %helper_16.exit.i
helper_16.exit.i: ; preds = %B120.i.i, %helper_15.exit.i
  %.9.i271.i = add i64 %arg.c, 216
  %.10.i272.i = inttoptr i64 %.9.i271.i to ptr
  %.11.i273.i = load i64, ptr %.10.i272.i, align 8
  %.12.i274.i = add nsw i64 %.11.i273.i, %.840.i
  %.15.i275.i = inttoptr i64 %.12.i274.i to ptr
  %.16.i276.i = load i64, ptr %.15.i275.i, align 8
  store i64 %.841.i, ptr %.15.i275.i, align 8
  %.25.not.i277.i = icmp eq i64 %.16.i276.i, 0
  br i1 %.25.not.i277.i, label %helper_16.exit280.i, label %B120.i278.i
B120.i278.i:                                      ; preds = %helper_16.exit.i
  %.28.i279.i = tail call ptr @Py_DecRef(i64 %.16.i276.i)
  br label %helper_16.exit280.i
helper_16.exit280.i: ; preds = %B120.i278.i, %helper_16.exit.i
  %.8.i281.i136 = add i64 %arg.c, 240
  %.9.i282.i = inttoptr i64 %.8.i281.i136 to ptr
  %.10.i283.i = load i64, ptr %.9.i282.i, align 8
  %.11.i284.i = add nsw i64 %.10.i283.i, %out.2.0.i
  %.14.i285.i = inttoptr i64 %.11.i284.i to ptr
  %.15.i286.i = load i64, ptr %.14.i285.i, align 8
  %.1059.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i286.i)
  %.1060.not.i = icmp slt i64 %.8.i252.i, %.1059.i
  %.1065.not.i = icmp eq i32 %.813.i, 0
  br i1 %.1065.not.i, label %B2350.i, label %B2322.i
B2322.i:                                          ; preds = %helper_16.exit280.i
  %.1067.i = tail call i32 @PyGC_Enable()
  br label %B2350.i
B2350.i:                                          ; preds = %B2322.i, %helper_16.exit280.i
  br i1 %.1060.not.i, label %B670, label %B2354.i
B2354.i:                                          ; preds = %B2350.i
  %.7.i.i287.i = add i64 %arg.c, 184
  %.8.i.i288.i = inttoptr i64 %.7.i.i287.i to ptr
  %.9.i.i289.i = load i64, ptr %.8.i.i288.i, align 8
  %.35.i.i = tail call i64 @PyObject_Vectorcall(i64 %.9.i.i289.i, i64 0, i64 0, i64 0)
  %.40.i.i137 = icmp eq i64 %.35.i.i, 0
  %.840.i..35.i.i = select i1 %.40.i.i137, i64 %.840.i, i64 %.35.i.i
  %..840.i = select i1 %.40.i.i137, i64 0, i64 %.840.i
  %.51.i290.i = tail call ptr @Py_DecRef(i64 %.840.i..35.i.i)
  br label %B670
B670:                                             ; preds = %B2354.i, %B186.i, %B532, %B372.i, %B676.i, %B938.i, %B914.i, %helper_4.exit.i124, %B1130.i, %B1068.i, %B1308.i, %B2350.i, %helper_3.exit, %B494
  %t.2.1 = phi i64 [ -1, %B494 ], [ %.183.0, %helper_3.exit ], [ -1, %B186.i ], [ -1, %B532 ], [ -1, %B372.i ], [ -1, %B676.i ], [ -1, %B938.i ], [ -1, %B914.i ], [ -1, %helper_4.exit.i124 ], [ -1, %B1130.i ], [ -1, %B1068.i ], [ -1, %B1308.i ], [ %.840.i, %B2350.i ], [ %..840.i, %B2354.i ]
  %.280.not = icmp eq i64 %t.2.1, -1
  br i1 %.280.not, label %B696, label %common.ret
common.ret:                                       ; preds = %B756.i, %B284.i, %B670
  %storemerge = phi i64 [ %t.2.1, %B670 ], [ %.535.i, %B756.i ], [ %.232.i, %B284.i ]
  store i64 %storemerge, ptr %retptr, align 8
  ret void
B696:                                             ; preds = %B670, %B398
  %.310 = add i64 %.24, 8
  %.311 = inttoptr i64 %.310 to ptr
  %.312 = load i64, ptr %.311, align 8
  br i1 %.23.not.i, label %B48.i150, label %B16.i146
B16.i146:                                         ; preds = %B696
  %.6.i.i147 = add i64 %arg.names, 16
  %.7.i.i148 = inttoptr i64 %.6.i.i147 to ptr
  %.8.i.i149 = load i64, ptr %.7.i.i148, align 8
  br label %B48.i150
B48.i150:                                         ; preds = %B16.i146, %B696
  %"$phi48.0.2.0.i151" = phi i64 [ %.8.i.i149, %B16.i146 ], [ 0, %B696 ]
  %.68.i = add nsw i64 %"$phi48.0.2.0.i151", %arg.n
  %.70.i = icmp slt i64 %.68.i, 96
  br i1 %.70.i, label %B94.i, label %B358.i
B94.i:                                            ; preds = %B48.i150
  %.75.i160 = add i64 %arg.c, 576
  %.76.i161 = inttoptr i64 %.75.i160 to ptr
  store i64 %arg.x, ptr %.76.i161, align 8
  %.164156.not.i = icmp slt i64 %.68.i, 1
  br i1 %.164156.not.i, label %B284.i, label %B186.lr.ph.i
B186.lr.ph.i:                                     ; preds = %B94.i
  %.210.i = add i64 %arg.c, 584
  br label %B186.i162
B186.i162:                                        ; preds = %B186.i162, %B186.lr.ph.i
  %.108.0157.i = phi i64 [ 0, %B186.lr.ph.i ], [ %.177.i, %B186.i162 ]
  %35 = shl i64 %.108.0157.i, 3
  %.177.i = add nuw nsw i64 %.108.0157.i, 1
  %.206.i = add i64 %35, %arg.args
  %.207.i = inttoptr i64 %.206.i to ptr
  %.208.i = load i64, ptr %.207.i, align 8
  %.211.i = add i64 %.210.i, %35
  %.212.i = inttoptr i64 %.211.i to ptr
  store i64 %.208.i, ptr %.212.i, align 8
  %exitcond160.not.i = icmp eq i64 %.177.i, %.68.i
  br i1 %exitcond160.not.i, label %B284.i, label %B186.i162
B284.i:                                           ; preds = %B186.i162, %B94.i
  %.227.i163 = add nsw i64 %arg.n, 1
  %.232.i = tail call i64 @PyObject_Vectorcall(i64 %.312, i64 %.75.i160, i64 %.227.i163, i64 %arg.names)
  br label %common.ret
B358.i:                                           ; preds = %B48.i150
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
  %.377.i152 = shl i64 %.282.0151.i, 3
  %.378.i153 = add i64 %.377.i152, %arg.args
  %.379.i154 = inttoptr i64 %.378.i153 to ptr
  %.380.i155 = load i64, ptr %.379.i154, align 8
  %.381.i = tail call ptr @Py_IncRef(i64 %.380.i155)
  %.384.i = tail call i32 @PyTuple_SetItem(i64 %.243.i, i64 %.351.i, i64 %.380.i155)
  %exitcond.not.i156 = icmp eq i64 %arg.n, %.351.i
  br i1 %exitcond.not.i156, label %B624.i, label %B518.i
B624.i:                                           ; preds = %B518.i, %B358.i
  %.472153.not.i = icmp slt i64 %"$phi48.0.2.0.i151", 1
  br i1 %.472153.not.i, label %B756.i, label %B656.i
B656.i:                                           ; preds = %B624.i, %B656.i
  %.416.0154.i = phi i64 [ %.485.i, %B656.i ], [ 0, %B624.i ]
  %.485.i = add nuw nsw i64 %.416.0154.i, 1
  %.511.i = tail call i64 @PyTuple_GetItem(i64 %arg.names, i64 %.416.0154.i)
  %.513.i157 = add nsw i64 %.416.0154.i, %arg.n
  %.515.i = shl i64 %.513.i157, 3
  %.516.i158 = add i64 %.515.i, %arg.args
  %.517.i = inttoptr i64 %.516.i158 to ptr
  %.518.i = load i64, ptr %.517.i, align 8
  %.520.i = tail call i32 @PyDict_SetItem(i64 %.244.i, i64 %.511.i, i64 %.518.i)
  %exitcond159.not.i = icmp eq i64 %"$phi48.0.2.0.i151", %.485.i
  br i1 %exitcond159.not.i, label %B756.i, label %B656.i
B756.i:                                           ; preds = %B656.i, %B624.i
  %.535.i = tail call i64 @PyObject_Call(i64 %.312, i64 %.243.i, i64 %.244.i)
  %.539.i159 = tail call ptr @Py_DecRef(i64 %.243.i)
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
define internal fastcc void @helper_14(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 range(i64 1, 0) %arg.opened, i64 %arg.run, i64 range(i64 1, 0) %arg.modes, i64 %arg.plan, i64 range(i64 0, -9223372036854775808) %arg.new, i32 %arg.collecting) unnamed_addr {
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
  %.7.i.i = add i64 %arg.c, 152
  %.8.i.i = inttoptr i64 %.7.i.i to ptr
  %.9.i.i = load i64, ptr %.8.i.i, align 8
  %.7.i12.i = add i64 %arg.c, 8
  %.8.i13.i = inttoptr i64 %.7.i12.i to ptr
  %.9.i14.i = load i64, ptr %.8.i13.i, align 8
  %.7.i15.i = add i64 %arg.c, 536
  %.8.i16.i = inttoptr i64 %.7.i15.i to ptr
  %.9.i17.i = load i64, ptr %.8.i16.i, align 8
  store i64 0, ptr %.85.i, align 8
  call fastcc void @helper_17(ptr %.85.i, i64 %arg.c, i64 %.9.i.i, i64 %.9.i14.i, i64 %.9.i17.i)
  %.99.i = load i64, ptr %.85.i, align 8
  %.7.i18.i = add i64 %arg.c, 136
  %.8.i19.i = inttoptr i64 %.7.i18.i to ptr
  %.9.i20.i = load i64, ptr %.8.i19.i, align 8
  %.135.i = tail call i64 @PyIter_Next(i64 %.9.i20.i)
  %.9.i21.i = add i64 %arg.c, 408
  %.10.i.i = inttoptr i64 %.9.i21.i to ptr
  %.11.i.i = load i64, ptr %.10.i.i, align 8
  %.12.i.i = add nsw i64 %.11.i.i, %.99.i
  %.15.i.i = inttoptr i64 %.12.i.i to ptr
  %.16.i.i = load i64, ptr %.15.i.i, align 8
  store i64 %.135.i, ptr %.15.i.i, align 8
  %.25.not.i.i = icmp eq i64 %.16.i.i, 0
  br i1 %.25.not.i.i, label %helper_16.exit.i, label %B120.i.i
B120.i.i:                                         ; preds = %B68
  %.28.i.i = tail call ptr @Py_DecRef(i64 %.16.i.i)
  br label %helper_16.exit.i
helper_16.exit.i: ; preds = %B120.i.i, %B68
  %.8.i22.i = add i64 %arg.c, 488
  %.9.i23.i = inttoptr i64 %.8.i22.i to ptr
  %.10.i24.i = load i64, ptr %.9.i23.i, align 8
  %.11.i25.i = add nsw i64 %.10.i24.i, %arg.opened
  %.14.i.i = inttoptr i64 %.11.i25.i to ptr
  %.15.i26.i = load i64, ptr %.14.i.i, align 8
  %.8.i27.i = tail call ptr @Py_IncRef(i64 %.15.i26.i)
  %.9.i.i.i = add i64 %arg.c, 416
  %.10.i.i.i = inttoptr i64 %.9.i.i.i to ptr
  %.11.i.i.i = load i64, ptr %.10.i.i.i, align 8
  %.12.i.i.i = add nsw i64 %.11.i.i.i, %.99.i
  %.15.i.i.i = inttoptr i64 %.12.i.i.i to ptr
  %.16.i.i.i = load i64, ptr %.15.i.i.i, align 8
  store i64 %.15.i26.i, ptr %.15.i.i.i, align 8
  %.25.not.i.i.i = icmp eq i64 %.16.i.i.i, 0
  br i1 %.25.not.i.i.i, label %helper_15.exit.i, label %B120.i.i.i
B120.i.i.i:                                       ; preds = %helper_16.exit.i
  %.28.i.i.i = tail call ptr @Py_DecRef(i64 %.16.i.i.i)
  br label %helper_15.exit.i
helper_15.exit.i: ; preds = %B120.i.i.i, %helper_16.exit.i
  %.8.i28.i = tail call ptr @Py_IncRef(i64 range(i64 1, 0) %arg.modes)
  %.9.i.i29.i = add i64 %arg.c, 336
  %.10.i.i30.i = inttoptr i64 %.9.i.i29.i to ptr
  %.11.i.i31.i = load i64, ptr %.10.i.i30.i, align 8
  %.12.i.i32.i = add nsw i64 %.11.i.i31.i, %.99.i
  %.15.i.i33.i = inttoptr i64 %.12.i.i32.i to ptr
  %.16.i.i34.i = load i64, ptr %.15.i.i33.i, align 8
  store i64 %arg.modes, ptr %.15.i.i33.i, align 8
  %.25.not.i.i35.i = icmp eq i64 %.16.i.i34.i, 0
  br i1 %.25.not.i.i35.i, label %helper_15.exit38.i, label %B120.i.i36.i
B120.i.i36.i:                                     ; preds = %helper_15.exit.i
  %.28.i.i37.i = tail call ptr @Py_DecRef(i64 %.16.i.i34.i)
  br label %helper_15.exit38.i
helper_15.exit38.i: ; preds = %B120.i.i36.i, %helper_15.exit.i
  %.9.i39.i = add i64 %arg.c, 480
  %.10.i40.i = inttoptr i64 %.9.i39.i to ptr
  %.11.i41.i = load i64, ptr %.10.i40.i, align 8
  %.12.i42.i = add nsw i64 %.11.i41.i, %arg.opened
  %.15.i43.i = inttoptr i64 %.12.i42.i to ptr
  %.16.i44.i = load i64, ptr %.15.i43.i, align 8
  store i64 %.99.i, ptr %.15.i43.i, align 8
  %.25.not.i45.i = icmp eq i64 %.16.i44.i, 0
  br i1 %.25.not.i45.i, label %helper_18.exit, label %B120.i46.i
B120.i46.i:                                       ; preds = %helper_15.exit38.i
  %.28.i47.i = tail call ptr @Py_DecRef(i64 %.16.i44.i)
  br label %helper_18.exit
helper_18.exit: ; preds = %helper_15.exit38.i, %B120.i46.i
  %.8.i49.i = add i64 %arg.c, 504
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
B166:                                             ; preds = %helper_18.exit
  %.8.i = add i64 %arg.c, 456
  %.9.i = inttoptr i64 %.8.i to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = add nsw i64 %.10.i, %.78
  %.14.i = inttoptr i64 %.11.i to ptr
  %.15.i = load i64, ptr %.14.i, align 8
  %.116 = tail call i64 @PyLong_AsLongLong(i64 %.15.i)
  %.117 = add nsw i64 %.116, -1
  %.118 = tail call i64 @PyLong_FromLongLong(i64 %.117)
  %.11.i197 = load i64, ptr %.9.i, align 8
  %.12.i = add nsw i64 %.11.i197, %.78
  %.15.i198 = inttoptr i64 %.12.i to ptr
  %.16.i = load i64, ptr %.15.i198, align 8
  store i64 %.118, ptr %.15.i198, align 8
  %.25.not.i = icmp eq i64 %.16.i, 0
  br i1 %.25.not.i, label %helper_16.exit, label %B120.i
B120.i:                                           ; preds = %B166
  %.28.i = tail call ptr @Py_DecRef(i64 %.16.i)
  br label %helper_16.exit
helper_16.exit: ; preds = %B166, %B120.i
  %.146 = and i64 %.30, 8
  %.147.not = icmp eq i64 %.146, 0
  br i1 %.147.not, label %B424, label %B368
B368:                                             ; preds = %helper_16.exit
  %.8.i199 = tail call ptr @Py_IncRef(i64 %.78)
  %.9.i.i200 = add i64 %arg.c, 424
  %.10.i.i201 = inttoptr i64 %.9.i.i200 to ptr
  %.11.i.i202 = load i64, ptr %.10.i.i201, align 8
  %.12.i.i203 = add nsw i64 %.11.i.i202, %.99.i
  %.15.i.i204 = inttoptr i64 %.12.i.i203 to ptr
  %.16.i.i205 = load i64, ptr %.15.i.i204, align 8
  store i64 %.78, ptr %.15.i.i204, align 8
  %.25.not.i.i206 = icmp eq i64 %.16.i.i205, 0
  br i1 %.25.not.i.i206, label %B424, label %B120.i.i207
B120.i.i207:                                      ; preds = %B368
  %.28.i.i208 = tail call ptr @Py_DecRef(i64 %.16.i.i205)
  br label %B424
B424:                                             ; preds = %B120.i.i207, %B368, %helper_16.exit, %helper_18.exit, %entry
  %run.2.0 = phi i64 [ %.99.i, %helper_16.exit ], [ %.99.i, %helper_18.exit ], [ %arg.run, %entry ], [ %.99.i, %B368 ], [ %.99.i, %B120.i.i207 ]
  store i64 0, ptr %.137.i, align 8
  %.8.i.i211 = add i64 %arg.c, 392
  %.9.i.i212 = inttoptr i64 %.8.i.i211 to ptr
  %.10.i.i213 = load i64, ptr %.9.i.i212, align 8
  %.11.i.i214 = add nsw i64 %.10.i.i213, %run.2.0
  %.14.i.i215 = inttoptr i64 %.11.i.i214 to ptr
  %.15.i.i216 = load i64, ptr %.14.i.i215, align 8
  %.50.i = add i64 %arg.plan, 40
  %.51.i = inttoptr i64 %.50.i to ptr
  %.52.i = load i64, ptr %.51.i, align 8
  %.54.i = tail call i64 @PyDict_GetItem(i64 %.15.i.i216, i64 %.52.i)
  %.59.not.i = icmp eq i64 %.54.i, 0
  br i1 %.59.not.i, label %B154.i, label %helper_19.exit
B154.i:                                           ; preds = %B424
  %.81.i = add i64 %arg.plan, 88
  %.82.i = inttoptr i64 %.81.i to ptr
  %.83.i = load i64, ptr %.82.i, align 8
  %.7.i.i217 = add i64 %arg.c, 16
  %.8.i42.i = inttoptr i64 %.7.i.i217 to ptr
  %.9.i43.i = load i64, ptr %.8.i42.i, align 8
  %.7.i44.i = add i64 %arg.c, 544
  %.8.i45.i = inttoptr i64 %.7.i44.i to ptr
  %.9.i46.i = load i64, ptr %.8.i45.i, align 8
  store i64 0, ptr %.137.i, align 8
  call fastcc void @helper_17(ptr %.137.i, i64 %arg.c, i64 %.83.i, i64 %.9.i43.i, i64 %.9.i46.i)
  %.151.i = load i64, ptr %.137.i, align 8
  %.8.i47.i = tail call ptr @Py_IncRef(i64 %run.2.0)
  %.9.i.i.i218 = add i64 %arg.c, 232
  %.10.i.i.i219 = inttoptr i64 %.9.i.i.i218 to ptr
  %.11.i.i.i220 = load i64, ptr %.10.i.i.i219, align 8
  %.12.i.i.i221 = add nsw i64 %.11.i.i.i220, %.151.i
  %.15.i.i.i222 = inttoptr i64 %.12.i.i.i221 to ptr
  %.16.i.i.i223 = load i64, ptr %.15.i.i.i222, align 8
  store i64 %run.2.0, ptr %.15.i.i.i222, align 8
  %.25.not.i.i.i224 = icmp eq i64 %.16.i.i.i223, 0
  br i1 %.25.not.i.i.i224, label %helper_15.exit.i227, label %B120.i.i.i225
B120.i.i.i225:                                    ; preds = %B154.i
  %.28.i.i.i226 = tail call ptr @Py_DecRef(i64 %.16.i.i.i223)
  br label %helper_15.exit.i227
helper_15.exit.i227: ; preds = %B120.i.i.i225, %B154.i
  %.8.i48.i = add i64 %arg.c, 312
  %.9.i49.i = inttoptr i64 %.8.i48.i to ptr
  %.10.i50.i = load i64, ptr %.9.i49.i, align 8
  %.11.i51.i = add nsw i64 %.10.i50.i, %run.2.0
  %.14.i52.i = inttoptr i64 %.11.i51.i to ptr
  %.15.i53.i = load i64, ptr %.14.i52.i, align 8
  %.8.i54.i = tail call ptr @Py_IncRef(i64 %.15.i53.i)
  %.9.i.i55.i = add i64 %arg.c, 256
  %.10.i.i56.i = inttoptr i64 %.9.i.i55.i to ptr
  %.11.i.i57.i = load i64, ptr %.10.i.i56.i, align 8
  %.12.i.i58.i = add nsw i64 %.11.i.i57.i, %.151.i
  %.15.i.i59.i = inttoptr i64 %.12.i.i58.i to ptr
  %.16.i.i60.i = load i64, ptr %.15.i.i59.i, align 8
  store i64 %.15.i53.i, ptr %.15.i.i59.i, align 8
  %.25.not.i.i61.i = icmp eq i64 %.16.i.i60.i, 0
  br i1 %.25.not.i.i61.i, label %helper_15.exit64.i, label %B120.i.i62.i
B120.i.i62.i:                                     ; preds = %helper_15.exit.i227
  %.28.i.i63.i = tail call ptr @Py_DecRef(i64 %.16.i.i60.i)
  br label %helper_15.exit64.i
helper_15.exit64.i: ; preds = %B120.i.i62.i, %helper_15.exit.i227
  %.8.i65.i = add i64 %arg.c, 496
  %.9.i66.i = inttoptr i64 %.8.i65.i to ptr
  %.10.i67.i = load i64, ptr %.9.i66.i, align 8
  %.11.i68.i = add nsw i64 %.10.i67.i, %arg.opened
  %.14.i69.i = inttoptr i64 %.11.i68.i to ptr
  %.15.i70.i = load i64, ptr %.14.i69.i, align 8
  %.8.i71.i = tail call ptr @Py_IncRef(i64 %.15.i70.i)
  %.9.i.i72.i = add i64 %arg.c, 264
  %.10.i.i73.i = inttoptr i64 %.9.i.i72.i to ptr
  %.11.i.i74.i = load i64, ptr %.10.i.i73.i, align 8
  %.12.i.i75.i = add nsw i64 %.11.i.i74.i, %.151.i
  %.15.i.i76.i = inttoptr i64 %.12.i.i75.i to ptr
  %.16.i.i77.i = load i64, ptr %.15.i.i76.i, align 8
  store i64 %.15.i70.i, ptr %.15.i.i76.i, align 8
  %.25.not.i.i78.i = icmp eq i64 %.16.i.i77.i, 0
  br i1 %.25.not.i.i78.i, label %helper_15.exit81.i, label %B120.i.i79.i
B120.i.i79.i:                                     ; preds = %helper_15.exit64.i
  %.28.i.i80.i = tail call ptr @Py_DecRef(i64 %.16.i.i77.i)
  br label %helper_15.exit81.i
helper_15.exit81.i: ; preds = %B120.i.i79.i, %helper_15.exit64.i
  %.8.i82.i = add i64 %arg.c, 336
  %.9.i83.i = inttoptr i64 %.8.i82.i to ptr
  %.10.i84.i = load i64, ptr %.9.i83.i, align 8
  %.11.i85.i = add nsw i64 %.10.i84.i, %run.2.0
  %.14.i86.i = inttoptr i64 %.11.i85.i to ptr
  %.15.i87.i = load i64, ptr %.14.i86.i, align 8
  %.8.i88.i = tail call ptr @Py_IncRef(i64 %.15.i87.i)
  %.9.i.i89.i = add i64 %arg.c, 272
  %.10.i.i90.i = inttoptr i64 %.9.i.i89.i to ptr
  %.11.i.i91.i = load i64, ptr %.10.i.i90.i, align 8
  %.12.i.i92.i = add nsw i64 %.11.i.i91.i, %.151.i
  %.15.i.i93.i = inttoptr i64 %.12.i.i92.i to ptr
  %.16.i.i94.i = load i64, ptr %.15.i.i93.i, align 8
  store i64 %.15.i87.i, ptr %.15.i.i93.i, align 8
  %.25.not.i.i95.i = icmp eq i64 %.16.i.i94.i, 0
  br i1 %.25.not.i.i95.i, label %helper_15.exit98.i, label %B120.i.i96.i
B120.i.i96.i:                                     ; preds = %helper_15.exit81.i
  %.28.i.i97.i = tail call ptr @Py_DecRef(i64 %.16.i.i94.i)
  br label %helper_15.exit98.i
helper_15.exit98.i: ; preds = %B120.i.i96.i, %helper_15.exit81.i
  %.357.i = load i64, ptr %.51.i, align 8
  %.361.i = tail call i32 @PyDict_SetItem(i64 %.15.i.i216, i64 %.357.i, i64 %.151.i)
  %.364.i = tail call ptr @Py_DecRef(i64 %.151.i)
  br label %helper_19.exit
helper_19.exit: ; preds = %B424, %helper_15.exit98.i
  %storemerge.i = phi i64 [ %.151.i, %helper_15.exit98.i ], [ %.54.i, %B424 ]
  %.8.i228 = add i64 %arg.c, 312
  %.9.i229 = inttoptr i64 %.8.i228 to ptr
  %.10.i230 = load i64, ptr %.9.i229, align 8
  %.11.i231 = add nsw i64 %.10.i230, %run.2.0
  %.14.i232 = inttoptr i64 %.11.i231 to ptr
  %.15.i233 = load i64, ptr %.14.i232, align 8
  %.257 = add i64 %arg.plan, 24
  %.258 = inttoptr i64 %.257 to ptr
  %.259 = load i64, ptr %.258, align 8
  %.260 = shl nsw i64 %.259, 3
  %.262 = add nsw i64 %.260, %arg.plan
  %.268 = add i64 %arg.plan, 16
  %.269 = inttoptr i64 %.268 to ptr
  %.270 = load i64, ptr %.269, align 8
  %.350346 = icmp sgt i64 %.270, 0
  br i1 %.350346, label %B658.lr.ph, label %B710
B658.lr.ph:                                       ; preds = %helper_19.exit
  %.297.1348 = add nsw i64 %.270, -1
  %.6.i224.i = add i64 %.15.i233, 16
  %.7.i225.i = inttoptr i64 %.6.i224.i to ptr
  %.8.i242.i = add i64 %arg.c, 360
  %.9.i243.i = inttoptr i64 %.8.i242.i to ptr
  %.8.i248.i = add i64 %arg.c, 368
  %.9.i249.i = inttoptr i64 %.8.i248.i to ptr
  %.6.i221.i = add i64 %.15.i233, 16
  %.7.i222.i = inttoptr i64 %.6.i221.i to ptr
  %.8.i223.i = add i64 %arg.c, 344
  %.9.i.i241 = inttoptr i64 %.8.i223.i to ptr
  %.422.i = add i64 %arg.c, 1344
  %.6.i258.i = add i64 %.15.i233, 16
  %.7.i259.i = inttoptr i64 %.6.i258.i to ptr
  %.8.i297.i = add i64 %arg.c, 360
  %.9.i298.i = inttoptr i64 %.8.i297.i to ptr
  %.8.i303.i = add i64 %arg.c, 368
  %.9.i304.i = inttoptr i64 %.8.i303.i to ptr
  %.7.i264.i = add i64 %arg.c, 32
  %.8.i265.i = inttoptr i64 %.7.i264.i to ptr
  %.7.i9.i.i = add i64 %arg.c, 40
  %.8.i10.i.i = inttoptr i64 %.7.i9.i.i to ptr
  %.68.i.i = add nsw i64 %arg.c, 552
  %.7.i9.i273.i = add i64 %arg.c, 40
  %.8.i10.i274.i = inttoptr i64 %.7.i9.i273.i to ptr
  %.68.i283.i = add nsw i64 %arg.c, 552
  %.8.i287.i = add i64 %arg.c, 344
  %.9.i288.i = inttoptr i64 %.8.i287.i to ptr
  %.8.i321.i = add i64 %arg.c, 352
  %.9.i322.i = inttoptr i64 %.8.i321.i to ptr
  %.8.i327.i = add i64 %arg.c, 376
  %.9.i328.i = inttoptr i64 %.8.i327.i to ptr
  br label %B658
B658:                                             ; preds = %B658.lr.ph, %helper_20.exit
  %.294.1352 = phi i64 [ 1, %B658.lr.ph ], [ %.294.1, %helper_20.exit ]
  %.297.1351 = phi i64 [ %.297.1348, %B658.lr.ph ], [ %.297.1, %helper_20.exit ]
  %.294.0350 = phi i64 [ 0, %B658.lr.ph ], [ %.294.1352, %helper_20.exit ]
  %0 = shl nsw i64 %.294.0350, 5
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
  br i1 %.11840.not.i.i, label %helper_21.exit.i, label %B96.i.i
B96.i.i:                                          ; preds = %B140.i, %B96.i.i
  %.62.041.i.i = phi i64 [ %.131.i.i, %B96.i.i ], [ 0, %B140.i ]
  %.131.i.i = add nuw nsw i64 %.62.041.i.i, 1
  %.157.i.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 %.62.041.i.i)
  %.158.i.i = tail call ptr @Py_IncRef(i64 %.157.i.i)
  %.160.i.i = tail call i32 @PyTuple_SetItem(i64 %.35.i.i, i64 %.62.041.i.i, i64 %.157.i.i)
  %exitcond.not.i.i = icmp eq i64 %.8.i.i.i, %.131.i.i
  br i1 %exitcond.not.i.i, label %helper_21.exit.i, label %B96.i.i
helper_21.exit.i: ; preds = %B96.i.i, %B140.i
  %.6.i.i246 = tail call i32 @PyList_Append(i64 %.15.i233, i64 %.35.i.i)
  %.7.i.i247 = tail call ptr @Py_DecRef(i64 %.35.i.i)
  br label %helper_20.exit
B234.i:                                           ; preds = %B658
  %.118.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 2)
  %.123.i = tail call double @PyFloat_AsDouble(i64 %.118.i)
  %.124.i = fcmp une double %.123.i, 0.000000e+00
  br i1 %.124.i, label %B304.i, label %B694.i
B304.i:                                           ; preds = %B234.i
  %.126.i = tail call i64 @PyTuple_New(i64 2)
  %.8.i.i240 = load i64, ptr %.7.i222.i, align 8
  %.153.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i.i240)
  %.155.i = tail call ptr @Py_IncRef(i64 %.118.i)
  %.157.i = tail call i32 @PyTuple_SetItem(i64 %.126.i, i64 0, i64 %.118.i)
  %.162.i = add i64 %.391, 24
  %.163.i = inttoptr i64 %.162.i to ptr
  %.164.i = load i64, ptr %.163.i, align 8
  %.167.i = tail call ptr @Py_IncRef(i64 %.164.i)
  %.168.i = tail call i32 @PyTuple_SetItem(i64 %.126.i, i64 1, i64 %.164.i)
  %.10.i.i242 = load i64, ptr %.9.i.i241, align 8
  %.11.i.i243 = add nsw i64 %.10.i.i242, %run.2.0
  %.14.i.i244 = inttoptr i64 %.11.i.i243 to ptr
  %.15.i.i245 = load i64, ptr %.14.i.i244, align 8
  %.200.i = tail call i64 @PyDict_SetDefault(i64 %.15.i.i245, i64 %.126.i, i64 %.153.i)
  %.201.i = tail call ptr @Py_DecRef(i64 %.126.i)
  %.202.i = tail call ptr @Py_DecRef(i64 %.153.i)
  br label %B694.i
B694.i:                                           ; preds = %B304.i, %B234.i
  %.214.i = tail call i32 @PyList_Append(i64 %.15.i233, i64 %.33.i)
  br label %helper_20.exit
B762.i:                                           ; preds = %B658
  %.8.i226.i = load i64, ptr %.7.i225.i, align 8
  %.254.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i226.i)
  %.6.i.i227.i = add i64 %.33.i, 16
  %.7.i.i228.i = inttoptr i64 %.6.i.i227.i to ptr
  %.8.i.i229.i = load i64, ptr %.7.i.i228.i, align 8
  %.35.i230.i = tail call i64 @PyTuple_New(i64 %.8.i.i229.i)
  %.11840.not.i231.i = icmp slt i64 %.8.i.i229.i, 1
  br i1 %.11840.not.i231.i, label %helper_21.exit239.i, label %B96.i232.i
B96.i232.i:                                       ; preds = %B762.i, %B96.i232.i
  %.62.041.i233.i = phi i64 [ %.131.i234.i, %B96.i232.i ], [ 0, %B762.i ]
  %.131.i234.i = add nuw nsw i64 %.62.041.i233.i, 1
  %.157.i235.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 %.62.041.i233.i)
  %.158.i236.i = tail call ptr @Py_IncRef(i64 %.157.i235.i)
  %.160.i237.i = tail call i32 @PyTuple_SetItem(i64 %.35.i230.i, i64 %.62.041.i233.i, i64 %.157.i235.i)
  %exitcond.not.i238.i = icmp eq i64 %.8.i.i229.i, %.131.i234.i
  br i1 %exitcond.not.i238.i, label %helper_21.exit239.i, label %B96.i232.i
helper_21.exit239.i: ; preds = %B96.i232.i, %B762.i
  %.6.i240.i = tail call i32 @PyList_Append(i64 %.15.i233, i64 %.35.i230.i)
  %.7.i241.i = tail call ptr @Py_DecRef(i64 %.35.i230.i)
  %.10.i244.i = load i64, ptr %.9.i243.i, align 8
  %.11.i245.i = add nsw i64 %.10.i244.i, %run.2.0
  %.14.i246.i = inttoptr i64 %.11.i245.i to ptr
  %.15.i247.i = load i64, ptr %.14.i246.i, align 8
  %.340.i = add i64 %.391, 8
  %.341.i = inttoptr i64 %.340.i to ptr
  %.342.i = load i64, ptr %.341.i, align 8
  %.343.i = tail call i32 @PyDict_SetItem(i64 %.15.i247.i, i64 %.254.i, i64 %.342.i)
  %.344.i = tail call ptr @Py_DecRef(i64 %.254.i)
  %.10.i250.i = load i64, ptr %.9.i249.i, align 8
  %.11.i251.i = add nsw i64 %.10.i250.i, %run.2.0
  %.14.i252.i = inttoptr i64 %.11.i251.i to ptr
  %.15.i253.i = load i64, ptr %.14.i252.i, align 8
  %.373.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i253.i)
  %.376.i = add i64 %.391, 24
  %.377.i = inttoptr i64 %.376.i to ptr
  %.378.i = load i64, ptr %.377.i, align 8
  %.381.i = sub nsw i64 %.373.i, %.378.i
  %.382.i = tail call i64 @PyLong_FromLongLong(i64 %.381.i)
  %.11.i256.i = load i64, ptr %.9.i249.i, align 8
  %.12.i.i234 = add nsw i64 %.11.i256.i, %run.2.0
  %.15.i257.i = inttoptr i64 %.12.i.i234 to ptr
  %.16.i.i235 = load i64, ptr %.15.i257.i, align 8
  store i64 %.382.i, ptr %.15.i257.i, align 8
  %.25.not.i.i236 = icmp eq i64 %.16.i.i235, 0
  br i1 %.25.not.i.i236, label %helper_20.exit, label %B120.i.i237
B120.i.i237:                                      ; preds = %helper_21.exit239.i
  %.28.i.i238 = tail call ptr @Py_DecRef(i64 %.16.i.i235)
  br label %helper_20.exit
B1214.i:                                          ; preds = %B658
  %.417.i = add i64 %.391, 8
  %.418.i = inttoptr i64 %.417.i to ptr
  %.419.i = load i64, ptr %.418.i, align 8
  %.421.i = mul i64 %.419.i, 24
  %.424.i = add i64 %.422.i, %.421.i
  %.427.i = inttoptr i64 %.424.i to ptr
  %.428.i = load i64, ptr %.427.i, align 8
  %.430.i = add i64 %.424.i, 8
  %.431.i = inttoptr i64 %.430.i to ptr
  %.432.i = load i64, ptr %.431.i, align 8
  %.434.i = add i64 %.424.i, 16
  %.435.i = inttoptr i64 %.434.i to ptr
  %.436.i = load i64, ptr %.435.i, align 8
  %.8.i260.i = load i64, ptr %.7.i259.i, align 8
  %.472.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i260.i)
  %.476.i = tail call i64 @PyTuple_New(i64 3)
  br label %B1504.i
B1504.i:                                          ; preds = %B1504.i, %B1214.i
  %.503.0336.i = phi i64 [ 0, %B1214.i ], [ %.572.i, %B1504.i ]
  %.572.i = add nuw nsw i64 %.503.0336.i, 1
  %.598.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 %.503.0336.i)
  %.599.i = tail call ptr @Py_IncRef(i64 %.598.i)
  %.601.i = tail call i32 @PyTuple_SetItem(i64 %.476.i, i64 %.503.0336.i, i64 %.598.i)
  %exitcond.not.i = icmp eq i64 %.572.i, 2
  br i1 %exitcond.not.i, label %B1604.i, label %B1504.i
B1604.i:                                          ; preds = %B1504.i
  switch i64 %.25.i, label %B2700.i [
    i64 3, label %B1638.i
    i64 0, label %B2294.i
  ]
B1638.i:                                          ; preds = %B1604.i
  %.6.i261.i = add i64 %.428.i, 8
  %.7.i262.i = inttoptr i64 %.6.i261.i to ptr
  %.8.i263.i = load i64, ptr %.7.i262.i, align 8
  %.9.i266.i = load i64, ptr %.8.i265.i, align 8
  %.676.i = icmp eq i64 %.8.i263.i, %.9.i266.i
  br i1 %.676.i, label %B1728.i, label %B1760.i
B1728.i:                                          ; preds = %B1638.i
  %.685.i = tail call ptr @Py_IncRef(i64 %.428.i)
  br label %B1818.i
B1760.i:                                          ; preds = %B1638.i
  %.9.i.i.i248 = load i64, ptr %.8.i10.i.i, align 8
  %.64.i.i = icmp eq i64 %.8.i263.i, %.9.i.i.i248
  br i1 %.64.i.i, label %B90.i.i, label %B180.i.i
B90.i.i:                                          ; preds = %B1760.i
  %.72.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.428.i, i64 %.68.i.i)
  %.75.i.i = sitofp i64 %.72.i.i to double
  br label %helper_10.exit.i
B180.i.i:                                         ; preds = %B1760.i
  %.82.i.i = add i64 %.428.i, 16
  %.83.i.i = inttoptr i64 %.82.i.i to ptr
  %.84.i.i = load double, ptr %.83.i.i, align 8
  br label %helper_10.exit.i
helper_10.exit.i: ; preds = %B180.i.i, %B90.i.i
  %storemerge.i.i = phi double [ %.84.i.i, %B180.i.i ], [ %.75.i.i, %B90.i.i ]
  %.716.i = tail call i64 @PyFloat_FromDouble(double %storemerge.i.i)
  br label %B1818.i
B1818.i:                                          ; preds = %helper_10.exit.i, %B1728.i
  %value.5.0.i = phi i64 [ %.428.i, %B1728.i ], [ %.716.i, %helper_10.exit.i ]
  %.8.i.i272.i = load i64, ptr %.7.i262.i, align 8
  %.9.i.i275.i = load i64, ptr %.8.i10.i274.i, align 8
  %.64.i276.i = icmp eq i64 %.8.i.i272.i, %.9.i.i275.i
  br i1 %.64.i276.i, label %B90.i282.i, label %B180.i277.i
B90.i282.i:                                       ; preds = %B1818.i
  %.72.i284.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.428.i, i64 %.68.i283.i)
  %.75.i285.i = sitofp i64 %.72.i284.i to double
  br label %helper_10.exit286.i
B180.i277.i:                                      ; preds = %B1818.i
  %.82.i278.i = add i64 %.428.i, 16
  %.83.i279.i = inttoptr i64 %.82.i278.i to ptr
  %.84.i280.i = load double, ptr %.83.i279.i, align 8
  br label %helper_10.exit286.i
helper_10.exit286.i: ; preds = %B180.i277.i, %B90.i282.i
  %storemerge.i281.i = phi double [ %.84.i280.i, %B180.i277.i ], [ %.75.i285.i, %B90.i282.i ]
  %.749.i = fcmp une double %storemerge.i281.i, 0.000000e+00
  br i1 %.749.i, label %B1858.i, label %B2162.i
B1858.i:                                          ; preds = %helper_10.exit286.i
  %.751.i = tail call i64 @PyTuple_New(i64 2)
  %.754.i = add i64 %.391, 24
  %.755.i = inttoptr i64 %.754.i to ptr
  %.756.i = load i64, ptr %.755.i, align 8
  %.760.i = tail call ptr @Py_IncRef(i64 %value.5.0.i)
  %.762.i = tail call i32 @PyTuple_SetItem(i64 %.751.i, i64 0, i64 %value.5.0.i)
  %.763.i = tail call ptr @Py_IncRef(i64 %.756.i)
  %.764.i = tail call i32 @PyTuple_SetItem(i64 %.751.i, i64 1, i64 %.756.i)
  %.10.i289.i = load i64, ptr %.9.i288.i, align 8
  %.11.i290.i = add nsw i64 %.10.i289.i, %run.2.0
  %.14.i291.i = inttoptr i64 %.11.i290.i to ptr
  %.15.i292.i = load i64, ptr %.14.i291.i, align 8
  %.797.i = tail call i32 @PyDict_SetItem(i64 %.15.i292.i, i64 %.751.i, i64 %.472.i)
  %.798.i = tail call ptr @Py_DecRef(i64 %.751.i)
  br label %B2162.i
B2162.i:                                          ; preds = %B1858.i, %helper_10.exit286.i
  %.808.i = tail call i32 @PyTuple_SetItem(i64 %.476.i, i64 2, i64 %value.5.0.i)
  %.6.i293.i = tail call i32 @PyList_Append(i64 %.15.i233, i64 %.476.i)
  %.7.i294.i = tail call ptr @Py_DecRef(i64 %.476.i)
  %.843.i = tail call ptr @Py_DecRef(i64 %.472.i)
  br label %helper_20.exit
B2294.i:                                          ; preds = %B1604.i
  %.854.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 2)
  %.857.i = tail call ptr @Py_IncRef(i64 %.854.i)
  %.859.i = tail call i32 @PyTuple_SetItem(i64 %.476.i, i64 2, i64 %.854.i)
  %.6.i295.i = tail call i32 @PyList_Append(i64 %.15.i233, i64 %.476.i)
  %.7.i296.i = tail call ptr @Py_DecRef(i64 %.476.i)
  %.10.i299.i = load i64, ptr %.9.i298.i, align 8
  %.11.i300.i = add nsw i64 %.10.i299.i, %run.2.0
  %.14.i301.i = inttoptr i64 %.11.i300.i to ptr
  %.15.i302.i = load i64, ptr %.14.i301.i, align 8
  %.920.i = tail call i32 @PyDict_SetItem(i64 %.15.i302.i, i64 %.472.i, i64 %.436.i)
  %.10.i305.i = load i64, ptr %.9.i304.i, align 8
  %.11.i306.i = add nsw i64 %.10.i305.i, %run.2.0
  %.14.i307.i = inttoptr i64 %.11.i306.i to ptr
  %.15.i308.i = load i64, ptr %.14.i307.i, align 8
  %.949.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i308.i)
  %.952.i = add i64 %.391, 24
  %.953.i = inttoptr i64 %.952.i to ptr
  %.954.i = load i64, ptr %.953.i, align 8
  %.957.i = sub nsw i64 %.949.i, %.954.i
  %.958.i = tail call i64 @PyLong_FromLongLong(i64 %.957.i)
  %.11.i311.i = load i64, ptr %.9.i304.i, align 8
  %.12.i312.i = add nsw i64 %.11.i311.i, %run.2.0
  %.15.i313.i = inttoptr i64 %.12.i312.i to ptr
  %.16.i314.i = load i64, ptr %.15.i313.i, align 8
  store i64 %.958.i, ptr %.15.i313.i, align 8
  %.25.not.i315.i = icmp eq i64 %.16.i314.i, 0
  br i1 %.25.not.i315.i, label %B2992.i, label %B2992.i.sink.split
B2700.i:                                          ; preds = %B1604.i
  %.992.i = add i64 %.436.i, 16
  %.993.i = inttoptr i64 %.992.i to ptr
  %.994.i = load i64, ptr %.993.i, align 8
  %.999.i = icmp eq i64 %.25.i, 1
  %.1006.i = inttoptr i64 %.994.i to ptr
  br i1 %.999.i, label %B2784.i, label %B2842.i
B2784.i:                                          ; preds = %B2700.i
  %.1007.i = load double, ptr %.1006.i, align 8
  br label %B2924.i
B2842.i:                                          ; preds = %B2700.i
  %.1019.i = load float, ptr %.1006.i, align 4
  %.1022.i = fpext float %.1019.i to double
  br label %B2924.i
B2924.i:                                          ; preds = %B2842.i, %B2784.i
  %.1022.i.sink = phi double [ %.1022.i, %B2842.i ], [ %.1007.i, %B2784.i ]
  %.1023.i = tail call i64 @PyFloat_FromDouble(double %.1022.i.sink)
  %.1031.i = tail call i32 @PyTuple_SetItem(i64 %.476.i, i64 2, i64 %.1023.i)
  %.6.i319.i = tail call i32 @PyList_Append(i64 %.15.i233, i64 %.476.i)
  br label %B2992.i.sink.split
B2992.i.sink.split:                               ; preds = %B2294.i, %B2924.i
  %.476.i.sink = phi i64 [ %.476.i, %B2924.i ], [ %.16.i314.i, %B2294.i ]
  %.7.i320.i = tail call ptr @Py_DecRef(i64 %.476.i.sink)
  br label %B2992.i
B2992.i:                                          ; preds = %B2992.i.sink.split, %B2294.i
  %.1065.not.i = icmp eq i64 %.432.i, 0
  br i1 %.1065.not.i, label %B3594.i, label %B3006.i
B3006.i:                                          ; preds = %B2992.i
  %.1067.i = tail call i64 @PyTuple_New(i64 3)
  %.1069.i = tail call ptr @Py_IncRef(i64 %.472.i)
  %.1071.i = tail call i32 @PyTuple_SetItem(i64 %.1067.i, i64 0, i64 %.472.i)
  %.1073.i = tail call ptr @Py_IncRef(i64 %.428.i)
  %.1075.i = tail call i32 @PyTuple_SetItem(i64 %.1067.i, i64 1, i64 %.428.i)
  %.1077.i = tail call ptr @Py_IncRef(i64 %.436.i)
  %.1079.i = tail call i32 @PyTuple_SetItem(i64 %.1067.i, i64 2, i64 %.436.i)
  %.10.i323.i = load i64, ptr %.9.i322.i, align 8
  %.11.i324.i = add nsw i64 %.10.i323.i, %run.2.0
  %.14.i325.i = inttoptr i64 %.11.i324.i to ptr
  %.15.i326.i = load i64, ptr %.14.i325.i, align 8
  %.1110.i = tail call i32 @PyDict_SetItem(i64 %.15.i326.i, i64 %.432.i, i64 %.1067.i)
  %.1113.i = tail call ptr @Py_DecRef(i64 %.1067.i)
  %.1115.not.i = icmp eq i64 %.21.i, 0
  br i1 %.1115.not.i, label %B3594.i, label %B3354.i
B3354.i:                                          ; preds = %B3006.i
  %.1119.i = tail call i64 @PyTuple_New(i64 2)
  %.1121.i = tail call ptr @Py_IncRef(i64 %.472.i)
  %.1123.i = tail call i32 @PyTuple_SetItem(i64 %.1119.i, i64 0, i64 %.472.i)
  %.1125.i = tail call ptr @Py_IncRef(i64 %.428.i)
  %.1127.i = tail call i32 @PyTuple_SetItem(i64 %.1119.i, i64 1, i64 %.428.i)
  %.10.i329.i = load i64, ptr %.9.i328.i, align 8
  %.11.i330.i = add nsw i64 %.10.i329.i, %run.2.0
  %.14.i331.i = inttoptr i64 %.11.i330.i to ptr
  %.15.i332.i = load i64, ptr %.14.i331.i, align 8
  %.6.i333.i = tail call i32 @PyList_Append(i64 %.15.i332.i, i64 %.1119.i)
  %.7.i334.i = tail call ptr @Py_DecRef(i64 %.1119.i)
  br label %B3594.i
B3594.i:                                          ; preds = %B3354.i, %B3006.i, %B2992.i
  %.1200.i = tail call ptr @Py_DecRef(i64 %.472.i)
  br label %helper_20.exit
helper_20.exit: ; preds = %helper_21.exit239.i, %B120.i.i237, %helper_21.exit.i, %B694.i, %B2162.i, %B3594.i
  %.350 = icmp sgt i64 %.297.1351, 0
  %.359 = sext i1 %.350 to i64
  %.297.1 = add nsw i64 %.297.1351, %.359
  %.363 = zext i1 %.350 to i64
  %.294.1 = add i64 %.294.1352, %.363
  br i1 %.350, label %B658, label %B710
B710:                                             ; preds = %helper_20.exit, %helper_19.exit
  %.428 = add i64 %arg.plan, 72
  %.429 = inttoptr i64 %.428 to ptr
  %.430 = load i64, ptr %.429, align 8
  %.435.not = icmp eq i64 %.430, 0
  br i1 %.435.not, label %B950, label %B774
B774:                                             ; preds = %B710
  %.8.i249 = add i64 %arg.c, 384
  %.9.i250 = inttoptr i64 %.8.i249 to ptr
  %.10.i251 = load i64, ptr %.9.i250, align 8
  %.11.i252 = add nsw i64 %.10.i251, %run.2.0
  %.14.i253 = inttoptr i64 %.11.i252 to ptr
  %.15.i254 = load i64, ptr %.14.i253, align 8
  %.6.i = add i64 %.430, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i255 = load i64, ptr %.7.i, align 8
  %.572353.not = icmp slt i64 %.8.i255, 1
  br i1 %.572353.not, label %B950, label %B886
B886:                                             ; preds = %B774, %B886
  %.516.0355 = phi i64 [ %.585, %B886 ], [ 0, %B774 ]
  %.585 = add nuw nsw i64 %.516.0355, 1
  %.611 = tail call i64 @PyList_GetItem(i64 %.430, i64 %.516.0355)
  %.613 = tail call i32 @PyList_Append(i64 %.15.i254, i64 %.611)
  %exitcond.not = icmp eq i64 %.8.i255, %.585
  br i1 %exitcond.not, label %B950, label %B886
B950:                                             ; preds = %B886, %B774, %B710
  %.624 = and i64 %.30, 4
  %.625.not = icmp eq i64 %.624, 0
  br i1 %.625.not, label %B1092, label %B988
B988:                                             ; preds = %B950
  %.7.i256 = add i64 %arg.c, 104
  %.8.i257 = inttoptr i64 %.7.i256 to ptr
  %.9.i258 = load i64, ptr %.8.i257, align 8
  %.8.i259 = tail call ptr @Py_IncRef(i64 %.9.i258)
  %.9.i.i260 = add i64 %arg.c, 400
  %.10.i.i261 = inttoptr i64 %.9.i.i260 to ptr
  %.11.i.i262 = load i64, ptr %.10.i.i261, align 8
  %.12.i.i263 = add nsw i64 %.11.i.i262, %run.2.0
  %.15.i.i264 = inttoptr i64 %.12.i.i263 to ptr
  %.16.i.i265 = load i64, ptr %.15.i.i264, align 8
  store i64 %.9.i258, ptr %.15.i.i264, align 8
  %.25.not.i.i266 = icmp eq i64 %.16.i.i265, 0
  br i1 %.25.not.i.i266, label %B1092, label %B120.i.i267
B120.i.i267:                                      ; preds = %B988
  %.28.i.i268 = tail call ptr @Py_DecRef(i64 %.16.i.i265)
  br label %B1092
B1092:                                            ; preds = %B120.i.i267, %B988, %B950
  %.8.i272 = inttoptr i64 %arg.c to ptr
  %.9.i273 = load i64, ptr %.8.i272, align 8
  %.707 = tail call i64 @PyType_GenericAlloc(i64 %.9.i273, i64 0)
  %.6.i274 = add i64 %.15.i233, 16
  %.7.i275 = inttoptr i64 %.6.i274 to ptr
  %.8.i276 = load i64, ptr %.7.i275, align 8
  %.740 = add i64 %arg.plan, 48
  %.741 = inttoptr i64 %.740 to ptr
  %.742 = load i64, ptr %.741, align 8
  %.6.i.i277 = add i64 %.742, 16
  %.7.i.i278 = inttoptr i64 %.6.i.i277 to ptr
  %.8.i.i279 = load i64, ptr %.7.i.i278, align 8
  %.35.i = tail call i64 @PyTuple_New(i64 %.8.i.i279)
  %.11840.not.i = icmp slt i64 %.8.i.i279, 1
  br i1 %.11840.not.i, label %helper_21.exit, label %B96.i
B96.i:                                            ; preds = %B1092, %B96.i
  %.62.041.i = phi i64 [ %.131.i, %B96.i ], [ 0, %B1092 ]
  %.131.i = add nuw nsw i64 %.62.041.i, 1
  %.157.i280 = tail call i64 @PyTuple_GetItem(i64 %.742, i64 %.62.041.i)
  %.158.i = tail call ptr @Py_IncRef(i64 %.157.i280)
  %.160.i = tail call i32 @PyTuple_SetItem(i64 %.35.i, i64 %.62.041.i, i64 %.157.i280)
  %exitcond.not.i281 = icmp eq i64 %.8.i.i279, %.131.i
  br i1 %exitcond.not.i281, label %helper_21.exit, label %B96.i
helper_21.exit: ; preds = %B96.i, %B1092
  %.768 = tail call i32 @PyList_Append(i64 %.15.i233, i64 %.35.i)
  %.8.i282 = tail call ptr @Py_IncRef(i64 %storemerge.i)
  %.9.i.i283 = add i64 %arg.c, 200
  %.10.i.i284 = inttoptr i64 %.9.i.i283 to ptr
  %.11.i.i285 = load i64, ptr %.10.i.i284, align 8
  %.12.i.i286 = add nsw i64 %.11.i.i285, %.707
  %.15.i.i287 = inttoptr i64 %.12.i.i286 to ptr
  %.16.i.i288 = load i64, ptr %.15.i.i287, align 8
  store i64 %storemerge.i, ptr %.15.i.i287, align 8
  %.25.not.i.i289 = icmp eq i64 %.16.i.i288, 0
  br i1 %.25.not.i.i289, label %helper_15.exit293, label %B120.i.i290
B120.i.i290:                                      ; preds = %helper_21.exit
  %.28.i.i291 = tail call ptr @Py_DecRef(i64 %.16.i.i288)
  br label %helper_15.exit293
helper_15.exit293: ; preds = %helper_21.exit, %B120.i.i290
  %.800 = tail call i64 @PyLong_FromLongLong(i64 %.8.i276)
  %.9.i294 = add i64 %arg.c, 208
  %.10.i295 = inttoptr i64 %.9.i294 to ptr
  %.11.i296 = load i64, ptr %.10.i295, align 8
  %.12.i297 = add nsw i64 %.11.i296, %.707
  %.15.i298 = inttoptr i64 %.12.i297 to ptr
  %.16.i299 = load i64, ptr %.15.i298, align 8
  store i64 %.800, ptr %.15.i298, align 8
  %.25.not.i300 = icmp eq i64 %.16.i299, 0
  br i1 %.25.not.i300, label %helper_16.exit303, label %B120.i301
B120.i301:                                        ; preds = %helper_15.exit293
  %.28.i302 = tail call ptr @Py_DecRef(i64 %.16.i299)
  br label %helper_16.exit303
helper_16.exit303: ; preds = %helper_15.exit293, %B120.i301
  %.9.i304 = add i64 %arg.c, 216
  %.10.i305 = inttoptr i64 %.9.i304 to ptr
  %.11.i306 = load i64, ptr %.10.i305, align 8
  %.12.i307 = add nsw i64 %.11.i306, %.707
  %.15.i308 = inttoptr i64 %.12.i307 to ptr
  %.16.i309 = load i64, ptr %.15.i308, align 8
  store i64 %.35.i, ptr %.15.i308, align 8
  %.25.not.i310 = icmp eq i64 %.16.i309, 0
  br i1 %.25.not.i310, label %helper_16.exit313, label %B120.i311
B120.i311:                                        ; preds = %helper_16.exit303
  %.28.i312 = tail call ptr @Py_DecRef(i64 %.16.i309)
  br label %helper_16.exit313
helper_16.exit313: ; preds = %helper_16.exit303, %B120.i311
  %.857 = add i64 %arg.plan, 56
  %.858 = inttoptr i64 %.857 to ptr
  %.859 = load i64, ptr %.858, align 8
  %.8.i314 = tail call ptr @Py_IncRef(i64 %.859)
  %.9.i.i315 = add i64 %arg.c, 320
  %.10.i.i316 = inttoptr i64 %.9.i.i315 to ptr
  %.11.i.i317 = load i64, ptr %.10.i.i316, align 8
  %.12.i.i318 = add nsw i64 %.11.i.i317, %run.2.0
  %.15.i.i319 = inttoptr i64 %.12.i.i318 to ptr
  %.16.i.i320 = load i64, ptr %.15.i.i319, align 8
  store i64 %.859, ptr %.15.i.i319, align 8
  %.25.not.i.i321 = icmp eq i64 %.16.i.i320, 0
  br i1 %.25.not.i.i321, label %helper_15.exit325, label %B120.i.i322
B120.i.i322:                                      ; preds = %helper_16.exit313
  %.28.i.i323 = tail call ptr @Py_DecRef(i64 %.16.i.i320)
  br label %helper_15.exit325
helper_15.exit325: ; preds = %helper_16.exit313, %B120.i.i322
  %.8.i326 = add i64 %arg.c, 240
  %.9.i327 = inttoptr i64 %.8.i326 to ptr
  %.10.i328 = load i64, ptr %.9.i327, align 8
  %.11.i329 = add nsw i64 %.10.i328, %storemerge.i
  %.14.i330 = inttoptr i64 %.11.i329 to ptr
  %.15.i331 = load i64, ptr %.14.i330, align 8
  %.917 = tail call i64 @PyLong_AsLongLong(i64 %.15.i331)
  %.131.i332 = add i64 %arg.c, 8
  %.139.i = add i64 %arg.c, 16
  br label %B34.i
B34.i:                                            ; preds = %B34.i.backedge, %helper_15.exit325
  %.31.0.i = phi i64 [ 0, %helper_15.exit325 ], [ %.31.1.i, %B34.i.backedge ]
  %.34.0.i = phi i64 [ %arg.new, %helper_15.exit325 ], [ %.34.1.i, %B34.i.backedge ]
  %.89.i333 = icmp sgt i64 %.34.0.i, 0
  br i1 %.89.i333, label %B34.if.i, label %B34.endif.i
B36.i:                                            ; preds = %B34.endif.i
  %.132.i = add i64 %.131.i332, %.79.sroa.0.0.i
  %.133.i = inttoptr i64 %.132.i to ptr
  %.134.i = load i64, ptr %.133.i, align 8
  %.150.not.i = icmp eq i64 %.134.i, 0
  br i1 %.150.not.i, label %B222.i, label %B267.i.sink.split
B222.i:                                           ; preds = %B36.i
  %.140.i = add i64 %.139.i, %.79.sroa.0.0.i
  %.141.i334 = inttoptr i64 %.140.i to ptr
  %.142.i = load i64, ptr %.141.i334, align 8
  %.162.not.i = icmp eq i64 %.142.i, 0
  br i1 %.162.not.i, label %B34.i.backedge, label %B267.i.sink.split
B267.i.sink.split:                                ; preds = %B222.i, %B36.i
  %.142.i.sink = phi i64 [ %.134.i, %B36.i ], [ %.142.i, %B222.i ]
  %.165.i = tail call ptr @Py_DecRef(i64 %.142.i.sink)
  br label %B34.i.backedge
B34.i.backedge:                                   ; preds = %B267.i.sink.split, %B222.i
  br label %B34.i
B34.if.i:                                         ; preds = %B34.i
  %.98.i = add nsw i64 %.34.0.i, -1
  %.102.i = add i64 %.31.0.i, 1
  %1 = mul i64 %.31.0.i, 24
  %2 = add i64 %1, 1344
  br label %B34.endif.i
B34.endif.i:                                      ; preds = %B34.if.i, %B34.i
  %.31.1.i = phi i64 [ %.102.i, %B34.if.i ], [ %.31.0.i, %B34.i ]
  %.34.1.i = phi i64 [ %.98.i, %B34.if.i ], [ %.34.0.i, %B34.i ]
  %.79.sroa.0.0.i = phi i64 [ %2, %B34.if.i ], [ 1344, %B34.i ]
  br i1 %.89.i333, label %B36.i, label %helper_22.exit
helper_22.exit: ; preds = %B34.endif.i
  %.918.not = icmp slt i64 %.8.i276, %.917
  %.953.not = icmp eq i32 %arg.collecting, 0
  br i1 %.953.not, label %B1770, label %B1742
B1742:                                            ; preds = %helper_22.exit
  %.957 = tail call i32 @PyGC_Enable()
  br label %B1770
B1770:                                            ; preds = %helper_22.exit, %B1742
  %.960 = and i64 %.30, 1
  %.963.not = icmp eq i64 %.960, 0
  br i1 %.963.not, label %B2362, label %B1810
B1810:                                            ; preds = %B1770
  %.968 = add i64 %arg.c, 552
  %.969 = inttoptr i64 %.968 to ptr
  store i64 %.707, ptr %.969, align 8
  %.973 = add i64 %arg.c, 576
  %.974 = inttoptr i64 %.973 to ptr
  %.975 = load i64, ptr %.974, align 8
  %.978 = add i64 %arg.c, 560
  %.979 = inttoptr i64 %.978 to ptr
  store i64 %.975, ptr %.979, align 8
  %.983 = add i64 %arg.plan, 96
  %.984 = inttoptr i64 %.983 to ptr
  %.985 = load i64, ptr %.984, align 8
  %.988 = add i64 %arg.c, 568
  %.989 = inttoptr i64 %.988 to ptr
  store i64 %.985, ptr %.989, align 8
  %.993 = add i64 %arg.plan, 104
  %.994 = inttoptr i64 %.993 to ptr
  %.995 = load i64, ptr %.994, align 8
  store i64 %.995, ptr %.974, align 8
  %.7.i337 = add i64 %arg.c, 176
  %.8.i338 = inttoptr i64 %.7.i337 to ptr
  %.9.i339 = load i64, ptr %.8.i338, align 8
  %.1032 = tail call i64 @PyObject_Vectorcall(i64 %.9.i339, i64 %.968, i64 4, i64 0)
  %.1037 = icmp eq i64 %.1032, 0
  br i1 %.1037, label %common.ret.sink.split, label %B2332
common.ret.sink.split:                            ; preds = %B2366, %B1810
  %.35.i343.sink = phi i64 [ %.707, %B1810 ], [ %.707..35.i343, %B2366 ]
  %storemerge194.ph = phi i64 [ 0, %B1810 ], [ %..707, %B2366 ]
  %.51.i344 = tail call ptr @Py_DecRef(i64 %.35.i343.sink)
  br label %common.ret
common.ret:                                       ; preds = %common.ret.sink.split, %B2362
  %storemerge194 = phi i64 [ %.707, %B2362 ], [ %storemerge194.ph, %common.ret.sink.split ]
  store i64 %storemerge194, ptr %retptr, align 8
  ret void
B2332:                                            ; preds = %B1810
  %.1052 = tail call ptr @Py_DecRef(i64 %.1032)
  br label %B2362
B2362:                                            ; preds = %B2332, %B1770
  br i1 %.918.not, label %common.ret, label %B2366
B2366:                                            ; preds = %B2362
  %.7.i.i340 = add i64 %arg.c, 184
  %.8.i.i341 = inttoptr i64 %.7.i.i340 to ptr
  %.9.i.i342 = load i64, ptr %.8.i.i341, align 8
  %.35.i343 = tail call i64 @PyObject_Vectorcall(i64 %.9.i.i342, i64 0, i64 0, i64 0)
  %.40.i = icmp eq i64 %.35.i343, 0
  %.707..35.i343 = select i1 %.40.i, i64 %.707, i64 %.35.i343
  %..707 = select i1 %.40.i, i64 0, i64 %.707
  br label %common.ret.sink.split
}
declare double @PyFloat_AsDouble(i64) local_unnamed_addr
declare i64 @PyFloat_FromDouble(double) local_unnamed_addr
declare i64 @PyDict_SetDefault(i64, i64, i64) local_unnamed_addr
declare i64 @PyLong_AsLongLongAndOverflow(i64, i64) local_unnamed_addr
define internal fastcc void @helper_17(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 %arg.like, i64 %arg.cls, i64 %arg.slots) unnamed_addr {
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
define internal fastcc void @helper_8(ptr noalias nocapture nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.c, i64 %arg.x, i64 range(i64 1, 0) %arg.array, i64 %arg.family) unnamed_addr {
entry:
  %.12 = tail call i64 @PyTuple_New(i64 3)
  %.16 = tail call i64 @PyLong_FromLongLong(i64 %arg.x)
  %.17 = tail call i64 @PyLong_FromLongLong(i64 %arg.array)
  %.25 = icmp eq i64 %.12, 0
  %.28 = icmp eq i64 %.16, 0
  %or.cond = select i1 %.25, i1 true, i1 %.28
  %.31 = icmp eq i64 %.17, 0
  %or.cond1 = select i1 %or.cond, i1 true, i1 %.31
  br i1 %or.cond1, label %common.ret, label %B134
common.ret:                                       ; preds = %entry, %B134
  %storemerge = phi i64 [ %.12, %B134 ], [ 0, %entry ]
  store i64 %storemerge, ptr %retptr, align 8
  ret void
B134:                                             ; preds = %entry
  %.47 = tail call i32 @PyTuple_SetItem(i64 %.12, i64 0, i64 %.16)
  %.52 = tail call i32 @PyTuple_SetItem(i64 %.12, i64 1, i64 %.17)
  %.8.i = add i64 %arg.c, 248
  %.9.i = inttoptr i64 %.8.i to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = add nsw i64 %.10.i, %arg.family
  %.14.i = inttoptr i64 %.11.i to ptr
  %.15.i = load i64, ptr %.14.i, align 8
  %.88 = tail call ptr @Py_IncRef(i64 %.15.i)
  %.90 = tail call i32 @PyTuple_SetItem(i64 %.12, i64 2, i64 %.15.i)
  br label %common.ret
}
declare i64 @memcpy(i64, i64, i64) local_unnamed_addr
define internal fastcc void @helper_11(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 %arg.x, i64 %arg.wanted) unnamed_addr {
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
