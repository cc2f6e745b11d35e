; d1b16d2e10dfa0d9299398ab2bc8d81f1be2642d223d914e06ad91149c8af2e5
; numba 0.62, llvmlite 0.45, Python 3.11, x86_64
define internal fastcc void @helper_0(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 %arg.x, i64 %arg.args, i64 %arg.n, i64 %arg.names, i64 %arg.k) unnamed_addr {
entry:
  %.382.i229.i.i = alloca i64, align 8
  %.945.i231.i.i = alloca i64, align 8
  %.1165.i233.i.i = alloca i64, align 8
  %.1690.i235.i.i = alloca i64, align 8
  %.1777.i237.i.i = alloca i8, align 1
  %.382.i.i.i = alloca i64, align 8
  %.945.i.i.i = alloca i64, align 8
  %.1165.i.i.i = alloca i64, align 8
  %.1690.i.i.i = alloca i64, align 8
  %.1777.i.i.i = alloca i8, align 1
  %.1216.i = alloca i64, align 8
  %.21 = mul i64 %arg.k, 24
  %.22 = add i64 %arg.c, 3000
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
  %.95.i = add i64 %arg.c, 696
  %.96.i = inttoptr i64 %.95.i to ptr
  store i64 %arg.x, ptr %.96.i, align 8
  %.180301.not.i = icmp slt i64 %arg.n, 1
  br i1 %.180301.not.i, label %B332.i, label %B234.lr.ph.i
B234.lr.ph.i:                                     ; preds = %B148.i
  %.226.i = add i64 %arg.c, 704
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
  %.355.i = add nsw i64 %arg.n, 88
  %.367.i = add nsw i64 %arg.n, 89
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
  %.7.i277.i = add i64 %arg.c, 176
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
  %.628.i = add i64 %arg.c, 680
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
  %.1011.i = add i64 %arg.c, 696
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
  %.1028.i = add i64 %arg.c, 672
  %.1029.i = inttoptr i64 %.1028.i to ptr
  store i64 0, ptr %.1029.i, align 8
  %.1042.i = add i64 %arg.c, 696
  %invariant.op.i = add i64 %arg.c, 704
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
  %.1177.i = add i64 %arg.c, 696
  %.1178.i = inttoptr i64 %.1177.i to ptr
  store i64 %.1104.i, ptr %.1178.i, align 8
  %.1186.i = add i64 %arg.c, 704
  %.1187.i = inttoptr i64 %.1186.i to ptr
  store i64 %arg.x, ptr %.1187.i, align 8
  br label %helper_1.exit
B2120.i:                                          ; preds = %B1918.i, %B1810.i
  %.1199.i = add i64 %arg.c, 696
  %.1200.i = inttoptr i64 %.1199.i to ptr
  store i64 %arg.x, ptr %.1200.i, align 8
  %.1208.i = add i64 %arg.c, 704
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
  %.7.i = add i64 %arg.c, 184
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
  store i64 0, ptr %.1216.i, align 8
  %.16.i = tail call i64 @PyThreadState_GetDict()
  %.7.i.i84 = add i64 %arg.c, 128
  %.8.i.i85 = inttoptr i64 %.7.i.i84 to ptr
  %.9.i.i86 = load i64, ptr %.8.i.i85, align 8
  %.45.i = tail call i64 @PyDict_GetItem(i64 %.16.i, i64 %.9.i.i86)
  %.50.i = icmp eq i64 %.45.i, 0
  br i1 %.50.i, label %helper_3.exit, label %B134.i87
B134.i87:                                         ; preds = %B410
  %.8.i263.i = add i64 %arg.c, 584
  %.9.i264.i = inttoptr i64 %.8.i263.i to ptr
  %.10.i.i = load i64, ptr %.9.i264.i, align 8
  %.11.i.i = add nsw i64 %.10.i.i, %.45.i
  %.14.i.i = inttoptr i64 %.11.i.i to ptr
  %.15.i.i88 = load i64, ptr %.14.i.i, align 8
  %.7.i265.i = add i64 %arg.c, 152
  %.8.i266.i = inttoptr i64 %.7.i265.i to ptr
  %.9.i267.i = load i64, ptr %.8.i266.i, align 8
  %.7.i268.i = add i64 %arg.c, 104
  %.8.i269.i = inttoptr i64 %.7.i268.i to ptr
  %.9.i270.i = load i64, ptr %.8.i269.i, align 8
  %.150.i = icmp eq i64 %.15.i.i88, %.9.i270.i
  br i1 %.150.i, label %B936.i, label %B308.i
B308.i:                                           ; preds = %B134.i87
  %.6.i.i89 = add i64 %.15.i.i88, 8
  %.7.i271.i = inttoptr i64 %.6.i.i89 to ptr
  %.8.i272.i = load i64, ptr %.7.i271.i, align 8
  %.7.i273.i = add i64 %arg.c, 8
  %.8.i274.i = inttoptr i64 %.7.i273.i to ptr
  %.9.i275.i = load i64, ptr %.8.i274.i, align 8
  %.218.not.i = icmp eq i64 %.8.i272.i, %.9.i275.i
  br i1 %.218.not.i, label %B394.i, label %helper_3.exit
B394.i:                                           ; preds = %B308.i
  %.8.i276.i = add i64 %arg.c, 416
  %.9.i277.i = inttoptr i64 %.8.i276.i to ptr
  %.10.i278.i = load i64, ptr %.9.i277.i, align 8
  %.11.i279.i = add nsw i64 %.10.i278.i, %.15.i.i88
  %.14.i280.i = inttoptr i64 %.11.i279.i to ptr
  %.15.i281.i = load i64, ptr %.14.i280.i, align 8
  %.7.i282.i90 = add i64 %arg.c, 120
  %.8.i283.i91 = inttoptr i64 %.7.i282.i90 to ptr
  %.9.i284.i92 = load i64, ptr %.8.i283.i91, align 8
  %.273.not.i = icmp eq i64 %.15.i281.i, %.9.i284.i92
  br i1 %.273.not.i, label %B518.i, label %helper_3.exit
B518.i:                                           ; preds = %B394.i
  %.8.i285.i = add i64 %arg.c, 392
  %.9.i286.i = inttoptr i64 %.8.i285.i to ptr
  %.10.i287.i = load i64, ptr %.9.i286.i, align 8
  %.11.i288.i = add nsw i64 %.10.i287.i, %.15.i.i88
  %.14.i289.i = inttoptr i64 %.11.i288.i to ptr
  %.15.i290.i = load i64, ptr %.14.i289.i, align 8
  %.8.i291.i = add i64 %arg.c, 360
  %.9.i292.i = inttoptr i64 %.8.i291.i to ptr
  %.10.i293.i = load i64, ptr %.9.i292.i, align 8
  %.11.i294.i = add nsw i64 %.10.i293.i, %.15.i290.i
  %.14.i295.i = inttoptr i64 %.11.i294.i to ptr
  %.15.i296.i = load i64, ptr %.14.i295.i, align 8
  %.343.not.i = icmp eq i64 %.15.i296.i, %.15.i.i88
  br i1 %.343.not.i, label %B644.i, label %helper_3.exit
B644.i:                                           ; preds = %B518.i
  %.8.i297.i = add i64 %arg.c, 408
  %.9.i298.i = inttoptr i64 %.8.i297.i to ptr
  %.10.i299.i = load i64, ptr %.9.i298.i, align 8
  %.11.i300.i = add nsw i64 %.10.i299.i, %.15.i.i88
  %.14.i301.i = inttoptr i64 %.11.i300.i to ptr
  %.15.i302.i = load i64, ptr %.14.i301.i, align 8
  %.416.i = icmp eq i64 %.15.i302.i, %.9.i270.i
  br i1 %.416.i, label %helper_3.exit, label %B758.i
B758.i:                                           ; preds = %B644.i
  %.8.i306.i = add i64 %arg.c, 400
  %.9.i307.i = inttoptr i64 %.8.i306.i to ptr
  %.10.i308.i = load i64, ptr %.9.i307.i, align 8
  %.11.i309.i = add nsw i64 %.10.i308.i, %.15.i.i88
  %.14.i310.i = inttoptr i64 %.11.i309.i to ptr
  %.15.i311.i = load i64, ptr %.14.i310.i, align 8
  %.6.i312.i = add i64 %.15.i311.i, 16
  %.7.i313.i = inttoptr i64 %.6.i312.i to ptr
  %.8.i314.i = load i64, ptr %.7.i313.i, align 8
  %.8.i315.i = add i64 %arg.c, 552
  %.9.i316.i = inttoptr i64 %.8.i315.i to ptr
  %.10.i317.i = load i64, ptr %.9.i316.i, align 8
  %.11.i318.i = add nsw i64 %.10.i317.i, %.15.i302.i
  %.14.i319.i = inttoptr i64 %.11.i318.i to ptr
  %.15.i320.i = load i64, ptr %.14.i319.i, align 8
  %.507.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i320.i)
  %.508.not.i = icmp eq i64 %.8.i314.i, %.507.i
  br i1 %.508.not.i, label %B936.i, label %helper_3.exit
B936.i:                                           ; preds = %B758.i, %B134.i87
  %node.2.0.i = phi i64 [ %.15.i302.i, %B758.i ], [ %.9.i267.i, %B134.i87 ]
  %pending.2.0.i = phi i64 [ %.15.i.i88, %B758.i ], [ 0, %B134.i87 ]
  %.7.i.i.i93 = add i64 %arg.c, 136
  %.8.i.i.i94 = inttoptr i64 %.7.i.i.i93 to ptr
  %.9.i.i.i95 = load i64, ptr %.8.i.i.i94, align 8
  %.37.i.i = add i64 %arg.c, 672
  %.38.i.i = tail call i32 @PyContextVar_Get(i64 %.9.i.i.i95, i64 0, i64 %.37.i.i)
  %.40.not.i.i = icmp eq i32 %.38.i.i, 0
  br i1 %.40.not.i.i, label %B158.i.i, label %B126.i.i
B126.i.i:                                         ; preds = %B936.i
  %.44.i.i = tail call ptr @PyErr_Clear()
  br label %helper_4.exit.i
B158.i.i:                                         ; preds = %B936.i
  %.50.i.i = inttoptr i64 %.37.i.i to ptr
  %.51.i.i = load i64, ptr %.50.i.i, align 8
  %.58.not.i.i = icmp eq i64 %.51.i.i, 0
  br i1 %.58.not.i.i, label %helper_4.exit.i, label %B222.i.i
B222.i.i:                                         ; preds = %B158.i.i
  %.61.i.i = tail call ptr @Py_DecRef(i64 %.51.i.i)
  br label %helper_4.exit.i
helper_4.exit.i: ; preds = %B222.i.i, %B158.i.i, %B126.i.i
  %storemerge.i.i = phi i64 [ 0, %B126.i.i ], [ %.51.i.i, %B222.i.i ], [ %.51.i.i, %B158.i.i ]
  %.560.i = icmp eq i64 %storemerge.i.i, 0
  br i1 %.560.i, label %helper_3.exit, label %B992.i
B992.i:                                           ; preds = %helper_4.exit.i
  %.8.i321.i = add i64 %arg.c, 592
  %.9.i322.i = inttoptr i64 %.8.i321.i to ptr
  %.10.i323.i = load i64, ptr %.9.i322.i, align 8
  %.11.i324.i = add nsw i64 %.10.i323.i, %.45.i
  %.14.i325.i = inttoptr i64 %.11.i324.i to ptr
  %.15.i326.i = load i64, ptr %.14.i325.i, align 8
  %.609.i = add i64 %arg.c, 664
  %.610.i = inttoptr i64 %.609.i to ptr
  store i64 %.15.i326.i, ptr %.610.i, align 8
  %.8.i327.i = add i64 %arg.c, 632
  %.9.i328.i = inttoptr i64 %.8.i327.i to ptr
  %.10.i329.i = load i64, ptr %.9.i328.i, align 8
  %.11.i330.i = add nsw i64 %.10.i329.i, %storemerge.i.i
  %.14.i331.i = inttoptr i64 %.11.i330.i to ptr
  %.15.i332.i = load i64, ptr %.14.i331.i, align 8
  %.7.i333.i = add i64 %arg.c, 112
  %.8.i334.i = inttoptr i64 %.7.i333.i to ptr
  %.9.i335.i = load i64, ptr %.8.i334.i, align 8
  %.665.not.i = icmp eq i64 %.15.i332.i, %.9.i335.i
  %"$phi1212.0.2.0.i" = zext i1 %.665.not.i to i64
  %.681.i96 = icmp eq i64 %pending.2.0.i, 0
  br i1 %.681.i96, label %B1226.i, label %B1414.i
B1226.i:                                          ; preds = %B992.i
  %.8.i336.i = add i64 %arg.c, 624
  %.9.i337.i = inttoptr i64 %.8.i336.i to ptr
  %.10.i338.i = load i64, ptr %.9.i337.i, align 8
  %.11.i339.i = add nsw i64 %.10.i338.i, %storemerge.i.i
  %.14.i340.i = inttoptr i64 %.11.i339.i to ptr
  %.15.i341.i = load i64, ptr %.14.i340.i, align 8
  %.736.not.i = icmp eq i64 %.15.i341.i, %.9.i335.i
  br i1 %.736.not.i, label %B1336.i, label %helper_3.exit
B1336.i:                                          ; preds = %B1226.i
  br i1 %.665.not.i, label %B1490.i, label %B1348.i
B1348.i:                                          ; preds = %B1336.i
  %.742.i = icmp slt i64 %code.2.0, 0
  %.745.i = and i64 %.37, 128
  %.746.not.i = icmp eq i64 %.745.i, 0
  %or.cond.i108 = select i1 %.742.i, i1 %.746.not.i, i1 false
  br i1 %or.cond.i108, label %B1490.i, label %helper_3.exit
B1414.i:                                          ; preds = %B992.i
  %.8.i345.i = add i64 %arg.c, 424
  %.9.i346.i = inttoptr i64 %.8.i345.i to ptr
  %.10.i347.i = load i64, ptr %.9.i346.i, align 8
  %.11.i348.i = add nsw i64 %.10.i347.i, %pending.2.0.i
  %.14.i349.i = inttoptr i64 %.11.i348.i to ptr
  %.15.i350.i = load i64, ptr %.14.i349.i, align 8
  %.797.not.i97 = icmp eq i64 %.15.i350.i, %storemerge.i.i
  br i1 %.797.not.i97, label %B1490.i, label %helper_3.exit
B1490.i:                                          ; preds = %B1414.i, %B1348.i, %B1336.i
  %.820388.i = icmp slt i64 %code.2.0, 0
  %2 = sub nsw i64 0, %"$phi1212.0.2.0.i"
  %"$phi1520.0.2.0.p.i" = select i1 %.820388.i, i64 %2, i64 %"$phi1212.0.2.0.i"
  %"$phi1520.0.2.0.i" = add i64 %"$phi1520.0.2.0.p.i", %code.2.0
  %.8.i351.i = add i64 %arg.c, 544
  %.9.i352.i = inttoptr i64 %.8.i351.i to ptr
  %.10.i353.i = load i64, ptr %.9.i352.i, align 8
  %.11.i354.i = add nsw i64 %.10.i353.i, %node.2.0.i
  %.14.i355.i = inttoptr i64 %.11.i354.i to ptr
  %.15.i356.i = load i64, ptr %.14.i355.i, align 8
  %.6.i357.i = add i64 %.15.i356.i, 16
  %.7.i358.i = inttoptr i64 %.6.i357.i to ptr
  %.8.i359.i = load i64, ptr %.7.i358.i, align 8
  %.998404.i = icmp sgt i64 %.8.i359.i, 0
  br i1 %.998404.i, label %B1676.lr.ph.i, label %helper_3.exit
B1676.lr.ph.i:                                    ; preds = %B1490.i
  %spec.store.select.i = tail call i64 @llvm.smin.i64(i64 %.8.i359.i, i64 8)
  %.944.1407.i = add nsw i64 %spec.store.select.i, -1
  %.8.i360.i = add i64 %arg.c, 560
  %.9.i361.i = inttoptr i64 %.8.i360.i to ptr
  %.105622.not.i.i = icmp eq i64 %count.2.0, 0
  %.49.1624.i.i = add nsw i64 %count.2.0, -1
  %3 = add i64 %arg.c, 696
  %.7.i61.i612.i.i.i = add i64 %arg.c, 24
  %.8.i62.i613.i.i.i = inttoptr i64 %.7.i61.i612.i.i.i to ptr
  %.1735.i271.i.i = add i64 %arg.c, 1464
  %.7.i46.i569.i.i.i = add i64 %arg.c, 88
  %.8.i47.i570.i.i.i = inttoptr i64 %.7.i46.i569.i.i.i to ptr
  %.7.i48.i578.i.i.i = add i64 %arg.c, 32
  %.8.i49.i579.i.i.i = inttoptr i64 %.7.i48.i578.i.i.i to ptr
  %.7.i51.i590.i.i.i = add i64 %arg.c, 40
  %.8.i52.i591.i.i.i = inttoptr i64 %.7.i51.i590.i.i.i to ptr
  %.203.i603.i.i.i = inttoptr i64 %.37.i.i to ptr
  %.8.i551.i.i.i = add i64 %arg.c, 400
  %.9.i552.i.i.i = inttoptr i64 %.8.i551.i.i.i to ptr
  %.8.i542.i.i.i = inttoptr i64 %arg.c to ptr
  %.578.i.i.i = and i64 %.37, 1
  %.581.i.i.i = icmp eq i64 %.578.i.i.i, 0
  %.7.i479.i.i.i = add i64 %arg.c, 208
  %.8.i480.i.i.i = inttoptr i64 %.7.i479.i.i.i to ptr
  %.8.i482.i.i.i = add i64 %arg.c, 248
  %.9.i483.i.i.i = inttoptr i64 %.8.i482.i.i.i to ptr
  %.8.i514.i.i.i = add i64 %arg.c, 352
  %.9.i515.i.i.i = inttoptr i64 %.8.i514.i.i.i to ptr
  %.8.i526.i.i.i = add i64 %arg.c, 280
  %.9.i527.i.i.i = inttoptr i64 %.8.i526.i.i.i to ptr
  %.8.i.i488.i.i.i = add i64 %arg.c, 272
  %.9.i.i489.i.i.i = inttoptr i64 %.8.i.i488.i.i.i to ptr
  %.8.i21.i496.i.i.i = add i64 %arg.c, 568
  %.9.i22.i497.i.i.i = inttoptr i64 %.8.i21.i496.i.i.i to ptr
  %.8.i532.i455.i.i = add i64 %arg.c, 440
  %.9.i533.i.i.i = inttoptr i64 %.8.i532.i455.i.i to ptr
  %.8.i447.i508.i.i = add i64 %arg.c, 392
  %.9.i448.i509.i.i = inttoptr i64 %.8.i447.i508.i.i to ptr
  %.8.i453.i574.i.i = add i64 %arg.c, 256
  %.9.i454.i575.i.i = inttoptr i64 %.8.i453.i574.i.i to ptr
  %.7.i198.i.i = add i64 %arg.c, 64
  %.8.i199.i.i = inttoptr i64 %.7.i198.i.i to ptr
  %.131.i588.i.i = add i64 %arg.c, 1472
  %.139.i589.i.i = add i64 %arg.c, 1480
  %.52.i.i = inttoptr i64 %3 to ptr
  %.8.i109.i.i = add i64 %arg.c, 576
  %.9.i110.i.i = inttoptr i64 %.8.i109.i.i to ptr
  %.8.i123.i.i = add i64 %arg.c, 456
  %.9.i124.i.i = inttoptr i64 %.8.i123.i.i to ptr
  %.8.i129.i.i = add i64 %arg.c, 608
  %.9.i130.i.i = inttoptr i64 %.8.i129.i.i to ptr
  %.8.i137.i.i = add i64 %arg.c, 616
  %.9.i138.i.i = inttoptr i64 %.8.i137.i.i to ptr
  br label %B1676.i
B1676.i:                                          ; preds = %B2243.i, %B1676.lr.ph.i
  %.944.1410.i = phi i64 [ %.944.1407.i, %B1676.lr.ph.i ], [ %.944.1.i, %B2243.i ]
  %.941.1409.i = phi i64 [ 1, %B1676.lr.ph.i ], [ %.941.1.i, %B2243.i ]
  %.941.0408.i = phi i64 [ 0, %B1676.lr.ph.i ], [ %.941.1409.i, %B2243.i ]
  %.1037.i = tail call i64 @PyList_GetItem(i64 %.15.i356.i, i64 %.941.0408.i)
  %.10.i362.i = load i64, ptr %.9.i361.i, align 8
  %.11.i363.i = add nsw i64 %.10.i362.i, %.1037.i
  %.14.i364.i = inttoptr i64 %.11.i363.i to ptr
  %.15.i365.i = load i64, ptr %.14.i364.i, align 8
  %.5.i.i = add nsw i64 %.15.i365.i, 32
  %.1099.i = inttoptr i64 %.5.i.i to ptr
  %.1100.i = load i64, ptr %.1099.i, align 8
  %.1102.not.i = icmp eq i64 %.1100.i, %"$phi1520.0.2.0.i"
  br i1 %.1102.not.i, label %B1850.i, label %B2243.i
B1850.i:                                          ; preds = %B1676.i
  %.1106.i = add i64 %.15.i365.i, 40
  %.1107.i = inttoptr i64 %.1106.i to ptr
  %.1108.i = load i64, ptr %.1107.i, align 8
  %.1110.not.i = icmp eq i64 %.1108.i, %count.2.0
  br i1 %.1110.not.i, label %B1912.i, label %B2243.i
B1912.i:                                          ; preds = %B1850.i
  %.1117.i = tail call i32 @PyGC_Disable()
  br i1 %.105622.not.i.i, label %helper_5.exit.i, label %B78.lr.ph.i.i
B78.lr.ph.i.i:                                    ; preds = %B1912.i
  %.16.i.i = add nsw i64 %.15.i365.i, 152
  br label %B78.i.i
B78.i.i:                                          ; preds = %B791.i.i, %B78.lr.ph.i.i
  %.46.1630.i.i = phi i64 [ 1, %B78.lr.ph.i.i ], [ %.46.1.i.i, %B791.i.i ]
  %.49.1629.i.i = phi i64 [ %.49.1624.i.i, %B78.lr.ph.i.i ], [ %.49.1.i.i, %B791.i.i ]
  %p.4.0628.i.i = phi i64 [ %.16.i.i, %B78.lr.ph.i.i ], [ %p.5.1.i.i, %B791.i.i ]
  %new.3.0627.i.i = phi i64 [ 0, %B78.lr.ph.i.i ], [ %new.4.1.i.i, %B791.i.i ]
  %.46.0626.i.i = phi i64 [ 0, %B78.lr.ph.i.i ], [ %.46.1630.i.i, %B791.i.i ]
  %4 = shl i64 %.46.0626.i.i, 3
  %.146.i.i = add i64 %4, %3
  %.147.i.i = inttoptr i64 %.146.i.i to ptr
  %.148.i.i = load i64, ptr %.147.i.i, align 8
  %.155.i.i = inttoptr i64 %p.4.0628.i.i to ptr
  %.156.i.i = load i64, ptr %.155.i.i, align 8
  %.157.i.i = icmp eq i64 %.156.i.i, 6
  br i1 %.157.i.i, label %B202.i.i, label %B682.i.i
B202.i.i:                                         ; preds = %B78.i.i
  %.161.i.i = add i64 %p.4.0628.i.i, 16
  %.162.i.i = inttoptr i64 %.161.i.i to ptr
  %.163.i.i = load i64, ptr %.162.i.i, align 8
  %.6.i.i.i107 = add i64 %.148.i.i, 8
  %.7.i.i366.i = inttoptr i64 %.6.i.i.i107 to ptr
  %.8.i.i367.i = load i64, ptr %.7.i.i366.i, align 8
  %.195.i.i = add i64 %p.4.0628.i.i, 8
  %.196.i.i = inttoptr i64 %.195.i.i to ptr
  %.197.i.i = load i64, ptr %.196.i.i, align 8
  %.198.not.i.i = icmp eq i64 %.8.i.i367.i, %.197.i.i
  br i1 %.198.not.i.i, label %B300.i.i, label %B338.i.i
B300.i.i:                                         ; preds = %B202.i.i
  %.6.i192.i.i = add i64 %.148.i.i, 16
  %.7.i193.i.i = inttoptr i64 %.6.i192.i.i to ptr
  %.8.i194.i.i = load i64, ptr %.7.i193.i.i, align 8
  %.227.not.i.i = icmp eq i64 %.8.i194.i.i, %.163.i.i
  br i1 %.227.not.i.i, label %B376.i.i, label %B338.i.i
B338.i.i:                                         ; preds = %B300.i.i, %B202.i.i
  %.8945.not.i.i.i = icmp eq i64 %new.3.0627.i.i, 0
  br i1 %.8945.not.i.i.i, label %helper_5.exit.i, label %B36.lr.ph.i.i.i
B36.lr.ph.i.i.i:                                  ; preds = %B338.i.i
  %.34.148.i.i.i = add nsw i64 %new.3.0627.i.i, -1
  br label %B36.i.i.i
B36.i.i.i:                                        ; preds = %B267.i.i.i, %B36.lr.ph.i.i.i
  %.34.151.i.i.i = phi i64 [ %.34.148.i.i.i, %B36.lr.ph.i.i.i ], [ %.34.1.i.i.i, %B267.i.i.i ]
  %.31.150.i.i.i = phi i64 [ 1, %B36.lr.ph.i.i.i ], [ %.31.1.i.i.i, %B267.i.i.i ]
  %.31.049.i.i.i = phi i64 [ 0, %B36.lr.ph.i.i.i ], [ %.31.150.i.i.i, %B267.i.i.i ]
  %5 = shl i64 %.31.049.i.i.i, 5
  %.132.i.i.i = add i64 %5, %.131.i588.i.i
  %.133.i.i.i = inttoptr i64 %.132.i.i.i to ptr
  %.134.i.i.i = load i64, ptr %.133.i.i.i, align 8
  %.150.not.i.i.i = icmp eq i64 %.134.i.i.i, 0
  br i1 %.150.not.i.i.i, label %B222.i.i.i, label %B267.i.i.i.sink.split
B222.i.i.i:                                       ; preds = %B36.i.i.i
  %.140.i.i.i = add i64 %5, %.139.i589.i.i
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
  %new.5.1.i.i = phi i64 [ %new.3.0627.i.i, %B376.i.i ], [ %.489.0.i.i, %helper_6.exit.i.i ]
  %p.6.1.in.i.i = phi i64 [ %p.4.0628.i.i, %B376.i.i ], [ %p.6.1.i.i, %helper_6.exit.i.i ]
  %p.6.1.i.i = add nsw i64 %p.6.1.in.i.i, 32
  %.369.i.i = icmp sgt i64 %.316.0.i.i, 0
  %.378.i.i = sext i1 %.369.i.i to i64
  %.316.1.i.i = add nsw i64 %.316.0.i.i, %.378.i.i
  %.382.i.i = zext i1 %.369.i.i to i64
  %.313.1.i.i = add i64 %.313.0.i.i, %.382.i.i
  %.359.sroa.0.0.i.i = select i1 %.369.i.i, i64 %.313.0.i.i, i64 0
  br i1 %.369.i.i, label %B418.i.i, label %B791.i.i
B418.i.i:                                         ; preds = %B416.i.i
  %.8.i197.i.i = load i64, ptr %.7.i.i366.i, align 8
  %.9.i.i368.i = load i64, ptr %.8.i199.i.i, align 8
  %.462.i.i = icmp eq i64 %.8.i197.i.i, %.9.i.i368.i
  br i1 %.462.i.i, label %B506.i.i, label %B538.i.i
B506.i.i:                                         ; preds = %B418.i.i
  %.466.i.i = tail call i64 @PyList_GetItem(i64 %.148.i.i, i64 %.359.sroa.0.0.i.i)
  br label %B568.i.i
B538.i.i:                                         ; preds = %B418.i.i
  %.475.i.i = tail call i64 @PyTuple_GetItem(i64 %.148.i.i, i64 %.359.sroa.0.0.i.i)
  br label %B568.i.i
B568.i.i:                                         ; preds = %B538.i.i, %B506.i.i
  %"$phi568.2.2.2.i.i" = phi i64 [ %.466.i.i, %B506.i.i ], [ %.475.i.i, %B538.i.i ]
  store i64 0, ptr %.382.i.i.i, align 8
  store i64 0, ptr %.945.i.i.i, align 8
  store i64 0, ptr %.1165.i.i.i, align 8
  store i64 0, ptr %.1690.i.i.i, align 8
  store i8 0, ptr %.1777.i.i.i, align 1
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
    i64 1, label %B948.i.i.i
    i64 2, label %B2792.i.i.i
    i64 3, label %B2990.i.i.i
    i64 4, label %B3302.i.i.i
    i64 8, label %B3562.i.i.i
    i64 5, label %B3804.i.i.i
    i64 7, label %B3878.i.i.i
  ]
B140.i.i.i:                                       ; preds = %B568.i.i
  %.6.i.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i.i.i = inttoptr i64 %.6.i.i.i.i to ptr
  %.8.i.i.i.i = load i64, ptr %.7.i.i.i.i, align 8
  %.9.i.i.i.i = load i64, ptr %.8.i542.i.i.i, align 8
  %.112.not.i.i.i = icmp eq i64 %.8.i.i.i.i, %.9.i.i.i.i
  br i1 %.112.not.i.i.i, label %B230.i.i.i, label %helper_6.exit.i.i
B230.i.i.i:                                       ; preds = %B140.i.i.i
  %.10.i.i.i.i = load i64, ptr %.9.i483.i.i.i, align 8
  %.11.i.i.i.i = add nsw i64 %.10.i.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i.i.i.i = inttoptr i64 %.11.i.i.i.i to ptr
  %.15.i.i.i.i = load i64, ptr %.14.i.i.i.i, align 8
  %.157.i.i.i = icmp eq i64 %.15.i.i.i.i, 0
  %or.cond.i.i.i = or i1 %.681.i96, %.157.i.i.i
  br i1 %or.cond.i.i.i, label %helper_6.exit.i.i, label %B312.i.i.i
B312.i.i.i:                                       ; preds = %B230.i.i.i
  %.10.i443.i.i.i = load i64, ptr %.9.i527.i.i.i, align 8
  %.11.i444.i.i.i = add nsw i64 %.10.i443.i.i.i, %.15.i.i.i.i
  %.14.i445.i.i.i = inttoptr i64 %.11.i444.i.i.i to ptr
  %.15.i446.i.i.i = load i64, ptr %.14.i445.i.i.i, align 8
  %.10.i449.i.i.i = load i64, ptr %.9.i448.i509.i.i, align 8
  %.11.i450.i.i.i = add nsw i64 %.10.i449.i.i.i, %pending.2.0.i
  %.14.i451.i.i.i = inttoptr i64 %.11.i450.i.i.i to ptr
  %.15.i452.i.i.i = load i64, ptr %.14.i451.i.i.i, align 8
  %.234.i.i.i = icmp eq i64 %.15.i446.i.i.i, %.15.i452.i.i.i
  br i1 %.234.i.i.i, label %B428.i.i.i, label %B524.i.i.i
B428.i.i.i:                                       ; preds = %B312.i.i.i
  %.10.i455.i.i.i = load i64, ptr %.9.i454.i575.i.i, align 8
  %.11.i456.i.i.i = add nsw i64 %.10.i455.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i457.i.i.i = inttoptr i64 %.11.i456.i.i.i to ptr
  %.15.i458.i.i.i = load i64, ptr %.14.i457.i.i.i, align 8
  %.273.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i458.i.i.i)
  %.275.i.i.i = icmp eq i64 %.273.i.i.i, %.32.i.i.i
  %"$phi522.0.2.0.i.i.i" = select i1 %.275.i.i.i, i64 %new.5.1.i.i, i64 -1
  br label %helper_6.exit.i.i
B524.i.i.i:                                       ; preds = %B312.i.i.i
  %.9.i461.i.i.i = load i64, ptr %.8.i269.i, align 8
  %.326.i.i.i = icmp eq i64 %.15.i446.i.i.i, %.9.i461.i.i.i
  br i1 %.326.i.i.i, label %B588.i.i.i, label %B636.i.i.i
B588.i.i.i:                                       ; preds = %B524.i.i.i
  %.10.i.i.i.i.i = load i64, ptr %.9.i.i489.i.i.i, align 8
  %.11.i.i.i.i.i = add nsw i64 %.10.i.i.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i.i.i.i.i = inttoptr i64 %.11.i.i.i.i.i to ptr
  %.15.i.i.i.i.i = load i64, ptr %.14.i.i.i.i.i, align 8
  %.40.i.i.i.i = icmp eq i64 %.15.i.i.i.i.i, 0
  br i1 %.40.i.i.i.i, label %helper_7.exit.i.i.i, label %B74.i.i.i.i
B74.i.i.i.i:                                      ; preds = %B588.i.i.i
  %.10.i23.i.i.i.i = load i64, ptr %.9.i22.i497.i.i.i, align 8
  %.11.i24.i.i.i.i = add nsw i64 %.10.i23.i.i.i.i, %.15.i.i.i.i.i
  %.14.i25.i.i.i.i = inttoptr i64 %.11.i24.i.i.i.i to ptr
  %.15.i26.i.i.i.i = load i64, ptr %.14.i25.i.i.i.i, align 8
  %.81.not.i.i.i.i = icmp eq i64 %.15.i26.i.i.i.i, 0
  br i1 %.81.not.i.i.i.i, label %B230.i.i.i.i, label %B140.i.i.i.i
B140.i.i.i.i:                                     ; preds = %B74.i.i.i.i
  %.6.i.i.i.i.i = add i64 %.15.i26.i.i.i.i, 8
  %.7.i.i.i.i.i = inttoptr i64 %.6.i.i.i.i.i to ptr
  %.8.i27.i.i.i.i = load i64, ptr %.7.i.i.i.i.i, align 8
  %.9.i30.i.i.i.i = load i64, ptr %.8.i62.i613.i.i.i, align 8
  %.137.i.i.i.i = icmp eq i64 %.8.i27.i.i.i.i, %.9.i30.i.i.i.i
  br i1 %.137.i.i.i.i, label %helper_7.exit.i.i.i, label %B230.i.i.i.i
B230.i.i.i.i:                                     ; preds = %B140.i.i.i.i, %B74.i.i.i.i
  br label %helper_7.exit.i.i.i
helper_7.exit.i.i.i: ; preds = %B230.i.i.i.i, %B140.i.i.i.i, %B588.i.i.i
  %storemerge.i.i.i.i = phi i64 [ 0, %B588.i.i.i ], [ 0, %B230.i.i.i.i ], [ %.15.i26.i.i.i.i, %B140.i.i.i.i ]
  %.359.i.i.i = icmp eq i64 %storemerge.i.i.i.i, 0
  br i1 %.359.i.i.i, label %helper_6.exit.i.i, label %B636.i.i.i
B636.i.i.i:                                       ; preds = %helper_7.exit.i.i.i, %B524.i.i.i
  %array.4.0.i.i.i = phi i64 [ %storemerge.i.i.i.i, %helper_7.exit.i.i.i ], [ 0, %B524.i.i.i ]
  store i64 0, ptr %.382.i.i.i, align 8
  call fastcc void @helper_8(ptr %.382.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 %array.4.0.i.i.i, i64 %.15.i.i.i.i)
  %.396.i.i.i = load i64, ptr %.382.i.i.i, align 8
  %.416.i.i.i = icmp eq i64 %.396.i.i.i, 0
  br i1 %.416.i.i.i, label %B684.i.i.i, label %B716.i.i.i
B684.i.i.i:                                       ; preds = %B636.i.i.i
  %.428.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_6.exit.i.i
B716.i.i.i:                                       ; preds = %B636.i.i.i
  %.10.i464.i.i.i = load i64, ptr %.9.i533.i.i.i, align 8
  %.11.i465.i.i.i = add nsw i64 %.10.i464.i.i.i, %pending.2.0.i
  %.14.i466.i.i.i = inttoptr i64 %.11.i465.i.i.i to ptr
  %.15.i467.i.i.i = load i64, ptr %.14.i466.i.i.i, align 8
  %.463.i.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i467.i.i.i, i64 %.396.i.i.i)
  %.468.i.i.i = tail call ptr @Py_DecRef(i64 %.396.i.i.i)
  %.472.not.i.i.i = icmp eq i64 %.463.i.i.i, 0
  br i1 %.472.not.i.i.i, label %B910.i.i.i, label %B840.i.i.i
B840.i.i.i:                                       ; preds = %B716.i.i.i
  %.475.i.i.i = tail call i64 @PyTuple_GetItem(i64 %.463.i.i.i, i64 0)
  %.478.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.475.i.i.i)
  %.480.i.i.i = icmp eq i64 %.478.i.i.i, %.32.i.i.i
  br i1 %.480.i.i.i, label %helper_6.exit.i.i, label %B910.i.i.i
B910.i.i.i:                                       ; preds = %B840.i.i.i, %B716.i.i.i
  br label %helper_6.exit.i.i
B948.i.i.i:                                       ; preds = %B568.i.i
  %.511.i.i.i = shl i64 %new.5.1.i.i, 5
  %.515.i.i.i = add i64 %.511.i.i.i, %.1735.i271.i.i
  %.6.i468.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i469.i.i.i = inttoptr i64 %.6.i468.i.i.i to ptr
  %.8.i470.i.i.i = load i64, ptr %.7.i469.i.i.i, align 8
  %.9.i473.i.i.i = load i64, ptr %.8.i542.i.i.i, align 8
  %.571.not.i.i.i = icmp eq i64 %.8.i470.i.i.i, %.9.i473.i.i.i
  br i1 %.571.not.i.i.i, label %B1684.i.i.i, label %helper_6.exit.i.i
B1684.i.i.i:                                      ; preds = %B948.i.i.i
  %.10.i476.i.i.i = load i64, ptr %.9.i483.i.i.i, align 8
  %.11.i477.i.i.i = add nsw i64 %.10.i476.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i478.i.i.i = inttoptr i64 %.11.i477.i.i.i to ptr
  %.15.i479.i.i.i = load i64, ptr %.14.i478.i.i.i, align 8
  %.787.i.i.i = icmp eq i64 %.15.i479.i.i.i, %.32.i.i.i
  br i1 %.787.i.i.i, label %B1750.i.i.i, label %B1898.i.i.i
B1750.i.i.i:                                      ; preds = %B1684.i.i.i
  %.10.i.i482.i.i.i = load i64, ptr %.9.i.i489.i.i.i, align 8
  %.11.i.i483.i.i.i = add nsw i64 %.10.i.i482.i.i.i, %"$phi568.2.2.2.i.i"
  %.14.i.i484.i.i.i = inttoptr i64 %.11.i.i483.i.i.i to ptr
  %.15.i.i485.i.i.i = load i64, ptr %.14.i.i484.i.i.i, align 8
  %.40.i486.i.i.i = icmp eq i64 %.15.i.i485.i.i.i, 0
  br i1 %.40.i486.i.i.i, label %helper_7.exit505.i.i.i, label %B74.i487.i.i.i
B74.i487.i.i.i:                                   ; preds = %B1750.i.i.i
  %.10.i23.i490.i.i.i = load i64, ptr %.9.i22.i497.i.i.i, align 8
  %.11.i24.i491.i.i.i = add nsw i64 %.10.i23.i490.i.i.i, %.15.i.i485.i.i.i
  %.14.i25.i492.i.i.i = inttoptr i64 %.11.i24.i491.i.i.i to ptr
  %.15.i26.i493.i.i.i = load i64, ptr %.14.i25.i492.i.i.i, align 8
  %.81.not.i494.i.i.i = icmp eq i64 %.15.i26.i493.i.i.i, 0
  br i1 %.81.not.i494.i.i.i, label %B230.i503.i.i.i, label %B140.i495.i.i.i
B140.i495.i.i.i:                                  ; preds = %B74.i487.i.i.i
  %.6.i.i496.i.i.i = add i64 %.15.i26.i493.i.i.i, 8
  %.7.i.i497.i.i.i = inttoptr i64 %.6.i.i496.i.i.i to ptr
  %.8.i27.i498.i.i.i = load i64, ptr %.7.i.i497.i.i.i, align 8
  %.9.i30.i501.i.i.i = load i64, ptr %.8.i62.i613.i.i.i, align 8
  %.137.i502.i.i.i = icmp eq i64 %.8.i27.i498.i.i.i, %.9.i30.i501.i.i.i
  br i1 %.137.i502.i.i.i, label %helper_7.exit505.i.i.i, label %B230.i503.i.i.i
B230.i503.i.i.i:                                  ; preds = %B140.i495.i.i.i, %B74.i487.i.i.i
  br label %helper_7.exit505.i.i.i
helper_7.exit505.i.i.i: ; preds = %B230.i503.i.i.i, %B140.i495.i.i.i, %B1750.i.i.i
  %storemerge.i504.i.i.i = phi i64 [ 0, %B1750.i.i.i ], [ 0, %B230.i503.i.i.i ], [ %.15.i26.i493.i.i.i, %B140.i495.i.i.i ]
  %.824.not.i.i.i = icmp eq i64 %storemerge.i504.i.i.i, 0
  br i1 %.824.not.i.i.i, label %B2220.i.i.i, label %B1794.i.i.i
B1794.i.i.i:                                      ; preds = %helper_7.exit505.i.i.i
  %.828.i.i.i = add i64 %storemerge.i504.i.i.i, 16
  %.829.i.i.i = inttoptr i64 %.828.i.i.i to ptr
  %.830.i.i.i = load i64, ptr %.829.i.i.i, align 8
  store i64 %.830.i.i.i, ptr %.203.i603.i.i.i, align 8
  br label %B2220.i.i.i
B1898.i.i.i:                                      ; preds = %B1684.i.i.i
  %.845.not.i.i.i = icmp eq i64 %.15.i479.i.i.i, 0
  br i1 %.845.not.i.i.i, label %helper_6.exit.i.i, label %B1910.i.i.i
B1910.i.i.i:                                      ; preds = %B1898.i.i.i
  %.10.i508.i.i.i = load i64, ptr %.9.i515.i.i.i, align 8
  %.11.i509.i.i.i = add nsw i64 %.10.i508.i.i.i, %.15.i479.i.i.i
  %.14.i510.i.i.i = inttoptr i64 %.11.i509.i.i.i to ptr
  %.15.i511.i.i.i = load i64, ptr %.14.i510.i.i.i, align 8
  %.874.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i511.i.i.i)
  %.10.i514.i.i.i = load i64, ptr %.9.i515.i.i.i, align 8
  %.11.i515.i.i.i = add nsw i64 %.10.i514.i.i.i, %.32.i.i.i
  %.14.i516.i.i.i = inttoptr i64 %.11.i515.i.i.i to ptr
  %.15.i517.i.i.i = load i64, ptr %.14.i516.i.i.i, align 8
  %.904.i.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i517.i.i.i)
  %.905.i.i.i = icmp eq i64 %.874.i.i.i, %.904.i.i.i
  br i1 %.905.i.i.i, label %B2074.i.i.i, label %helper_6.exit.i.i
B2074.i.i.i:                                      ; preds = %B1910.i.i.i
  %.10.i520.i.i.i = load i64, ptr %.9.i527.i.i.i, align 8
  %.11.i521.i.i.i = add nsw i64 %.10.i520.i.i.i, %.15.i479.i.i.i
  %.14.i522.i.i.i = inttoptr i64 %.11.i521.i.i.i to ptr
  %.15.i523.i.i.i = load i64, ptr %.14.i522.i.i.i, align 8
  %.939.i.i.i = load i64, ptr %.25.i.i.i, align 8
  %.942.i.i.i = and i64 %.939.i.i.i, 16
  store i64 0, ptr %.945.i.i.i, align 8
  call fastcc void @helper_9(ptr %.945.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 %.15.i523.i.i.i, i64 %.942.i.i.i)
  %.959.i.i.i = load i64, ptr %.945.i.i.i, align 8
  br label %B2220.i.i.i
B2220.i.i.i:                                      ; preds = %B2074.i.i.i, %B1794.i.i.i, %helper_7.exit505.i.i.i
  %array.5.0.i.i.i = phi i64 [ %.959.i.i.i, %B2074.i.i.i ], [ %storemerge.i504.i.i.i, %helper_7.exit505.i.i.i ], [ %storemerge.i504.i.i.i, %B1794.i.i.i ]
  %.991.i.i.i = icmp eq i64 %array.5.0.i.i.i, 0
  br i1 %.991.i.i.i, label %helper_6.exit.i.i, label %B2266.i.i.i
B2266.i.i.i:                                      ; preds = %B2220.i.i.i, %B2268.i.i.i
  %.1033.0.i.i.i = phi i64 [ %.1102.i.i.i, %B2268.i.i.i ], [ 0, %B2220.i.i.i ]
  %exitcond.not.i.i.i = icmp eq i64 %.1033.0.i.i.i, %new.5.1.i.i
  br i1 %exitcond.not.i.i.i, label %B2350.i.i.i, label %B2268.i.i.i
B2268.i.i.i:                                      ; preds = %B2266.i.i.i
  %6 = shl i64 %.1033.0.i.i.i, 5
  %.1102.i.i.i = add nuw i64 %.1033.0.i.i.i, 1
  %.1131.i.i.i = add i64 %6, %.1735.i271.i.i
  %.1132.i.i.i = inttoptr i64 %.1131.i.i.i to ptr
  %.1133.i.i.i = load i64, ptr %.1132.i.i.i, align 8
  %.1135.i.i.i = icmp eq i64 %.1133.i.i.i, %"$phi568.2.2.2.i.i"
  br i1 %.1135.i.i.i, label %helper_6.exit.i.i, label %B2266.i.i.i
B2350.i.i.i:                                      ; preds = %B2266.i.i.i
  store i64 0, ptr %.1165.i.i.i, align 8
  call fastcc void @helper_8(ptr %.1165.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 %array.5.0.i.i.i, i64 %.15.i479.i.i.i)
  %.1179.i.i.i = load i64, ptr %.1165.i.i.i, align 8
  %.1195.i.i.i = icmp eq i64 %.1179.i.i.i, 0
  br i1 %.1195.i.i.i, label %B2398.i.i.i, label %B2430.i.i.i
B2398.i.i.i:                                      ; preds = %B2350.i.i.i
  %.1211.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_6.exit.i.i
B2430.i.i.i:                                      ; preds = %B2350.i.i.i
  br i1 %.681.i96, label %B2566.i.i.i, label %B2442.i.i.i
B2442.i.i.i:                                      ; preds = %B2430.i.i.i
  %.10.i526.i.i.i = load i64, ptr %.9.i533.i.i.i, align 8
  %.11.i527.i.i.i = add nsw i64 %.10.i526.i.i.i, %pending.2.0.i
  %.14.i528.i.i.i = inttoptr i64 %.11.i527.i.i.i to ptr
  %.15.i529.i.i.i = load i64, ptr %.14.i528.i.i.i, align 8
  %.1247.i.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i529.i.i.i, i64 %.1179.i.i.i)
  %.1248.not.i.i.i = icmp eq i64 %.1247.i.i.i, 0
  br i1 %.1248.not.i.i.i, label %B2566.i.i.i, label %B2532.i.i.i
B2532.i.i.i:                                      ; preds = %B2442.i.i.i
  %.1261.i.i.i = tail call ptr @Py_DecRef(i64 %.1179.i.i.i)
  br label %helper_6.exit.i.i
B2566.i.i.i:                                      ; preds = %B2442.i.i.i, %B2430.i.i.i
  %.1272.i.i.i = inttoptr i64 %.515.i.i.i to ptr
  store i64 %"$phi568.2.2.2.i.i", ptr %.1272.i.i.i, align 8
  %.1279.i.i.i = add i64 %.515.i.i.i, 8
  %.1280.i.i.i = inttoptr i64 %.1279.i.i.i to ptr
  store i64 %.1179.i.i.i, ptr %.1280.i.i.i, align 8
  %.1287.i.i.i = add i64 %.515.i.i.i, 16
  %.1288.i.i.i = inttoptr i64 %.1287.i.i.i to ptr
  store i64 %array.5.0.i.i.i, ptr %.1288.i.i.i, align 8
  %.1296.i.i.i = load i64, ptr %.203.i603.i.i.i, align 8
  %.1301.i.i.i = add i64 %.515.i.i.i, 24
  %.1302.i.i.i = inttoptr i64 %.1301.i.i.i to ptr
  store i64 %.1296.i.i.i, ptr %.1302.i.i.i, align 8
  %.1307.i.i.i = add nuw nsw i64 %new.5.1.i.i, 1
  br label %helper_6.exit.i.i
B2792.i.i.i:                                      ; preds = %B568.i.i
  %.1326.i.i.i = shl i64 %.32.i.i.i, 5
  %.1332.i.i.i = add i64 %.1326.i.i.i, %.1735.i271.i.i
  %.1333.i.i.i = inttoptr i64 %.1332.i.i.i to ptr
  %.1334.i.i.i = load i64, ptr %.1333.i.i.i, align 8
  %.1336.i.i.i = icmp eq i64 %.1334.i.i.i, %"$phi568.2.2.2.i.i"
  br i1 %.1336.i.i.i, label %B2864.i.i.i, label %B2954.i.i.i
B2864.i.i.i:                                      ; preds = %B2792.i.i.i
  %.6.i530.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i531.i.i.i = inttoptr i64 %.6.i530.i.i.i to ptr
  %.8.i532.i.i.i = load i64, ptr %.7.i531.i.i.i, align 8
  %.9.i535.i.i.i = load i64, ptr %.8.i542.i.i.i, align 8
  %.1394.i.i.i = icmp eq i64 %.8.i532.i.i.i, %.9.i535.i.i.i
  br i1 %.1394.i.i.i, label %helper_6.exit.i.i, label %B2954.i.i.i
B2954.i.i.i:                                      ; preds = %B2864.i.i.i, %B2792.i.i.i
  br label %helper_6.exit.i.i
B2990.i.i.i:                                      ; preds = %B568.i.i
  br i1 %.681.i96, label %helper_6.exit.i.i, label %B3002.i.i.i
B3002.i.i.i:                                      ; preds = %B2990.i.i.i
  %.1428.i.i.i = add i64 %p.6.1.in.i.i, 56
  %.1429.i.i.i = inttoptr i64 %.1428.i.i.i to ptr
  %.1430.i.i.i = load i64, ptr %.1429.i.i.i, align 8
  %.6.i.i536.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i537.i.i.i = inttoptr i64 %.6.i.i536.i.i.i to ptr
  %.8.i.i538.i.i.i = load i64, ptr %.7.i.i537.i.i.i, align 8
  %.9.i.i539.i.i.i = load i64, ptr %.8.i47.i570.i.i.i, align 8
  %.74.i.i.i.i = icmp ne i64 %.8.i.i538.i.i.i, %.9.i.i539.i.i.i
  %.77.not.i.i.i.i = icmp eq i64 %.1430.i.i.i, 0
  %or.cond.i.i.i.i = select i1 %.74.i.i.i.i, i1 true, i1 %.77.not.i.i.i.i
  %.139.not.i.i.i.i = icmp eq i64 %.32.i.i.i, 0
  br i1 %or.cond.i.i.i.i, label %B178.i.i.i.i, label %B106.i.i.i.i
B106.i.i.i.i:                                     ; preds = %B3002.i.i.i
  br i1 %.139.not.i.i.i.i, label %B3070.i.i.i, label %B118.i.i.i.i
B118.i.i.i.i:                                     ; preds = %B106.i.i.i.i
  %.9.i50.i.i.i.i = load i64, ptr %.8.i49.i579.i.i.i, align 8
  %.120.i.i.i.i = icmp eq i64 %.32.i.i.i, %.9.i50.i.i.i.i
  br label %helper_10.exit.i.i.i
B178.i.i.i.i:                                     ; preds = %B3002.i.i.i
  %.143.not.i.i.i.i = icmp eq i64 %.8.i.i538.i.i.i, %.32.i.i.i
  %or.cond44.i.i.i.i = or i1 %.139.not.i.i.i.i, %.143.not.i.i.i.i
  br i1 %or.cond44.i.i.i.i, label %B206.i.i.i.i, label %helper_6.exit.i.i
B206.i.i.i.i:                                     ; preds = %B178.i.i.i.i
  %.9.i53.i.i.i.i = load i64, ptr %.8.i52.i591.i.i.i, align 8
  %.185.i.i.i.i = icmp eq i64 %.8.i.i538.i.i.i, %.9.i53.i.i.i.i
  br i1 %.185.i.i.i.i, label %B266.i.i.i.i, label %B450.i.i.i.i
B266.i.i.i.i:                                     ; preds = %B206.i.i.i.i
  %.193.i.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %"$phi568.2.2.2.i.i", i64 %.37.i.i)
  %.204.i.i.i.i = load i32, ptr %.203.i603.i.i.i, align 4
  %.208.i.i.i.i = icmp eq i32 %.204.i.i.i.i, 0
  %7 = add i64 %.193.i.i.i.i, 9007199254740991
  %8 = icmp ult i64 %7, 18014398509481983
  %narrow.i.i.i.i = select i1 %.208.i.i.i.i, i1 %8, i1 false
  br label %helper_10.exit.i.i.i
B450.i.i.i.i:                                     ; preds = %B206.i.i.i.i
  %.9.i56.i.i.i.i = load i64, ptr %.8.i49.i579.i.i.i, align 8
  %.284.i.i.i.i = icmp eq i64 %.8.i.i538.i.i.i, %.9.i56.i.i.i.i
  br label %helper_10.exit.i.i.i
helper_10.exit.i.i.i: ; preds = %B450.i.i.i.i, %B266.i.i.i.i, %B118.i.i.i.i
  %.1436.0.shrunk.i.i.i = phi i1 [ %narrow.i.i.i.i, %B266.i.i.i.i ], [ %.284.i.i.i.i, %B450.i.i.i.i ], [ %.120.i.i.i.i, %B118.i.i.i.i ]
  br i1 %.1436.0.shrunk.i.i.i, label %B3070.i.i.i, label %helper_6.exit.i.i
B3070.i.i.i:                                      ; preds = %helper_10.exit.i.i.i, %B106.i.i.i.i
  %.10.i542.i.i.i = load i64, ptr %.9.i552.i.i.i, align 8
  %.11.i543.i.i.i = add nsw i64 %.10.i542.i.i.i, %pending.2.0.i
  %.14.i544.i.i.i = inttoptr i64 %.11.i543.i.i.i to ptr
  %.15.i545.i.i.i = load i64, ptr %.14.i544.i.i.i, align 8
  %.1518.i.i.i = tail call i64 @PyList_GetItem(i64 %.15.i545.i.i.i, i64 %.37.i.i.i)
  %.1521.i.i.i = tail call i64 @PyTuple_GetItem(i64 %.1518.i.i.i, i64 2)
  %.8.i.i548.i.i.i = load i64, ptr %.7.i.i537.i.i.i, align 8
  %.9.i.i549.i.i.i = load i64, ptr %.8.i52.i591.i.i.i, align 8
  %.64.i.i.i.i = icmp eq i64 %.8.i.i548.i.i.i, %.9.i.i549.i.i.i
  br i1 %.64.i.i.i.i, label %B90.i.i.i.i, label %B180.i.i.i.i
B90.i.i.i.i:                                      ; preds = %B3070.i.i.i
  %.72.i.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %"$phi568.2.2.2.i.i", i64 %.37.i.i)
  %.75.i.i.i.i = sitofp i64 %.72.i.i.i.i to double
  br label %helper_11.exit.i.i.i
B180.i.i.i.i:                                     ; preds = %B3070.i.i.i
  %.82.i.i.i.i = add i64 %"$phi568.2.2.2.i.i", 16
  %.83.i.i.i.i = inttoptr i64 %.82.i.i.i.i to ptr
  %.84.i.i.i.i = load double, ptr %.83.i.i.i.i, align 8
  br label %helper_11.exit.i.i.i
helper_11.exit.i.i.i: ; preds = %B180.i.i.i.i, %B90.i.i.i.i
  %storemerge.i550.i.i.i = phi double [ %.84.i.i.i.i, %B180.i.i.i.i ], [ %.75.i.i.i.i, %B90.i.i.i.i ]
  %.1556.i.i.i = tail call double @PyFloat_AsDouble(i64 %.1521.i.i.i)
  %.1558.i.i.i = fcmp oeq double %.1556.i.i.i, %storemerge.i550.i.i.i
  %.1561.i.i.i = fcmp une double %storemerge.i550.i.i.i, 0.000000e+00
  %or.cond436.i.i.i = and i1 %.1561.i.i.i, %.1558.i.i.i
  %"$phi3268.0.2.0.i.i.i" = select i1 %or.cond436.i.i.i, i64 %new.5.1.i.i, i64 -1
  br label %helper_6.exit.i.i
B3302.i.i.i:                                      ; preds = %B568.i.i
  %.1596.i.i.i = add i64 %p.6.1.in.i.i, 56
  %.1597.i.i.i = inttoptr i64 %.1596.i.i.i to ptr
  %.1598.i.i.i = load i64, ptr %.1597.i.i.i, align 8
  %.6.i.i551.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i552.i.i.i = inttoptr i64 %.6.i.i551.i.i.i to ptr
  %.8.i.i553.i.i.i = load i64, ptr %.7.i.i552.i.i.i, align 8
  %.9.i.i556.i.i.i = load i64, ptr %.8.i47.i570.i.i.i, align 8
  %.74.i557.i.i.i = icmp ne i64 %.8.i.i553.i.i.i, %.9.i.i556.i.i.i
  %.77.not.i558.i.i.i = icmp eq i64 %.1598.i.i.i, 0
  %or.cond.i559.i.i.i = select i1 %.74.i557.i.i.i, i1 true, i1 %.77.not.i558.i.i.i
  %.139.not.i570.i.i.i = icmp eq i64 %.32.i.i.i, 0
  br i1 %or.cond.i559.i.i.i, label %B178.i569.i.i.i, label %B106.i560.i.i.i
B106.i560.i.i.i:                                  ; preds = %B3302.i.i.i
  br i1 %.139.not.i570.i.i.i, label %B3370.i.i.i, label %B118.i562.i.i.i
B118.i562.i.i.i:                                  ; preds = %B106.i560.i.i.i
  %.9.i50.i565.i.i.i = load i64, ptr %.8.i49.i579.i.i.i, align 8
  %.120.i566.i.i.i = icmp eq i64 %.32.i.i.i, %.9.i50.i565.i.i.i
  br label %helper_10.exit593.i.i.i
B178.i569.i.i.i:                                  ; preds = %B3302.i.i.i
  %.143.not.i571.i.i.i = icmp eq i64 %.8.i.i553.i.i.i, %.32.i.i.i
  %or.cond44.i572.i.i.i = or i1 %.139.not.i570.i.i.i, %.143.not.i571.i.i.i
  br i1 %or.cond44.i572.i.i.i, label %B206.i574.i.i.i, label %helper_6.exit.i.i
B206.i574.i.i.i:                                  ; preds = %B178.i569.i.i.i
  %.9.i53.i577.i.i.i = load i64, ptr %.8.i52.i591.i.i.i, align 8
  %.185.i578.i.i.i = icmp eq i64 %.8.i.i553.i.i.i, %.9.i53.i577.i.i.i
  br i1 %.185.i578.i.i.i, label %B266.i585.i.i.i, label %B450.i579.i.i.i
B266.i585.i.i.i:                                  ; preds = %B206.i574.i.i.i
  %.193.i587.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %"$phi568.2.2.2.i.i", i64 %.37.i.i)
  %.204.i589.i.i.i = load i32, ptr %.203.i603.i.i.i, align 4
  %.208.i590.i.i.i = icmp eq i32 %.204.i589.i.i.i, 0
  %9 = add i64 %.193.i587.i.i.i, 9007199254740991
  %10 = icmp ult i64 %9, 18014398509481983
  %narrow.i591.i.i.i = select i1 %.208.i590.i.i.i, i1 %10, i1 false
  br label %helper_10.exit593.i.i.i
B450.i579.i.i.i:                                  ; preds = %B206.i574.i.i.i
  %.9.i56.i582.i.i.i = load i64, ptr %.8.i49.i579.i.i.i, align 8
  %.284.i583.i.i.i = icmp eq i64 %.8.i.i553.i.i.i, %.9.i56.i582.i.i.i
  br label %helper_10.exit593.i.i.i
helper_10.exit593.i.i.i: ; preds = %B450.i579.i.i.i, %B266.i585.i.i.i, %B118.i562.i.i.i
  %.1604.0.shrunk.i.i.i = phi i1 [ %narrow.i591.i.i.i, %B266.i585.i.i.i ], [ %.284.i583.i.i.i, %B450.i579.i.i.i ], [ %.120.i566.i.i.i, %B118.i562.i.i.i ]
  br i1 %.1604.0.shrunk.i.i.i, label %B3370.i.i.i, label %helper_6.exit.i.i
B3370.i.i.i:                                      ; preds = %helper_10.exit593.i.i.i, %B106.i560.i.i.i
  %.1649.i.i.i = shl i64 %new.5.1.i.i, 5
  %.1653.i.i.i = add i64 %.1649.i.i.i, %.1735.i271.i.i
  %.1659.i.i.i = inttoptr i64 %.1653.i.i.i to ptr
  store i64 %"$phi568.2.2.2.i.i", ptr %.1659.i.i.i, align 8
  %.1664.i.i.i = add i64 %.1653.i.i.i, 8
  %.1665.i.i.i = inttoptr i64 %.1664.i.i.i to ptr
  store i64 0, ptr %.1665.i.i.i, align 8
  %.1668.i.i.i = add i64 %.1653.i.i.i, 16
  %.1669.i.i.i = inttoptr i64 %.1668.i.i.i to ptr
  store i64 0, ptr %.1669.i.i.i, align 8
  %.1672.i.i.i = add nuw nsw i64 %new.5.1.i.i, 1
  br label %helper_6.exit.i.i
B3562.i.i.i:                                      ; preds = %B568.i.i
  store i64 0, ptr %.1690.i.i.i, align 8
  call fastcc void @helper_12(ptr %.1690.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 range(i64 -9223372036854775656, -9223372036854775808) %p.6.1.i.i)
  %.1704.i.i.i = load i64, ptr %.1690.i.i.i, align 8
  %.1720.i.i.i = icmp eq i64 %.1704.i.i.i, 0
  br i1 %.1720.i.i.i, label %helper_6.exit.i.i, label %B3612.i.i.i
B3612.i.i.i:                                      ; preds = %B3562.i.i.i
  %.1733.i.i.i = shl i64 %new.5.1.i.i, 5
  %.1737.i.i.i = add i64 %.1733.i.i.i, %.1735.i271.i.i
  %.1743.i.i.i = inttoptr i64 %.1737.i.i.i to ptr
  store i64 %"$phi568.2.2.2.i.i", ptr %.1743.i.i.i, align 8
  %.1748.i.i.i = add i64 %.1737.i.i.i, 8
  %.1749.i.i.i = inttoptr i64 %.1748.i.i.i to ptr
  store i64 0, ptr %.1749.i.i.i, align 8
  %.1753.i.i.i = add i64 %.1737.i.i.i, 16
  %.1754.i.i.i = inttoptr i64 %.1753.i.i.i to ptr
  store i64 %.1704.i.i.i, ptr %.1754.i.i.i, align 8
  %.1759.i.i.i = add nuw nsw i64 %new.5.1.i.i, 1
  br label %helper_6.exit.i.i
B3804.i.i.i:                                      ; preds = %B568.i.i
  store i8 0, ptr %.1777.i.i.i, align 1
  call fastcc void @helper_13(ptr %.1777.i.i.i, i64 %arg.c, i64 %"$phi568.2.2.2.i.i", i64 %.32.i.i.i)
  %.1791.i.i.i = load i8, ptr %.1777.i.i.i, align 1
  %.1794.not.i.i.i = icmp eq i8 %.1791.i.i.i, 0
  %"$phi3844.0.2.0.i.i.i" = select i1 %.1794.not.i.i.i, i64 -1, i64 %new.5.1.i.i
  br label %helper_6.exit.i.i
B3878.i.i.i:                                      ; preds = %B568.i.i
  %.6.i.i594.i.i.i = add i64 %"$phi568.2.2.2.i.i", 8
  %.7.i.i595.i.i.i = inttoptr i64 %.6.i.i594.i.i.i to ptr
  %.8.i.i596.i.i.i = load i64, ptr %.7.i.i595.i.i.i, align 8
  %.9.i.i597.i.i.i = load i64, ptr %.8.i62.i613.i.i.i, align 8
  %.64.not.i.i.i.i = icmp eq i64 %.8.i.i596.i.i.i, %.9.i.i597.i.i.i
  br i1 %.64.not.i.i.i.i, label %B90.i599.i.i.i, label %helper_6.exit.i.i
B90.i599.i.i.i:                                   ; preds = %B3878.i.i.i
  %.68.i600.i.i.i = add i64 %"$phi568.2.2.2.i.i", 64
  %.69.i.i.i.i = inttoptr i64 %.68.i600.i.i.i to ptr
  %.70.i.i.i.i = load i32, ptr %.69.i.i.i.i, align 4
  %11 = and i32 %.70.i.i.i.i, 1
  %.73.i.i.i.i = icmp eq i32 %11, 0
  br i1 %.73.i.i.i.i, label %helper_6.exit.i.i, label %B180.i601.i.i.i
B180.i601.i.i.i:                                  ; preds = %B90.i599.i.i.i
  %.84.i602.i.i.i = add i64 %"$phi568.2.2.2.i.i", 56
  %.85.i.i.i.i = inttoptr i64 %.84.i602.i.i.i to ptr
  %.86.i603.i.i.i = load i64, ptr %.85.i.i.i.i, align 8
  %.89.i.i.i.i = add i64 %.32.i.i.i, 56
  %.90.i.i.i.i = inttoptr i64 %.89.i.i.i.i to ptr
  %.91.i.i.i.i = load i64, ptr %.90.i.i.i.i, align 8
  %.92.not.i.i.i.i = icmp eq i64 %.86.i603.i.i.i, %.91.i.i.i.i
  br i1 %.92.not.i.i.i.i, label %B288.i.i.i.i, label %helper_6.exit.i.i
B288.i.i.i.i:                                     ; preds = %B180.i601.i.i.i
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
  %narrow.i604.i.i.i = tail call i32 @llvm.smax.i32(i32 %.98.i.i.i.i, i32 0)
  %storemerge.i605.i.i.i = zext nneg i32 %narrow.i604.i.i.i to i64
  br label %B582.i.i.i.i
B582.i.i.i.i:                                     ; preds = %B584.i.i.i.i, %B400.i.i.i.i
  %.164.0.i.i.i.i = phi i64 [ 0, %B400.i.i.i.i ], [ %.233.i.i.i.i, %B584.i.i.i.i ]
  %exitcond.not.i.i.i.i = icmp eq i64 %.164.0.i.i.i.i, %storemerge.i605.i.i.i
  br i1 %exitcond.not.i.i.i.i, label %B3916.i.i.i, label %B584.i.i.i.i
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
B3916.i.i.i:                                      ; preds = %B582.i.i.i.i
  %.1891.i.i.i = add i64 %"$phi568.2.2.2.i.i", 16
  %.1892.i.i.i = inttoptr i64 %.1891.i.i.i to ptr
  %.1893.i.i.i = load i64, ptr %.1892.i.i.i, align 8
  %.1898.i.i.i = add i64 %.32.i.i.i, 16
  %.1899.i.i.i = inttoptr i64 %.1898.i.i.i to ptr
  %.1900.i.i.i = load i64, ptr %.1899.i.i.i, align 8
  %.1904.i.i.i = tail call i32 @memcmp(i64 %.1893.i.i.i, i64 %.1900.i.i.i, i64 %.37.i.i.i)
  %.1908.i.i.i = icmp eq i32 %.1904.i.i.i, 0
  %arg.new..i.i.i = select i1 %.1908.i.i.i, i64 %new.5.1.i.i, i64 -1
  br label %helper_6.exit.i.i
helper_6.exit.i.i: ; preds = %B584.i.i.i.i, %B2268.i.i.i, %B3916.i.i.i, %B288.i.i.i.i, %B180.i601.i.i.i, %B90.i599.i.i.i, %B3878.i.i.i, %B3804.i.i.i, %B3612.i.i.i, %B3562.i.i.i, %B3370.i.i.i, %helper_10.exit593.i.i.i, %B178.i569.i.i.i, %helper_11.exit.i.i.i, %helper_10.exit.i.i.i, %B178.i.i.i.i, %B2990.i.i.i, %B2954.i.i.i, %B2864.i.i.i, %B2566.i.i.i, %B2532.i.i.i, %B2398.i.i.i, %B2220.i.i.i, %B1910.i.i.i, %B1898.i.i.i, %B948.i.i.i, %B910.i.i.i, %B840.i.i.i, %B684.i.i.i, %helper_7.exit.i.i.i, %B428.i.i.i, %B230.i.i.i, %B140.i.i.i, %B568.i.i
  %.489.0.i.i = phi i64 [ %arg.new..i.i.i, %B3916.i.i.i ], [ %"$phi3844.0.2.0.i.i.i", %B3804.i.i.i ], [ %.1759.i.i.i, %B3612.i.i.i ], [ %.1672.i.i.i, %B3370.i.i.i ], [ %"$phi3268.0.2.0.i.i.i", %helper_11.exit.i.i.i ], [ -1, %B2398.i.i.i ], [ %.1307.i.i.i, %B2566.i.i.i ], [ -1, %B2532.i.i.i ], [ %"$phi522.0.2.0.i.i.i", %B428.i.i.i ], [ -1, %B684.i.i.i ], [ -1, %B140.i.i.i ], [ -1, %B230.i.i.i ], [ -1, %helper_7.exit.i.i.i ], [ -1, %B910.i.i.i ], [ %new.5.1.i.i, %B840.i.i.i ], [ -1, %B948.i.i.i ], [ -1, %B1910.i.i.i ], [ -1, %B1898.i.i.i ], [ -1, %B2220.i.i.i ], [ -1, %B2954.i.i.i ], [ %new.5.1.i.i, %B2864.i.i.i ], [ -1, %helper_10.exit.i.i.i ], [ -1, %B178.i.i.i.i ], [ -1, %B2990.i.i.i ], [ -1, %helper_10.exit593.i.i.i ], [ -1, %B178.i569.i.i.i ], [ -1, %B3562.i.i.i ], [ -1, %B288.i.i.i.i ], [ -1, %B180.i601.i.i.i ], [ -1, %B90.i599.i.i.i ], [ -1, %B3878.i.i.i ], [ -1, %B568.i.i ], [ -1, %B2268.i.i.i ], [ -1, %B584.i.i.i.i ]
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
  %.132.i209.i.i = add i64 %13, %.131.i588.i.i
  %.133.i210.i.i = inttoptr i64 %.132.i209.i.i to ptr
  %.134.i211.i.i = load i64, ptr %.133.i210.i.i, align 8
  %.150.not.i215.i.i = icmp eq i64 %.134.i211.i.i, 0
  br i1 %.150.not.i215.i.i, label %B222.i224.i.i, label %B267.i218.i.i.sink.split
B222.i224.i.i:                                    ; preds = %B36.i205.i.i
  %.140.i212.i.i = add i64 %13, %.139.i589.i.i
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
  store i64 0, ptr %.382.i229.i.i, align 8
  store i64 0, ptr %.945.i231.i.i, align 8
  store i64 0, ptr %.1165.i233.i.i, align 8
  store i64 0, ptr %.1690.i235.i.i, align 8
  store i8 0, ptr %.1777.i237.i.i, align 1
  %.27.i241.i.i = and i64 %.156.i.i, 15
  %.30.i242.i.i = add i64 %p.4.0628.i.i, 8
  %.31.i243.i.i = inttoptr i64 %.30.i242.i.i to ptr
  %.32.i244.i.i = load i64, ptr %.31.i243.i.i, align 8
  %.35.i245.i.i = add i64 %p.4.0628.i.i, 16
  %.36.i246.i.i = inttoptr i64 %.35.i245.i.i to ptr
  %.37.i247.i.i = load i64, ptr %.36.i246.i.i, align 8
  switch i64 %.27.i241.i.i, label %helper_14.exit.i.i [
    i64 0, label %B140.i483.i.i
    i64 1, label %B948.i365.i.i
    i64 2, label %B2792.i352.i.i
    i64 3, label %B2990.i296.i.i
    i64 4, label %B3302.i280.i.i
    i64 8, label %B3562.i265.i.i
    i64 5, label %B3804.i260.i.i
    i64 7, label %B3878.i248.i.i
  ]
B140.i483.i.i:                                    ; preds = %B682.i.i
  %.6.i.i484.i.i = add i64 %.148.i.i, 8
  %.7.i.i485.i.i = inttoptr i64 %.6.i.i484.i.i to ptr
  %.8.i.i486.i.i = load i64, ptr %.7.i.i485.i.i, align 8
  %.9.i.i488.i.i = load i64, ptr %.8.i542.i.i.i, align 8
  %.112.not.i489.i.i = icmp eq i64 %.8.i.i486.i.i, %.9.i.i488.i.i
  br i1 %.112.not.i489.i.i, label %B230.i491.i.i, label %helper_14.exit.i.i
B230.i491.i.i:                                    ; preds = %B140.i483.i.i
  %.10.i.i494.i.i = load i64, ptr %.9.i483.i.i.i, align 8
  %.11.i.i495.i.i = add nsw i64 %.10.i.i494.i.i, %.148.i.i
  %.14.i.i496.i.i = inttoptr i64 %.11.i.i495.i.i to ptr
  %.15.i.i497.i.i = load i64, ptr %.14.i.i496.i.i, align 8
  %.157.i498.i.i = icmp eq i64 %.15.i.i497.i.i, 0
  %or.cond.i500.i.i = or i1 %.681.i96, %.157.i498.i.i
  br i1 %or.cond.i500.i.i, label %helper_14.exit.i.i, label %B312.i501.i.i
B312.i501.i.i:                                    ; preds = %B230.i491.i.i
  %.10.i443.i504.i.i = load i64, ptr %.9.i527.i.i.i, align 8
  %.11.i444.i505.i.i = add nsw i64 %.10.i443.i504.i.i, %.15.i.i497.i.i
  %.14.i445.i506.i.i = inttoptr i64 %.11.i444.i505.i.i to ptr
  %.15.i446.i507.i.i = load i64, ptr %.14.i445.i506.i.i, align 8
  %.10.i449.i510.i.i = load i64, ptr %.9.i448.i509.i.i, align 8
  %.11.i450.i511.i.i = add nsw i64 %.10.i449.i510.i.i, %pending.2.0.i
  %.14.i451.i512.i.i = inttoptr i64 %.11.i450.i511.i.i to ptr
  %.15.i452.i513.i.i = load i64, ptr %.14.i451.i512.i.i, align 8
  %.234.i514.i.i = icmp eq i64 %.15.i446.i507.i.i, %.15.i452.i513.i.i
  br i1 %.234.i514.i.i, label %B428.i573.i.i, label %B524.i515.i.i
B428.i573.i.i:                                    ; preds = %B312.i501.i.i
  %.10.i455.i576.i.i = load i64, ptr %.9.i454.i575.i.i, align 8
  %.11.i456.i577.i.i = add nsw i64 %.10.i455.i576.i.i, %.148.i.i
  %.14.i457.i578.i.i = inttoptr i64 %.11.i456.i577.i.i to ptr
  %.15.i458.i579.i.i = load i64, ptr %.14.i457.i578.i.i, align 8
  %.273.i580.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i458.i579.i.i)
  %.275.i581.i.i = icmp eq i64 %.273.i580.i.i, %.32.i244.i.i
  %"$phi522.0.2.0.i582.i.i" = select i1 %.275.i581.i.i, i64 %new.3.0627.i.i, i64 -1
  br label %helper_14.exit.i.i
B524.i515.i.i:                                    ; preds = %B312.i501.i.i
  %.9.i461.i518.i.i = load i64, ptr %.8.i269.i, align 8
  %.326.i519.i.i = icmp eq i64 %.15.i446.i507.i.i, %.9.i461.i518.i.i
  br i1 %.326.i519.i.i, label %B588.i544.i.i, label %B636.i520.i.i
B588.i544.i.i:                                    ; preds = %B524.i515.i.i
  %.10.i.i.i547.i.i = load i64, ptr %.9.i.i489.i.i.i, align 8
  %.11.i.i.i548.i.i = add nsw i64 %.10.i.i.i547.i.i, %.148.i.i
  %.14.i.i.i549.i.i = inttoptr i64 %.11.i.i.i548.i.i to ptr
  %.15.i.i.i550.i.i = load i64, ptr %.14.i.i.i549.i.i, align 8
  %.40.i.i551.i.i = icmp eq i64 %.15.i.i.i550.i.i, 0
  br i1 %.40.i.i551.i.i, label %helper_7.exit.i569.i.i, label %B74.i.i552.i.i
B74.i.i552.i.i:                                   ; preds = %B588.i544.i.i
  %.10.i23.i.i555.i.i = load i64, ptr %.9.i22.i497.i.i.i, align 8
  %.11.i24.i.i556.i.i = add nsw i64 %.10.i23.i.i555.i.i, %.15.i.i.i550.i.i
  %.14.i25.i.i557.i.i = inttoptr i64 %.11.i24.i.i556.i.i to ptr
  %.15.i26.i.i558.i.i = load i64, ptr %.14.i25.i.i557.i.i, align 8
  %.81.not.i.i559.i.i = icmp eq i64 %.15.i26.i.i558.i.i, 0
  br i1 %.81.not.i.i559.i.i, label %B230.i.i568.i.i, label %B140.i.i560.i.i
B140.i.i560.i.i:                                  ; preds = %B74.i.i552.i.i
  %.6.i.i.i561.i.i = add i64 %.15.i26.i.i558.i.i, 8
  %.7.i.i.i562.i.i = inttoptr i64 %.6.i.i.i561.i.i to ptr
  %.8.i27.i.i563.i.i = load i64, ptr %.7.i.i.i562.i.i, align 8
  %.9.i30.i.i566.i.i = load i64, ptr %.8.i62.i613.i.i.i, align 8
  %.137.i.i567.i.i = icmp eq i64 %.8.i27.i.i563.i.i, %.9.i30.i.i566.i.i
  br i1 %.137.i.i567.i.i, label %helper_7.exit.i569.i.i, label %B230.i.i568.i.i
B230.i.i568.i.i:                                  ; preds = %B140.i.i560.i.i, %B74.i.i552.i.i
  br label %helper_7.exit.i569.i.i
helper_7.exit.i569.i.i: ; preds = %B230.i.i568.i.i, %B140.i.i560.i.i, %B588.i544.i.i
  %storemerge.i.i570.i.i = phi i64 [ 0, %B588.i544.i.i ], [ 0, %B230.i.i568.i.i ], [ %.15.i26.i.i558.i.i, %B140.i.i560.i.i ]
  %.359.i571.i.i = icmp eq i64 %storemerge.i.i570.i.i, 0
  br i1 %.359.i571.i.i, label %helper_14.exit.i.i, label %B636.i520.i.i
B636.i520.i.i:                                    ; preds = %helper_7.exit.i569.i.i, %B524.i515.i.i
  %array.4.0.i521.i.i = phi i64 [ %storemerge.i.i570.i.i, %helper_7.exit.i569.i.i ], [ 0, %B524.i515.i.i ]
  store i64 0, ptr %.382.i229.i.i, align 8
  call fastcc void @helper_8(ptr %.382.i229.i.i, i64 %arg.c, i64 %.148.i.i, i64 %array.4.0.i521.i.i, i64 %.15.i.i497.i.i)
  %.396.i523.i.i = load i64, ptr %.382.i229.i.i, align 8
  %.416.i524.i.i = icmp eq i64 %.396.i523.i.i, 0
  br i1 %.416.i524.i.i, label %B684.i542.i.i, label %B716.i525.i.i
B684.i542.i.i:                                    ; preds = %B636.i520.i.i
  %.428.i543.i.i = tail call ptr @PyErr_Clear()
  br label %helper_14.exit.i.i
B716.i525.i.i:                                    ; preds = %B636.i520.i.i
  %.10.i464.i528.i.i = load i64, ptr %.9.i533.i.i.i, align 8
  %.11.i465.i529.i.i = add nsw i64 %.10.i464.i528.i.i, %pending.2.0.i
  %.14.i466.i530.i.i = inttoptr i64 %.11.i465.i529.i.i to ptr
  %.15.i467.i531.i.i = load i64, ptr %.14.i466.i530.i.i, align 8
  %.463.i532.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i467.i531.i.i, i64 %.396.i523.i.i)
  %.468.i533.i.i = tail call ptr @Py_DecRef(i64 %.396.i523.i.i)
  %.472.not.i534.i.i = icmp eq i64 %.463.i532.i.i, 0
  br i1 %.472.not.i534.i.i, label %B910.i539.i.i, label %B840.i535.i.i
B840.i535.i.i:                                    ; preds = %B716.i525.i.i
  %.475.i536.i.i = tail call i64 @PyTuple_GetItem(i64 %.463.i532.i.i, i64 0)
  %.478.i537.i.i = tail call i64 @PyLong_AsLongLong(i64 %.475.i536.i.i)
  %.480.i538.i.i = icmp eq i64 %.478.i537.i.i, %.32.i244.i.i
  br i1 %.480.i538.i.i, label %helper_14.exit.i.i, label %B910.i539.i.i
B910.i539.i.i:                                    ; preds = %B840.i535.i.i, %B716.i525.i.i
  br label %helper_14.exit.i.i
B948.i365.i.i:                                    ; preds = %B682.i.i
  %.511.i366.i.i = shl i64 %new.3.0627.i.i, 5
  %.515.i368.i.i = add i64 %.511.i366.i.i, %.1735.i271.i.i
  %.6.i468.i369.i.i = add i64 %.148.i.i, 8
  %.7.i469.i370.i.i = inttoptr i64 %.6.i468.i369.i.i to ptr
  %.8.i470.i371.i.i = load i64, ptr %.7.i469.i370.i.i, align 8
  %.9.i473.i373.i.i = load i64, ptr %.8.i542.i.i.i, align 8
  %.571.not.i374.i.i = icmp eq i64 %.8.i470.i371.i.i, %.9.i473.i373.i.i
  br i1 %.571.not.i374.i.i, label %B1684.i420.i.i, label %B1084.i.i.i
B1084.i.i.i:                                      ; preds = %B948.i365.i.i
  %.584.i.i.i = icmp eq i64 %.37.i247.i.i, 0
  %or.cond1.i.i.i = select i1 %.581.i.i.i, i1 true, i1 %.584.i.i.i
  br i1 %or.cond1.i.i.i, label %helper_14.exit.i.i, label %B1134.i.i.i
B1134.i.i.i:                                      ; preds = %B1084.i.i.i
  %.9.i.i477.i.i.i = load i64, ptr %.8.i62.i613.i.i.i, align 8
  %.64.not.i.i377.i.i = icmp eq i64 %.8.i470.i371.i.i, %.9.i.i477.i.i.i
  br i1 %.64.not.i.i377.i.i, label %B90.i.i379.i.i, label %helper_14.exit.i.i
B90.i.i379.i.i:                                   ; preds = %B1134.i.i.i
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
  %storemerge.i478.i.i.i = zext nneg i32 %narrow.i.i407.i.i to i64
  br label %B582.i.i408.i.i
B582.i.i408.i.i:                                  ; preds = %B584.i.i411.i.i, %B400.i.i400.i.i
  %.164.0.i.i409.i.i = phi i64 [ 0, %B400.i.i400.i.i ], [ %.233.i.i412.i.i, %B584.i.i411.i.i ]
  %exitcond.not.i.i410.i.i = icmp eq i64 %.164.0.i.i409.i.i, %storemerge.i478.i.i.i
  br i1 %exitcond.not.i.i410.i.i, label %B1172.i.i.i, label %B584.i.i411.i.i
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
B1172.i.i.i:                                      ; preds = %B582.i.i408.i.i
  %.9.i481.i.i.i = load i64, ptr %.8.i480.i.i.i, align 8
  %.670.i.i.i = add i64 %p.4.0628.i.i, 24
  %.671.i.i.i = inttoptr i64 %.670.i.i.i to ptr
  %.672.i.i.i = load i64, ptr %.671.i.i.i, align 8
  %.673.i.i.i = tail call i64 @PyObject_Call(i64 %.9.i481.i.i.i, i64 %.672.i.i.i, i64 0)
  %.678.i.i.i = icmp eq i64 %.673.i.i.i, 0
  br i1 %.678.i.i.i, label %B1294.i.i.i, label %B1326.i.i.i
B1294.i.i.i:                                      ; preds = %B1172.i.i.i
  %.690.i.i.i = tail call ptr @PyErr_Clear()
  br label %helper_14.exit.i.i
B1326.i.i.i:                                      ; preds = %B1172.i.i.i
  %.695.i.i.i = add i64 %.673.i.i.i, 16
  %.696.i.i.i = inttoptr i64 %.695.i.i.i to ptr
  %.697.i.i.i = load i64, ptr %.696.i.i.i, align 8
  %.700.i.i.i = add i64 %.148.i.i, 16
  %.701.i.i.i = inttoptr i64 %.700.i.i.i to ptr
  %.702.i.i.i = load i64, ptr %.701.i.i.i, align 8
  %.707.i.i.i = load i64, ptr %.155.i.i, align 8
  %.710.i.i.i = ashr i64 %.707.i.i.i, 5
  %.711.i.i.i = tail call i64 @memcpy(i64 %.697.i.i.i, i64 %.702.i.i.i, i64 %.710.i.i.i)
  %.716.i.i.i = inttoptr i64 %.515.i368.i.i to ptr
  store i64 %.148.i.i, ptr %.716.i.i.i, align 8
  %.722.i.i.i = add i64 %.515.i368.i.i, 8
  %.723.i.i.i = inttoptr i64 %.722.i.i.i to ptr
  store i64 0, ptr %.723.i.i.i, align 8
  %.728.i.i.i = add i64 %.515.i368.i.i, 16
  %.729.i.i.i = inttoptr i64 %.728.i.i.i to ptr
  store i64 %.673.i.i.i, ptr %.729.i.i.i, align 8
  %.735.i.i.i = load i64, ptr %.696.i.i.i, align 8
  %.740.i.i.i = add i64 %.515.i368.i.i, 24
  %.741.i.i.i = inttoptr i64 %.740.i.i.i to ptr
  store i64 %.735.i.i.i, ptr %.741.i.i.i, align 8
  %.746.i.i.i = add nuw nsw i64 %new.3.0627.i.i, 1
  br label %helper_14.exit.i.i
B1684.i420.i.i:                                   ; preds = %B948.i365.i.i
  %.10.i484.i.i.i = load i64, ptr %.9.i483.i.i.i, align 8
  %.11.i485.i.i.i = add nsw i64 %.10.i484.i.i.i, %.148.i.i
  %.14.i486.i.i.i = inttoptr i64 %.11.i485.i.i.i to ptr
  %.15.i487.i.i.i = load i64, ptr %.14.i486.i.i.i, align 8
  %.787.i421.i.i = icmp eq i64 %.15.i487.i.i.i, %.32.i244.i.i
  br i1 %.787.i421.i.i, label %B1750.i475.i.i, label %B1898.i422.i.i
B1750.i475.i.i:                                   ; preds = %B1684.i420.i.i
  %.10.i.i490.i.i.i = load i64, ptr %.9.i.i489.i.i.i, align 8
  %.11.i.i491.i.i.i = add nsw i64 %.10.i.i490.i.i.i, %.148.i.i
  %.14.i.i492.i.i.i = inttoptr i64 %.11.i.i491.i.i.i to ptr
  %.15.i.i493.i.i.i = load i64, ptr %.14.i.i492.i.i.i, align 8
  %.40.i494.i.i.i = icmp eq i64 %.15.i.i493.i.i.i, 0
  br i1 %.40.i494.i.i.i, label %helper_7.exit513.i.i.i, label %B74.i495.i.i.i
B74.i495.i.i.i:                                   ; preds = %B1750.i475.i.i
  %.10.i23.i498.i.i.i = load i64, ptr %.9.i22.i497.i.i.i, align 8
  %.11.i24.i499.i.i.i = add nsw i64 %.10.i23.i498.i.i.i, %.15.i.i493.i.i.i
  %.14.i25.i500.i.i.i = inttoptr i64 %.11.i24.i499.i.i.i to ptr
  %.15.i26.i501.i.i.i = load i64, ptr %.14.i25.i500.i.i.i, align 8
  %.81.not.i502.i.i.i = icmp eq i64 %.15.i26.i501.i.i.i, 0
  br i1 %.81.not.i502.i.i.i, label %B230.i511.i.i.i, label %B140.i503.i.i.i
B140.i503.i.i.i:                                  ; preds = %B74.i495.i.i.i
  %.6.i.i504.i.i.i = add i64 %.15.i26.i501.i.i.i, 8
  %.7.i.i505.i.i.i = inttoptr i64 %.6.i.i504.i.i.i to ptr
  %.8.i27.i506.i.i.i = load i64, ptr %.7.i.i505.i.i.i, align 8
  %.9.i30.i509.i.i.i = load i64, ptr %.8.i62.i613.i.i.i, align 8
  %.137.i510.i.i.i = icmp eq i64 %.8.i27.i506.i.i.i, %.9.i30.i509.i.i.i
  br i1 %.137.i510.i.i.i, label %helper_7.exit513.i.i.i, label %B230.i511.i.i.i
B230.i511.i.i.i:                                  ; preds = %B140.i503.i.i.i, %B74.i495.i.i.i
  br label %helper_7.exit513.i.i.i
helper_7.exit513.i.i.i: ; preds = %B230.i511.i.i.i, %B140.i503.i.i.i, %B1750.i475.i.i
  %storemerge.i512.i.i.i = phi i64 [ 0, %B1750.i475.i.i ], [ 0, %B230.i511.i.i.i ], [ %.15.i26.i501.i.i.i, %B140.i503.i.i.i ]
  %.824.not.i476.i.i = icmp eq i64 %storemerge.i512.i.i.i, 0
  br i1 %.824.not.i476.i.i, label %B2220.i434.i.i, label %B1794.i477.i.i
B1794.i477.i.i:                                   ; preds = %helper_7.exit513.i.i.i
  %.828.i478.i.i = add i64 %storemerge.i512.i.i.i, 16
  %.829.i479.i.i = inttoptr i64 %.828.i478.i.i to ptr
  %.830.i480.i.i = load i64, ptr %.829.i479.i.i, align 8
  store i64 %.830.i480.i.i, ptr %.203.i603.i.i.i, align 8
  br label %B2220.i434.i.i
B1898.i422.i.i:                                   ; preds = %B1684.i420.i.i
  %.845.not.i423.i.i = icmp eq i64 %.15.i487.i.i.i, 0
  br i1 %.845.not.i423.i.i, label %helper_14.exit.i.i, label %B1910.i424.i.i
B1910.i424.i.i:                                   ; preds = %B1898.i422.i.i
  %.10.i516.i.i.i = load i64, ptr %.9.i515.i.i.i, align 8
  %.11.i517.i.i.i = add nsw i64 %.10.i516.i.i.i, %.15.i487.i.i.i
  %.14.i518.i.i.i = inttoptr i64 %.11.i517.i.i.i to ptr
  %.15.i519.i.i.i = load i64, ptr %.14.i518.i.i.i, align 8
  %.874.i425.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i519.i.i.i)
  %.10.i522.i.i.i = load i64, ptr %.9.i515.i.i.i, align 8
  %.11.i523.i.i.i = add nsw i64 %.10.i522.i.i.i, %.32.i244.i.i
  %.14.i524.i.i.i = inttoptr i64 %.11.i523.i.i.i to ptr
  %.15.i525.i.i.i = load i64, ptr %.14.i524.i.i.i, align 8
  %.904.i426.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i525.i.i.i)
  %.905.i427.i.i = icmp eq i64 %.874.i425.i.i, %.904.i426.i.i
  br i1 %.905.i427.i.i, label %B2074.i429.i.i, label %helper_14.exit.i.i
B2074.i429.i.i:                                   ; preds = %B1910.i424.i.i
  %.10.i528.i.i.i = load i64, ptr %.9.i527.i.i.i, align 8
  %.11.i529.i.i.i = add nsw i64 %.10.i528.i.i.i, %.15.i487.i.i.i
  %.14.i530.i.i.i = inttoptr i64 %.11.i529.i.i.i to ptr
  %.15.i531.i.i.i = load i64, ptr %.14.i530.i.i.i, align 8
  %.939.i430.i.i = load i64, ptr %.155.i.i, align 8
  %.942.i431.i.i = and i64 %.939.i430.i.i, 16
  store i64 0, ptr %.945.i231.i.i, align 8
  call fastcc void @helper_9(ptr %.945.i231.i.i, i64 %arg.c, i64 %.148.i.i, i64 %.15.i531.i.i.i, i64 %.942.i431.i.i)
  %.959.i433.i.i = load i64, ptr %.945.i231.i.i, align 8
  br label %B2220.i434.i.i
B2220.i434.i.i:                                   ; preds = %B2074.i429.i.i, %B1794.i477.i.i, %helper_7.exit513.i.i.i
  %array.5.0.i435.i.i = phi i64 [ %.959.i433.i.i, %B2074.i429.i.i ], [ %storemerge.i512.i.i.i, %helper_7.exit513.i.i.i ], [ %storemerge.i512.i.i.i, %B1794.i477.i.i ]
  %.991.i436.i.i = icmp eq i64 %array.5.0.i435.i.i, 0
  br i1 %.991.i436.i.i, label %helper_14.exit.i.i, label %B2266.i438.i.i
B2266.i438.i.i:                                   ; preds = %B2220.i434.i.i, %B2268.i441.i.i
  %.1033.0.i439.i.i = phi i64 [ %.1102.i442.i.i, %B2268.i441.i.i ], [ 0, %B2220.i434.i.i ]
  %exitcond.not.i440.i.i = icmp eq i64 %.1033.0.i439.i.i, %new.3.0627.i.i
  br i1 %exitcond.not.i440.i.i, label %B2350.i448.i.i, label %B2268.i441.i.i
B2268.i441.i.i:                                   ; preds = %B2266.i438.i.i
  %16 = shl i64 %.1033.0.i439.i.i, 5
  %.1102.i442.i.i = add nuw i64 %.1033.0.i439.i.i, 1
  %.1131.i443.i.i = add i64 %16, %.1735.i271.i.i
  %.1132.i444.i.i = inttoptr i64 %.1131.i443.i.i to ptr
  %.1133.i445.i.i = load i64, ptr %.1132.i444.i.i, align 8
  %.1135.i446.i.i = icmp eq i64 %.1133.i445.i.i, %.148.i.i
  br i1 %.1135.i446.i.i, label %helper_14.exit.i.i, label %B2266.i438.i.i
B2350.i448.i.i:                                   ; preds = %B2266.i438.i.i
  store i64 0, ptr %.1165.i233.i.i, align 8
  call fastcc void @helper_8(ptr %.1165.i233.i.i, i64 %arg.c, i64 %.148.i.i, i64 %array.5.0.i435.i.i, i64 %.15.i487.i.i.i)
  %.1179.i450.i.i = load i64, ptr %.1165.i233.i.i, align 8
  %.1195.i451.i.i = icmp eq i64 %.1179.i450.i.i, 0
  br i1 %.1195.i451.i.i, label %B2398.i472.i.i, label %B2430.i452.i.i
B2398.i472.i.i:                                   ; preds = %B2350.i448.i.i
  %.1211.i473.i.i = tail call ptr @PyErr_Clear()
  br label %helper_14.exit.i.i
B2430.i452.i.i:                                   ; preds = %B2350.i448.i.i
  br i1 %.681.i96, label %B2566.i460.i.i, label %B2442.i454.i.i
B2442.i454.i.i:                                   ; preds = %B2430.i452.i.i
  %.10.i534.i.i.i = load i64, ptr %.9.i533.i.i.i, align 8
  %.11.i535.i.i.i = add nsw i64 %.10.i534.i.i.i, %pending.2.0.i
  %.14.i536.i.i.i = inttoptr i64 %.11.i535.i.i.i to ptr
  %.15.i537.i.i.i = load i64, ptr %.14.i536.i.i.i, align 8
  %.1247.i456.i.i = tail call i64 @PyDict_GetItem(i64 %.15.i537.i.i.i, i64 %.1179.i450.i.i)
  %.1248.not.i457.i.i = icmp eq i64 %.1247.i456.i.i, 0
  br i1 %.1248.not.i457.i.i, label %B2566.i460.i.i, label %B2532.i458.i.i
B2532.i458.i.i:                                   ; preds = %B2442.i454.i.i
  %.1261.i459.i.i = tail call ptr @Py_DecRef(i64 %.1179.i450.i.i)
  br label %helper_14.exit.i.i
B2566.i460.i.i:                                   ; preds = %B2442.i454.i.i, %B2430.i452.i.i
  %.1272.i461.i.i = inttoptr i64 %.515.i368.i.i to ptr
  store i64 %.148.i.i, ptr %.1272.i461.i.i, align 8
  %.1279.i462.i.i = add i64 %.515.i368.i.i, 8
  %.1280.i463.i.i = inttoptr i64 %.1279.i462.i.i to ptr
  store i64 %.1179.i450.i.i, ptr %.1280.i463.i.i, align 8
  %.1287.i464.i.i = add i64 %.515.i368.i.i, 16
  %.1288.i465.i.i = inttoptr i64 %.1287.i464.i.i to ptr
  store i64 %array.5.0.i435.i.i, ptr %.1288.i465.i.i, align 8
  %.1296.i468.i.i = load i64, ptr %.203.i603.i.i.i, align 8
  %.1301.i469.i.i = add i64 %.515.i368.i.i, 24
  %.1302.i470.i.i = inttoptr i64 %.1301.i469.i.i to ptr
  store i64 %.1296.i468.i.i, ptr %.1302.i470.i.i, align 8
  %.1307.i471.i.i = add nuw nsw i64 %new.3.0627.i.i, 1
  br label %helper_14.exit.i.i
B2792.i352.i.i:                                   ; preds = %B682.i.i
  %.1326.i353.i.i = shl i64 %.32.i244.i.i, 5
  %.1332.i355.i.i = add i64 %.1326.i353.i.i, %.1735.i271.i.i
  %.1333.i356.i.i = inttoptr i64 %.1332.i355.i.i to ptr
  %.1334.i357.i.i = load i64, ptr %.1333.i356.i.i, align 8
  %.1336.i358.i.i = icmp eq i64 %.1334.i357.i.i, %.148.i.i
  br i1 %.1336.i358.i.i, label %B2864.i362.i.i, label %B2954.i359.i.i
B2864.i362.i.i:                                   ; preds = %B2792.i352.i.i
  %.6.i538.i.i.i = add i64 %.148.i.i, 8
  %.7.i539.i.i.i = inttoptr i64 %.6.i538.i.i.i to ptr
  %.8.i540.i363.i.i = load i64, ptr %.7.i539.i.i.i, align 8
  %.9.i543.i.i.i = load i64, ptr %.8.i542.i.i.i, align 8
  %.1394.i364.i.i = icmp eq i64 %.8.i540.i363.i.i, %.9.i543.i.i.i
  br i1 %.1394.i364.i.i, label %helper_14.exit.i.i, label %B2954.i359.i.i
B2954.i359.i.i:                                   ; preds = %B2864.i362.i.i, %B2792.i352.i.i
  br label %helper_14.exit.i.i
B2990.i296.i.i:                                   ; preds = %B682.i.i
  br i1 %.681.i96, label %helper_14.exit.i.i, label %B3002.i298.i.i
B3002.i298.i.i:                                   ; preds = %B2990.i296.i.i
  %.1428.i299.i.i = add i64 %p.4.0628.i.i, 24
  %.1429.i300.i.i = inttoptr i64 %.1428.i299.i.i to ptr
  %.1430.i301.i.i = load i64, ptr %.1429.i300.i.i, align 8
  %.6.i.i544.i.i.i = add i64 %.148.i.i, 8
  %.7.i.i545.i.i.i = inttoptr i64 %.6.i.i544.i.i.i to ptr
  %.8.i.i546.i.i.i = load i64, ptr %.7.i.i545.i.i.i, align 8
  %.9.i.i547.i.i.i = load i64, ptr %.8.i47.i570.i.i.i, align 8
  %.74.i.i304.i.i = icmp ne i64 %.8.i.i546.i.i.i, %.9.i.i547.i.i.i
  %.77.not.i.i305.i.i = icmp eq i64 %.1430.i301.i.i, 0
  %or.cond.i.i306.i.i = select i1 %.74.i.i304.i.i, i1 true, i1 %.77.not.i.i305.i.i
  %.139.not.i.i333.i.i = icmp eq i64 %.32.i244.i.i, 0
  br i1 %or.cond.i.i306.i.i, label %B178.i.i332.i.i, label %B106.i.i307.i.i
B106.i.i307.i.i:                                  ; preds = %B3002.i298.i.i
  br i1 %.139.not.i.i333.i.i, label %B3070.i316.i.i, label %B118.i.i308.i.i
B118.i.i308.i.i:                                  ; preds = %B106.i.i307.i.i
  %.9.i50.i.i311.i.i = load i64, ptr %.8.i49.i579.i.i.i, align 8
  %.120.i.i312.i.i = icmp eq i64 %.32.i244.i.i, %.9.i50.i.i311.i.i
  br label %helper_10.exit.i313.i.i
B178.i.i332.i.i:                                  ; preds = %B3002.i298.i.i
  %.143.not.i.i334.i.i = icmp eq i64 %.8.i.i546.i.i.i, %.32.i244.i.i
  %or.cond44.i.i335.i.i = or i1 %.139.not.i.i333.i.i, %.143.not.i.i334.i.i
  br i1 %or.cond44.i.i335.i.i, label %B206.i.i336.i.i, label %helper_14.exit.i.i
B206.i.i336.i.i:                                  ; preds = %B178.i.i332.i.i
  %.9.i53.i.i339.i.i = load i64, ptr %.8.i52.i591.i.i.i, align 8
  %.185.i.i340.i.i = icmp eq i64 %.8.i.i546.i.i.i, %.9.i53.i.i339.i.i
  br i1 %.185.i.i340.i.i, label %B266.i.i346.i.i, label %B450.i.i341.i.i
B266.i.i346.i.i:                                  ; preds = %B206.i.i336.i.i
  %.193.i.i348.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.148.i.i, i64 %.37.i.i)
  %.204.i.i350.i.i = load i32, ptr %.203.i603.i.i.i, align 4
  %.208.i.i351.i.i = icmp eq i32 %.204.i.i350.i.i, 0
  %17 = add i64 %.193.i.i348.i.i, 9007199254740991
  %18 = icmp ult i64 %17, 18014398509481983
  %narrow.i550.i.i.i = select i1 %.208.i.i351.i.i, i1 %18, i1 false
  br label %helper_10.exit.i313.i.i
B450.i.i341.i.i:                                  ; preds = %B206.i.i336.i.i
  %.9.i56.i.i344.i.i = load i64, ptr %.8.i49.i579.i.i.i, align 8
  %.284.i.i345.i.i = icmp eq i64 %.8.i.i546.i.i.i, %.9.i56.i.i344.i.i
  br label %helper_10.exit.i313.i.i
helper_10.exit.i313.i.i: ; preds = %B450.i.i341.i.i, %B266.i.i346.i.i, %B118.i.i308.i.i
  %.1436.0.shrunk.i314.i.i = phi i1 [ %narrow.i550.i.i.i, %B266.i.i346.i.i ], [ %.284.i.i345.i.i, %B450.i.i341.i.i ], [ %.120.i.i312.i.i, %B118.i.i308.i.i ]
  br i1 %.1436.0.shrunk.i314.i.i, label %B3070.i316.i.i, label %helper_14.exit.i.i
B3070.i316.i.i:                                   ; preds = %helper_10.exit.i313.i.i, %B106.i.i307.i.i
  %.10.i553.i.i.i = load i64, ptr %.9.i552.i.i.i, align 8
  %.11.i554.i.i.i = add nsw i64 %.10.i553.i.i.i, %pending.2.0.i
  %.14.i555.i.i.i = inttoptr i64 %.11.i554.i.i.i to ptr
  %.15.i556.i.i.i = load i64, ptr %.14.i555.i.i.i, align 8
  %.1518.i317.i.i = tail call i64 @PyList_GetItem(i64 %.15.i556.i.i.i, i64 %.37.i247.i.i)
  %.1521.i318.i.i = tail call i64 @PyTuple_GetItem(i64 %.1518.i317.i.i, i64 2)
  %.8.i.i559.i.i.i = load i64, ptr %.7.i.i545.i.i.i, align 8
  %.9.i.i560.i.i.i = load i64, ptr %.8.i52.i591.i.i.i, align 8
  %.64.i.i321.i.i = icmp eq i64 %.8.i.i559.i.i.i, %.9.i.i560.i.i.i
  br i1 %.64.i.i321.i.i, label %B90.i564.i.i.i, label %B180.i561.i.i.i
B90.i564.i.i.i:                                   ; preds = %B3070.i316.i.i
  %.72.i.i330.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.148.i.i, i64 %.37.i.i)
  %.75.i.i331.i.i = sitofp i64 %.72.i.i330.i.i to double
  br label %helper_11.exit.i324.i.i
B180.i561.i.i.i:                                  ; preds = %B3070.i316.i.i
  %.82.i.i322.i.i = add i64 %.148.i.i, 16
  %.83.i.i323.i.i = inttoptr i64 %.82.i.i322.i.i to ptr
  %.84.i562.i.i.i = load double, ptr %.83.i.i323.i.i, align 8
  br label %helper_11.exit.i324.i.i
helper_11.exit.i324.i.i: ; preds = %B180.i561.i.i.i, %B90.i564.i.i.i
  %storemerge.i563.i.i.i = phi double [ %.84.i562.i.i.i, %B180.i561.i.i.i ], [ %.75.i.i331.i.i, %B90.i564.i.i.i ]
  %.1556.i325.i.i = tail call double @PyFloat_AsDouble(i64 %.1521.i318.i.i)
  %.1558.i326.i.i = fcmp oeq double %.1556.i325.i.i, %storemerge.i563.i.i.i
  %.1561.i327.i.i = fcmp une double %storemerge.i563.i.i.i, 0.000000e+00
  %or.cond436.i328.i.i = and i1 %.1561.i327.i.i, %.1558.i326.i.i
  %"$phi3268.0.2.0.i329.i.i" = select i1 %or.cond436.i328.i.i, i64 %new.3.0627.i.i, i64 -1
  br label %helper_14.exit.i.i
B3302.i280.i.i:                                   ; preds = %B682.i.i
  %.1596.i281.i.i = add i64 %p.4.0628.i.i, 24
  %.1597.i282.i.i = inttoptr i64 %.1596.i281.i.i to ptr
  %.1598.i283.i.i = load i64, ptr %.1597.i282.i.i, align 8
  %.6.i.i566.i.i.i = add i64 %.148.i.i, 8
  %.7.i.i567.i.i.i = inttoptr i64 %.6.i.i566.i.i.i to ptr
  %.8.i.i568.i.i.i = load i64, ptr %.7.i.i567.i.i.i, align 8
  %.9.i.i571.i.i.i = load i64, ptr %.8.i47.i570.i.i.i, align 8
  %.74.i572.i.i.i = icmp ne i64 %.8.i.i568.i.i.i, %.9.i.i571.i.i.i
  %.77.not.i573.i.i.i = icmp eq i64 %.1598.i283.i.i, 0
  %or.cond.i574.i.i.i = select i1 %.74.i572.i.i.i, i1 true, i1 %.77.not.i573.i.i.i
  %.139.not.i585.i.i.i = icmp eq i64 %.32.i244.i.i, 0
  br i1 %or.cond.i574.i.i.i, label %B178.i584.i.i.i, label %B106.i575.i.i.i
B106.i575.i.i.i:                                  ; preds = %B3302.i280.i.i
  br i1 %.139.not.i585.i.i.i, label %B3370.i286.i.i, label %B118.i577.i.i.i
B118.i577.i.i.i:                                  ; preds = %B106.i575.i.i.i
  %.9.i50.i580.i.i.i = load i64, ptr %.8.i49.i579.i.i.i, align 8
  %.120.i581.i.i.i = icmp eq i64 %.32.i244.i.i, %.9.i50.i580.i.i.i
  br label %helper_10.exit608.i.i.i
B178.i584.i.i.i:                                  ; preds = %B3302.i280.i.i
  %.143.not.i586.i.i.i = icmp eq i64 %.8.i.i568.i.i.i, %.32.i244.i.i
  %or.cond44.i587.i.i.i = or i1 %.139.not.i585.i.i.i, %.143.not.i586.i.i.i
  br i1 %or.cond44.i587.i.i.i, label %B206.i589.i.i.i, label %helper_14.exit.i.i
B206.i589.i.i.i:                                  ; preds = %B178.i584.i.i.i
  %.9.i53.i592.i.i.i = load i64, ptr %.8.i52.i591.i.i.i, align 8
  %.185.i593.i.i.i = icmp eq i64 %.8.i.i568.i.i.i, %.9.i53.i592.i.i.i
  br i1 %.185.i593.i.i.i, label %B266.i600.i.i.i, label %B450.i594.i.i.i
B266.i600.i.i.i:                                  ; preds = %B206.i589.i.i.i
  %.193.i602.i.i.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.148.i.i, i64 %.37.i.i)
  %.204.i604.i.i.i = load i32, ptr %.203.i603.i.i.i, align 4
  %.208.i605.i.i.i = icmp eq i32 %.204.i604.i.i.i, 0
  %19 = add i64 %.193.i602.i.i.i, 9007199254740991
  %20 = icmp ult i64 %19, 18014398509481983
  %narrow.i606.i.i.i = select i1 %.208.i605.i.i.i, i1 %20, i1 false
  br label %helper_10.exit608.i.i.i
B450.i594.i.i.i:                                  ; preds = %B206.i589.i.i.i
  %.9.i56.i597.i.i.i = load i64, ptr %.8.i49.i579.i.i.i, align 8
  %.284.i598.i.i.i = icmp eq i64 %.8.i.i568.i.i.i, %.9.i56.i597.i.i.i
  br label %helper_10.exit608.i.i.i
helper_10.exit608.i.i.i: ; preds = %B450.i594.i.i.i, %B266.i600.i.i.i, %B118.i577.i.i.i
  %.1604.0.shrunk.i284.i.i = phi i1 [ %narrow.i606.i.i.i, %B266.i600.i.i.i ], [ %.284.i598.i.i.i, %B450.i594.i.i.i ], [ %.120.i581.i.i.i, %B118.i577.i.i.i ]
  br i1 %.1604.0.shrunk.i284.i.i, label %B3370.i286.i.i, label %helper_14.exit.i.i
B3370.i286.i.i:                                   ; preds = %helper_10.exit608.i.i.i, %B106.i575.i.i.i
  %.1649.i287.i.i = shl i64 %new.3.0627.i.i, 5
  %.1653.i289.i.i = add i64 %.1649.i287.i.i, %.1735.i271.i.i
  %.1659.i290.i.i = inttoptr i64 %.1653.i289.i.i to ptr
  store i64 %.148.i.i, ptr %.1659.i290.i.i, align 8
  %.1664.i291.i.i = add i64 %.1653.i289.i.i, 8
  %.1665.i292.i.i = inttoptr i64 %.1664.i291.i.i to ptr
  store i64 0, ptr %.1665.i292.i.i, align 8
  %.1668.i293.i.i = add i64 %.1653.i289.i.i, 16
  %.1669.i294.i.i = inttoptr i64 %.1668.i293.i.i to ptr
  store i64 0, ptr %.1669.i294.i.i, align 8
  %.1672.i295.i.i = add nuw nsw i64 %new.3.0627.i.i, 1
  br label %helper_14.exit.i.i
B3562.i265.i.i:                                   ; preds = %B682.i.i
  store i64 0, ptr %.1690.i235.i.i, align 8
  call fastcc void @helper_12(ptr %.1690.i235.i.i, i64 %arg.c, i64 %.148.i.i, i64 range(i64 -9223372036854775688, -9223372036854775808) %p.4.0628.i.i)
  %.1704.i267.i.i = load i64, ptr %.1690.i235.i.i, align 8
  %.1720.i268.i.i = icmp eq i64 %.1704.i267.i.i, 0
  br i1 %.1720.i268.i.i, label %helper_14.exit.i.i, label %B3612.i269.i.i
B3612.i269.i.i:                                   ; preds = %B3562.i265.i.i
  %.1733.i270.i.i = shl i64 %new.3.0627.i.i, 5
  %.1737.i272.i.i = add i64 %.1733.i270.i.i, %.1735.i271.i.i
  %.1743.i273.i.i = inttoptr i64 %.1737.i272.i.i to ptr
  store i64 %.148.i.i, ptr %.1743.i273.i.i, align 8
  %.1748.i274.i.i = add i64 %.1737.i272.i.i, 8
  %.1749.i275.i.i = inttoptr i64 %.1748.i274.i.i to ptr
  store i64 0, ptr %.1749.i275.i.i, align 8
  %.1753.i276.i.i = add i64 %.1737.i272.i.i, 16
  %.1754.i277.i.i = inttoptr i64 %.1753.i276.i.i to ptr
  store i64 %.1704.i267.i.i, ptr %.1754.i277.i.i, align 8
  %.1759.i278.i.i = add nuw nsw i64 %new.3.0627.i.i, 1
  br label %helper_14.exit.i.i
B3804.i260.i.i:                                   ; preds = %B682.i.i
  store i8 0, ptr %.1777.i237.i.i, align 1
  call fastcc void @helper_13(ptr %.1777.i237.i.i, i64 %arg.c, i64 %.148.i.i, i64 %.32.i244.i.i)
  %.1791.i262.i.i = load i8, ptr %.1777.i237.i.i, align 1
  %.1794.not.i263.i.i = icmp eq i8 %.1791.i262.i.i, 0
  %"$phi3844.0.2.0.i264.i.i" = select i1 %.1794.not.i263.i.i, i64 -1, i64 %new.3.0627.i.i
  br label %helper_14.exit.i.i
B3878.i248.i.i:                                   ; preds = %B682.i.i
  %.6.i.i609.i.i.i = add i64 %.148.i.i, 8
  %.7.i.i610.i.i.i = inttoptr i64 %.6.i.i609.i.i.i to ptr
  %.8.i.i611.i.i.i = load i64, ptr %.7.i.i610.i.i.i, align 8
  %.9.i.i614.i.i.i = load i64, ptr %.8.i62.i613.i.i.i, align 8
  %.64.not.i615.i.i.i = icmp eq i64 %.8.i.i611.i.i.i, %.9.i.i614.i.i.i
  br i1 %.64.not.i615.i.i.i, label %B90.i617.i.i.i, label %helper_14.exit.i.i
B90.i617.i.i.i:                                   ; preds = %B3878.i248.i.i
  %.68.i618.i.i.i = add i64 %.148.i.i, 64
  %.69.i619.i.i.i = inttoptr i64 %.68.i618.i.i.i to ptr
  %.70.i620.i.i.i = load i32, ptr %.69.i619.i.i.i, align 4
  %21 = and i32 %.70.i620.i.i.i, 1
  %.73.i621.i.i.i = icmp eq i32 %21, 0
  br i1 %.73.i621.i.i.i, label %helper_14.exit.i.i, label %B180.i622.i.i.i
B180.i622.i.i.i:                                  ; preds = %B90.i617.i.i.i
  %.84.i623.i.i.i = add i64 %.148.i.i, 56
  %.85.i624.i.i.i = inttoptr i64 %.84.i623.i.i.i to ptr
  %.86.i625.i.i.i = load i64, ptr %.85.i624.i.i.i, align 8
  %.89.i626.i.i.i = add i64 %.32.i244.i.i, 56
  %.90.i627.i.i.i = inttoptr i64 %.89.i626.i.i.i to ptr
  %.91.i628.i.i.i = load i64, ptr %.90.i627.i.i.i, align 8
  %.92.not.i629.i.i.i = icmp eq i64 %.86.i625.i.i.i, %.91.i628.i.i.i
  br i1 %.92.not.i629.i.i.i, label %B288.i631.i.i.i, label %helper_14.exit.i.i
B288.i631.i.i.i:                                  ; preds = %B180.i622.i.i.i
  %.96.i632.i.i.i = add i64 %.148.i.i, 24
  %.97.i633.i.i.i = inttoptr i64 %.96.i632.i.i.i to ptr
  %.98.i634.i.i.i = load i32, ptr %.97.i633.i.i.i, align 4
  %.102.i635.i.i.i = add i64 %.32.i244.i.i, 24
  %.103.i636.i.i.i = inttoptr i64 %.102.i635.i.i.i to ptr
  %.104.i637.i.i.i = load i32, ptr %.103.i636.i.i.i, align 4
  %.106.not.i638.i.i.i = icmp eq i32 %.98.i634.i.i.i, %.104.i637.i.i.i
  br i1 %.106.not.i638.i.i.i, label %B400.i639.i.i.i, label %helper_14.exit.i.i
B400.i639.i.i.i:                                  ; preds = %B288.i631.i.i.i
  %.117.i640.i.i.i = add i64 %.148.i.i, 32
  %.118.i641.i.i.i = inttoptr i64 %.117.i640.i.i.i to ptr
  %.119.i642.i.i.i = load i64, ptr %.118.i641.i.i.i, align 8
  %.122.i643.i.i.i = add i64 %.32.i244.i.i, 32
  %.123.i644.i.i.i = inttoptr i64 %.122.i643.i.i.i to ptr
  %.124.i645.i.i.i = load i64, ptr %.123.i644.i.i.i, align 8
  %narrow.i646.i.i.i = tail call i32 @llvm.smax.i32(i32 %.98.i634.i.i.i, i32 0)
  %storemerge.i647.i.i.i = zext nneg i32 %narrow.i646.i.i.i to i64
  br label %B582.i648.i.i.i
B582.i648.i.i.i:                                  ; preds = %B584.i651.i.i.i, %B400.i639.i.i.i
  %.164.0.i649.i.i.i = phi i64 [ 0, %B400.i639.i.i.i ], [ %.233.i652.i.i.i, %B584.i651.i.i.i ]
  %exitcond.not.i650.i.i.i = icmp eq i64 %.164.0.i649.i.i.i, %storemerge.i647.i.i.i
  br i1 %exitcond.not.i650.i.i.i, label %B3916.i250.i.i, label %B584.i651.i.i.i
B584.i651.i.i.i:                                  ; preds = %B582.i648.i.i.i
  %22 = shl i64 %.164.0.i649.i.i.i, 3
  %.233.i652.i.i.i = add nuw nsw i64 %.164.0.i649.i.i.i, 1
  %.260.i653.i.i.i = add i64 %22, %.119.i642.i.i.i
  %.261.i654.i.i.i = inttoptr i64 %.260.i653.i.i.i to ptr
  %.262.i655.i.i.i = load i64, ptr %.261.i654.i.i.i, align 8
  %.265.i656.i.i.i = add i64 %22, %.124.i645.i.i.i
  %.266.i657.i.i.i = inttoptr i64 %.265.i656.i.i.i to ptr
  %.267.i658.i.i.i = load i64, ptr %.266.i657.i.i.i, align 8
  %.268.not.i659.i.i.i = icmp eq i64 %.262.i655.i.i.i, %.267.i658.i.i.i
  br i1 %.268.not.i659.i.i.i, label %B582.i648.i.i.i, label %helper_14.exit.i.i
B3916.i250.i.i:                                   ; preds = %B582.i648.i.i.i
  %.1891.i251.i.i = add i64 %.148.i.i, 16
  %.1892.i252.i.i = inttoptr i64 %.1891.i251.i.i to ptr
  %.1893.i253.i.i = load i64, ptr %.1892.i252.i.i, align 8
  %.1898.i254.i.i = add i64 %.32.i244.i.i, 16
  %.1899.i255.i.i = inttoptr i64 %.1898.i254.i.i to ptr
  %.1900.i256.i.i = load i64, ptr %.1899.i255.i.i, align 8
  %.1904.i257.i.i = tail call i32 @memcmp(i64 %.1893.i253.i.i, i64 %.1900.i256.i.i, i64 %.37.i247.i.i)
  %.1908.i258.i.i = icmp eq i32 %.1904.i257.i.i, 0
  %arg.new..i259.i.i = select i1 %.1908.i258.i.i, i64 %new.3.0627.i.i, i64 -1
  br label %helper_14.exit.i.i
helper_14.exit.i.i: ; preds = %B584.i651.i.i.i, %B584.i.i411.i.i, %B2268.i441.i.i, %B3916.i250.i.i, %B288.i631.i.i.i, %B180.i622.i.i.i, %B90.i617.i.i.i, %B3878.i248.i.i, %B3804.i260.i.i, %B3612.i269.i.i, %B3562.i265.i.i, %B3370.i286.i.i, %helper_10.exit608.i.i.i, %B178.i584.i.i.i, %helper_11.exit.i324.i.i, %helper_10.exit.i313.i.i, %B178.i.i332.i.i, %B2990.i296.i.i, %B2954.i359.i.i, %B2864.i362.i.i, %B2566.i460.i.i, %B2532.i458.i.i, %B2398.i472.i.i, %B2220.i434.i.i, %B1910.i424.i.i, %B1898.i422.i.i, %B1326.i.i.i, %B1294.i.i.i, %B288.i.i392.i.i, %B180.i.i384.i.i, %B90.i.i379.i.i, %B1134.i.i.i, %B1084.i.i.i, %B910.i539.i.i, %B840.i535.i.i, %B684.i542.i.i, %helper_7.exit.i569.i.i, %B428.i573.i.i, %B230.i491.i.i, %B140.i483.i.i, %B682.i.i
  %.602.0.i.i = phi i64 [ %arg.new..i259.i.i, %B3916.i250.i.i ], [ %"$phi3844.0.2.0.i264.i.i", %B3804.i260.i.i ], [ %.1759.i278.i.i, %B3612.i269.i.i ], [ %.1672.i295.i.i, %B3370.i286.i.i ], [ %"$phi3268.0.2.0.i329.i.i", %helper_11.exit.i324.i.i ], [ -1, %B2398.i472.i.i ], [ %.1307.i471.i.i, %B2566.i460.i.i ], [ -1, %B2532.i458.i.i ], [ -1, %B1294.i.i.i ], [ %.746.i.i.i, %B1326.i.i.i ], [ %"$phi522.0.2.0.i582.i.i", %B428.i573.i.i ], [ -1, %B684.i542.i.i ], [ -1, %B140.i483.i.i ], [ -1, %B230.i491.i.i ], [ -1, %helper_7.exit.i569.i.i ], [ -1, %B910.i539.i.i ], [ %new.3.0627.i.i, %B840.i535.i.i ], [ -1, %B288.i.i392.i.i ], [ -1, %B180.i.i384.i.i ], [ -1, %B90.i.i379.i.i ], [ -1, %B1134.i.i.i ], [ -1, %B1084.i.i.i ], [ -1, %B1910.i424.i.i ], [ -1, %B1898.i422.i.i ], [ -1, %B2220.i434.i.i ], [ -1, %B2954.i359.i.i ], [ %new.3.0627.i.i, %B2864.i362.i.i ], [ -1, %helper_10.exit.i313.i.i ], [ -1, %B178.i.i332.i.i ], [ -1, %B2990.i296.i.i ], [ -1, %helper_10.exit608.i.i.i ], [ -1, %B178.i584.i.i.i ], [ -1, %B3562.i265.i.i ], [ -1, %B288.i631.i.i.i ], [ -1, %B180.i622.i.i.i ], [ -1, %B90.i617.i.i.i ], [ -1, %B3878.i248.i.i ], [ -1, %B682.i.i ], [ -1, %B2268.i441.i.i ], [ -1, %B584.i.i411.i.i ], [ -1, %B584.i651.i.i.i ]
  %.632.i.i = icmp slt i64 %.602.0.i.i, 0
  br i1 %.632.i.i, label %B734.i.i, label %B772.i.i
B734.i.i:                                         ; preds = %helper_14.exit.i.i
  %.8945.not.i585.i.i = icmp eq i64 %new.3.0627.i.i, 0
  br i1 %.8945.not.i585.i.i, label %helper_5.exit.i, label %B36.lr.ph.i586.i.i
B36.lr.ph.i586.i.i:                               ; preds = %B734.i.i
  %.34.148.i587.i.i = add nsw i64 %new.3.0627.i.i, -1
  br label %B36.i590.i.i
B36.i590.i.i:                                     ; preds = %B267.i603.i.i, %B36.lr.ph.i586.i.i
  %.34.151.i591.i.i = phi i64 [ %.34.148.i587.i.i, %B36.lr.ph.i586.i.i ], [ %.34.1.i608.i.i, %B267.i603.i.i ]
  %.31.150.i592.i.i = phi i64 [ 1, %B36.lr.ph.i586.i.i ], [ %.31.1.i606.i.i, %B267.i603.i.i ]
  %.31.049.i593.i.i = phi i64 [ 0, %B36.lr.ph.i586.i.i ], [ %.31.150.i592.i.i, %B267.i603.i.i ]
  %23 = shl i64 %.31.049.i593.i.i, 5
  %.132.i594.i.i = add i64 %23, %.131.i588.i.i
  %.133.i595.i.i = inttoptr i64 %.132.i594.i.i to ptr
  %.134.i596.i.i = load i64, ptr %.133.i595.i.i, align 8
  %.150.not.i600.i.i = icmp eq i64 %.134.i596.i.i, 0
  br i1 %.150.not.i600.i.i, label %B222.i609.i.i, label %B267.i603.i.i.sink.split
B222.i609.i.i:                                    ; preds = %B36.i590.i.i
  %.140.i597.i.i = add i64 %23, %.139.i589.i.i
  %.141.i598.i.i = inttoptr i64 %.140.i597.i.i to ptr
  %.142.i599.i.i = load i64, ptr %.141.i598.i.i, align 8
  %.162.not.i610.i.i = icmp eq i64 %.142.i599.i.i, 0
  br i1 %.162.not.i610.i.i, label %B267.i603.i.i, label %B267.i603.i.i.sink.split
B267.i603.i.i.sink.split:                         ; preds = %B222.i609.i.i, %B36.i590.i.i
  %.142.i599.i.i.sink = phi i64 [ %.134.i596.i.i, %B36.i590.i.i ], [ %.142.i599.i.i, %B222.i609.i.i ]
  %.165.i612.i.i = tail call ptr @Py_DecRef(i64 %.142.i599.i.i.sink)
  br label %B267.i603.i.i
B267.i603.i.i:                                    ; preds = %B267.i603.i.i.sink.split, %B222.i609.i.i
  %.89.i604.i.i = icmp sgt i64 %.34.151.i591.i.i, 0
  %.102.i605.i.i = zext i1 %.89.i604.i.i to i64
  %.31.1.i606.i.i = add i64 %.31.150.i592.i.i, %.102.i605.i.i
  %.98.i607.i.i = sext i1 %.89.i604.i.i to i64
  %.34.1.i608.i.i = add nsw i64 %.34.151.i591.i.i, %.98.i607.i.i
  br i1 %.89.i604.i.i, label %B36.i590.i.i, label %helper_5.exit.i
B772.i.i:                                         ; preds = %helper_14.exit.i.i
  %.685.i.i = add nsw i64 %p.4.0628.i.i, 32
  br label %B791.i.i
B791.i.i:                                         ; preds = %B416.i.i, %B772.i.i
  %p.5.1.i.i = phi i64 [ %.685.i.i, %B772.i.i ], [ %p.6.1.i.i, %B416.i.i ]
  %new.4.1.i.i = phi i64 [ %.602.0.i.i, %B772.i.i ], [ %new.5.1.i.i, %B416.i.i ]
  %.105.i.i = icmp sgt i64 %.49.1629.i.i, 0
  %.114.i.i = sext i1 %.105.i.i to i64
  %.49.1.i.i = add nsw i64 %.49.1629.i.i, %.114.i.i
  %.118.i.i = zext i1 %.105.i.i to i64
  %.46.1.i.i = add i64 %.46.1630.i.i, %.118.i.i
  br i1 %.105.i.i, label %B78.i.i, label %helper_5.exit.i
helper_5.exit.i: ; preds = %B791.i.i, %B267.i603.i.i, %B267.i.i.i, %B267.i218.i.i, %B734.i.i, %B622.i.i, %B338.i.i, %B1912.i
  %.1127.0.i = phi i64 [ -1, %B338.i.i ], [ -1, %B622.i.i ], [ -1, %B734.i.i ], [ 0, %B1912.i ], [ -1, %B267.i218.i.i ], [ -1, %B267.i.i.i ], [ -1, %B267.i603.i.i ], [ %new.4.1.i.i, %B791.i.i ]
  %.1155.i = icmp sgt i64 %.1127.0.i, -1
  br i1 %.1155.i, label %B1990.i, label %B2168.i
B1990.i:                                          ; preds = %helper_5.exit.i
  %.18.i.i = add i64 %.15.i365.i, 96
  %.19.i.i = inttoptr i64 %.18.i.i to ptr
  %.20.i.i = load i64, ptr %.19.i.i, align 8
  %.21.i.i = tail call i64 @PyList_GetItem(i64 %.20.i.i, i64 0)
  %.22.i.i = tail call i64 @PyLong_AsLongLong(i64 %.21.i.i)
  %.23.not.i.i = icmp eq i64 %.22.i.i, 0
  br i1 %.23.not.i.i, label %B122.i.i, label %B2136.i
B122.i.i:                                         ; preds = %B1990.i
  %.38.i369.i = add i64 %.15.i365.i, 64
  %.39.i.i = inttoptr i64 %.38.i369.i to ptr
  %.40.i.i = load i64, ptr %.39.i.i, align 8
  %.45.i.i = and i64 %.40.i.i, 2
  %.46.not.i.i = icmp eq i64 %.45.i.i, 0
  br i1 %.46.not.i.i, label %B440.i.i, label %B212.i.i
B212.i.i:                                         ; preds = %B122.i.i
  %.53.i.i = load i64, ptr %.52.i.i, align 8
  %.10.i.i.i = load i64, ptr %.9.i.i489.i.i.i, align 8
  %.11.i.i.i = add nsw i64 %.10.i.i.i, %.53.i.i
  %.14.i.i.i = inttoptr i64 %.11.i.i.i to ptr
  %.15.i.i.i = load i64, ptr %.14.i.i.i, align 8
  %.85.not.i.i = icmp eq i64 %.15.i.i.i, 0
  br i1 %.85.not.i.i, label %B440.i.i, label %B326.i.i
B326.i.i:                                         ; preds = %B212.i.i
  %.10.i111.i.i = load i64, ptr %.9.i110.i.i, align 8
  %.11.i112.i.i = add nsw i64 %.10.i111.i.i, %.15.i.i.i
  %.14.i113.i.i = inttoptr i64 %.11.i112.i.i to ptr
  %.15.i114.i.i = load i64, ptr %.14.i113.i.i, align 8
  %.9.i116.i.i = load i64, ptr %.8.i269.i, align 8
  %.142.not.i.i = icmp eq i64 %.15.i114.i.i, %.9.i116.i.i
  br i1 %.142.not.i.i, label %B440.i.i, label %B2136.i
B440.i.i:                                         ; preds = %B326.i.i, %B212.i.i, %B122.i.i
  %.160.i.i = and i64 %.40.i.i, 8
  %.163.not.i.i = icmp eq i64 %.160.i.i, 0
  br i1 %.163.not.i.i, label %B660.i.i, label %B478.i.i
B478.i.i:                                         ; preds = %B440.i.i
  %.170.i.i = load i64, ptr %.52.i.i, align 8
  %.10.i.i.i376.i = load i64, ptr %.9.i.i489.i.i.i, align 8
  %.11.i.i.i377.i = add nsw i64 %.10.i.i.i376.i, %.170.i.i
  %.14.i.i.i378.i = inttoptr i64 %.11.i.i.i377.i to ptr
  %.15.i.i.i379.i = load i64, ptr %.14.i.i.i378.i, align 8
  %.40.i.i.i = icmp eq i64 %.15.i.i.i379.i, 0
  br i1 %.40.i.i.i, label %helper_7.exit.i.i, label %B74.i.i.i
B74.i.i.i:                                        ; preds = %B478.i.i
  %.10.i23.i.i.i = load i64, ptr %.9.i22.i497.i.i.i, align 8
  %.11.i24.i.i.i = add nsw i64 %.10.i23.i.i.i, %.15.i.i.i379.i
  %.14.i25.i.i.i = inttoptr i64 %.11.i24.i.i.i to ptr
  %.15.i26.i.i.i = load i64, ptr %.14.i25.i.i.i, align 8
  %.81.not.i.i.i = icmp eq i64 %.15.i26.i.i.i, 0
  br i1 %.81.not.i.i.i, label %B230.i.i383.i, label %B140.i.i380.i
B140.i.i380.i:                                    ; preds = %B74.i.i.i
  %.6.i.i.i381.i = add i64 %.15.i26.i.i.i, 8
  %.7.i.i.i382.i = inttoptr i64 %.6.i.i.i381.i to ptr
  %.8.i27.i.i.i = load i64, ptr %.7.i.i.i382.i, align 8
  %.9.i30.i.i.i = load i64, ptr %.8.i62.i613.i.i.i, align 8
  %.137.i.i.i = icmp eq i64 %.8.i27.i.i.i, %.9.i30.i.i.i
  br i1 %.137.i.i.i, label %helper_7.exit.i.i, label %B230.i.i383.i
B230.i.i383.i:                                    ; preds = %B140.i.i380.i, %B74.i.i.i
  br label %helper_7.exit.i.i
helper_7.exit.i.i: ; preds = %B230.i.i383.i, %B140.i.i380.i, %B478.i.i
  %storemerge.i.i.i = phi i64 [ 0, %B478.i.i ], [ 0, %B230.i.i383.i ], [ %.15.i26.i.i.i, %B140.i.i380.i ]
  %.200.i.i = icmp eq i64 %storemerge.i.i.i, 0
  br i1 %.200.i.i, label %B2136.i, label %B570.i.i
B570.i.i:                                         ; preds = %helper_7.exit.i.i
  %.204.i.i = add i64 %storemerge.i.i.i, 64
  %.205.i.i = inttoptr i64 %.204.i.i to ptr
  %.206.i.i106 = load i32, ptr %.205.i.i, align 4
  %24 = and i32 %.206.i.i106, 1
  %.211.i.i = icmp eq i32 %24, 0
  br i1 %.211.i.i, label %B2136.i, label %B660.i.i
B660.i.i:                                         ; preds = %B570.i.i, %B440.i.i
  br i1 %.681.i96, label %B1278.i.i, label %B674.i.i
B674.i.i:                                         ; preds = %B660.i.i
  %.10.i119.i.i = load i64, ptr %.9.i552.i.i.i, align 8
  %.11.i120.i.i = add nsw i64 %.10.i119.i.i, %pending.2.0.i
  %.14.i121.i.i = inttoptr i64 %.11.i120.i.i to ptr
  %.15.i122.i.i = load i64, ptr %.14.i121.i.i, align 8
  %.263.i.i = add i64 %.15.i365.i, 56
  %.264.i.i = inttoptr i64 %.263.i.i to ptr
  %.265.i.i = load i64, ptr %.264.i.i, align 8
  %.268.i.i = add i64 %.15.i365.i, 48
  %.269.i.i = inttoptr i64 %.268.i.i to ptr
  %.270.i.i = load i64, ptr %.269.i.i, align 8
  %25 = shl i64 %.270.i.i, 5
  %26 = shl i64 %.265.i.i, 3
  %.273.i.i = add i64 %26, %.5.i.i
  %.275.i.i = add i64 %.273.i.i, %25
  %.281.i.i = add i64 %.15.i365.i, 144
  %.282.i.i = inttoptr i64 %.281.i.i to ptr
  %.283.i.i = load i64, ptr %.282.i.i, align 8
  %.363143.i.i = icmp sgt i64 %.283.i.i, 0
  br i1 %.363143.i.i, label %B932.lr.ph.i.i, label %B1142.i.i
B932.lr.ph.i.i:                                   ; preds = %B674.i.i
  %.310.1146.i.i = add nsw i64 %.283.i.i, -1
  %.417.i.i = add i64 %.275.i.i, 8
  br label %B932.i.i
B932.i.i:                                         ; preds = %B1140.i.i, %B932.lr.ph.i.i
  %.310.1149.i.i = phi i64 [ %.310.1146.i.i, %B932.lr.ph.i.i ], [ %.310.1.i.i, %B1140.i.i ]
  %.307.1148.i.i = phi i64 [ 1, %B932.lr.ph.i.i ], [ %.307.1.i.i, %B1140.i.i ]
  %.307.0147.i.i = phi i64 [ 0, %B932.lr.ph.i.i ], [ %.307.1148.i.i, %B1140.i.i ]
  %27 = shl i64 %.307.0147.i.i, 4
  %.404.i.i = add i64 %27, %.275.i.i
  %.405.i.i = inttoptr i64 %.404.i.i to ptr
  %.406.i.i = load i64, ptr %.405.i.i, align 8
  %.408.i.i = tail call i64 @PyList_GetItem(i64 %.15.i122.i.i, i64 %.406.i.i)
  %.409.i.i = tail call i64 @PyTuple_GetItem(i64 %.408.i.i, i64 2)
  %.410.i.i = tail call double @PyFloat_AsDouble(i64 %.409.i.i)
  %.418.i.i = add i64 %.417.i.i, %27
  %.419.i.i = inttoptr i64 %.418.i.i to ptr
  %.420.i.i = load double, ptr %.419.i.i, align 8
  %.426.i.i = fcmp une double %.410.i.i, %.420.i.i
  br i1 %.426.i.i, label %B1110.i.i, label %B1140.i.i
B1110.i.i:                                        ; preds = %B932.i.i
  %.430.i.i = fcmp ord double %.410.i.i, 0.000000e+00
  %.436.i.i = fcmp ord double %.420.i.i, 0.000000e+00
  %or.cond.i.i = or i1 %.430.i.i, %.436.i.i
  br i1 %or.cond.i.i, label %B2136.i, label %B1140.i.i
B1140.i.i:                                        ; preds = %B1110.i.i, %B932.i.i
  %.363.i.i = icmp sgt i64 %.310.1149.i.i, 0
  %.376.i.i = zext i1 %.363.i.i to i64
  %.307.1.i.i = add i64 %.307.1148.i.i, %.376.i.i
  %.372.i.i = sext i1 %.363.i.i to i64
  %.310.1.i.i = add nsw i64 %.310.1149.i.i, %.372.i.i
  br i1 %.363.i.i, label %B932.i.i, label %B1142.i.i
B1142.i.i:                                        ; preds = %B1140.i.i, %B674.i.i
  %.10.i125.i.i = load i64, ptr %.9.i124.i.i, align 8
  %.11.i126.i.i = add nsw i64 %.10.i125.i.i, %pending.2.0.i
  %.14.i127.i.i = inttoptr i64 %.11.i126.i.i to ptr
  %.15.i128.i.i = load i64, ptr %.14.i127.i.i, align 8
  %.501.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i128.i.i)
  %.504.i.i = add i64 %.15.i365.i, 136
  %.505.i.i = inttoptr i64 %.504.i.i to ptr
  %.506.i.i = load i64, ptr %.505.i.i, align 8
  %.509.i.i = icmp sgt i64 %.501.i.i, %.506.i.i
  br label %helper_15.exit.i
B1278.i.i:                                        ; preds = %B660.i.i
  %.10.i131.i.i = load i64, ptr %.9.i130.i.i, align 8
  %.11.i132.i.i = add nsw i64 %.10.i131.i.i, %.45.i
  %.14.i133.i.i = inttoptr i64 %.11.i132.i.i to ptr
  %.15.i134.i.i = load i64, ptr %.14.i133.i.i, align 8
  %.6.i.i385.i = add i64 %.15.i134.i.i, 16
  %.7.i135.i.i = inttoptr i64 %.6.i.i385.i to ptr
  %.8.i136.i.i = load i64, ptr %.7.i135.i.i, align 8
  %.10.i139.i.i = load i64, ptr %.9.i138.i.i, align 8
  %.11.i140.i.i = add nsw i64 %.10.i139.i.i, %.45.i
  %.14.i141.i.i = inttoptr i64 %.11.i140.i.i to ptr
  %.15.i142.i.i = load i64, ptr %.14.i141.i.i, align 8
  %.600.i.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i142.i.i)
  %.601.i.i = icmp slt i64 %.8.i136.i.i, %.600.i.i
  br label %helper_15.exit.i
helper_15.exit.i: ; preds = %B1278.i.i, %B1142.i.i
  %.1162.0.shrunk.i = phi i1 [ %.601.i.i, %B1278.i.i ], [ %.509.i.i, %B1142.i.i ]
  br i1 %.1162.0.shrunk.i, label %B2026.i, label %B2136.i
B2026.i:                                          ; preds = %helper_15.exit.i
  %.1207.i = tail call ptr @Py_IncRef(i64 %.1037.i)
  store i64 0, ptr %.1216.i, align 8
  call fastcc void @helper_16(ptr %.1216.i, i64 %arg.c, i64 %.45.i, i64 %pending.2.0.i, i64 %storemerge.i.i, i64 %.5.i.i, i64 %.1127.0.i, i32 %.1117.i)
  %.1230.i = load i64, ptr %.1216.i, align 8
  %.1255.i = tail call ptr @Py_DecRef(i64 %.1037.i)
  br label %helper_3.exit
B2136.i:                                          ; preds = %B1110.i.i, %helper_15.exit.i, %B570.i.i, %helper_7.exit.i.i, %B326.i.i, %B1990.i
  %.8945.not.i.i = icmp eq i64 %.1127.0.i, 0
  br i1 %.8945.not.i.i, label %B2168.i, label %B36.lr.ph.i.i
B36.lr.ph.i.i:                                    ; preds = %B2136.i
  %.34.148.i.i = add nsw i64 %.1127.0.i, -1
  br label %B36.i.i
B36.i.i:                                          ; preds = %B267.i.i, %B36.lr.ph.i.i
  %.34.151.i.i = phi i64 [ %.34.148.i.i, %B36.lr.ph.i.i ], [ %.34.1.i.i, %B267.i.i ]
  %.31.150.i.i = phi i64 [ 1, %B36.lr.ph.i.i ], [ %.31.1.i.i, %B267.i.i ]
  %.31.049.i.i = phi i64 [ 0, %B36.lr.ph.i.i ], [ %.31.150.i.i, %B267.i.i ]
  %28 = shl i64 %.31.049.i.i, 5
  %.132.i.i101 = add i64 %28, %.131.i588.i.i
  %.133.i.i102 = inttoptr i64 %.132.i.i101 to ptr
  %.134.i.i103 = load i64, ptr %.133.i.i102, align 8
  %.150.not.i.i = icmp eq i64 %.134.i.i103, 0
  br i1 %.150.not.i.i, label %B222.i387.i, label %B267.i.i.sink.split
B222.i387.i:                                      ; preds = %B36.i.i
  %.140.i.i104 = add i64 %28, %.139.i589.i.i
  %.141.i.i105 = inttoptr i64 %.140.i.i104 to ptr
  %.142.i.i = load i64, ptr %.141.i.i105, align 8
  %.162.not.i.i = icmp eq i64 %.142.i.i, 0
  br i1 %.162.not.i.i, label %B267.i.i, label %B267.i.i.sink.split
B267.i.i.sink.split:                              ; preds = %B222.i387.i, %B36.i.i
  %.142.i.i.sink = phi i64 [ %.134.i.i103, %B36.i.i ], [ %.142.i.i, %B222.i387.i ]
  %.165.i.i = tail call ptr @Py_DecRef(i64 %.142.i.i.sink)
  br label %B267.i.i
B267.i.i:                                         ; preds = %B267.i.i.sink.split, %B222.i387.i
  %.89.i.i = icmp sgt i64 %.34.151.i.i, 0
  %.102.i.i = zext i1 %.89.i.i to i64
  %.31.1.i.i = add i64 %.31.150.i.i, %.102.i.i
  %.98.i.i = sext i1 %.89.i.i to i64
  %.34.1.i.i = add nsw i64 %.34.151.i.i, %.98.i.i
  br i1 %.89.i.i, label %B36.i.i, label %B2168.i
B2168.i:                                          ; preds = %B267.i.i, %B2136.i, %helper_5.exit.i
  %.1298.not.i = icmp eq i32 %.1117.i, 0
  br i1 %.1298.not.i, label %B2208.i, label %B2180.i
B2180.i:                                          ; preds = %B2168.i
  %.1302.i = tail call i32 @PyGC_Enable()
  br label %B2208.i
B2208.i:                                          ; preds = %B2180.i, %B2168.i
  br i1 %.1155.i, label %helper_3.exit, label %B2243.i
B2243.i:                                          ; preds = %B2208.i, %B1850.i, %B1676.i
  %.998.i = icmp sgt i64 %.944.1410.i, 0
  %.1011.i99 = zext i1 %.998.i to i64
  %.941.1.i = add i64 %.941.1409.i, %.1011.i99
  %.1007.i100 = sext i1 %.998.i to i64
  %.944.1.i = add nsw i64 %.944.1410.i, %.1007.i100
  br i1 %.998.i, label %B1676.i, label %helper_3.exit
helper_3.exit: ; preds = %B2243.i, %B2208.i, %B1490.i, %B1414.i, %B1226.i, %B1348.i, %helper_4.exit.i, %B644.i, %B758.i, %B518.i, %B308.i, %B394.i, %B410, %B2026.i
  %.182.0 = phi i64 [ %.1230.i, %B2026.i ], [ -1, %B410 ], [ -1, %B394.i ], [ -1, %B308.i ], [ -1, %B518.i ], [ -1, %B758.i ], [ -1, %B644.i ], [ -1, %helper_4.exit.i ], [ -1, %B1348.i ], [ -1, %B1226.i ], [ -1, %B1414.i ], [ -1, %B1490.i ], [ -1, %B2208.i ], [ -1, %B2243.i ]
  %.216 = icmp eq i64 %.182.0, -1
  br i1 %.216, label %B468, label %B644
B468:                                             ; preds = %helper_3.exit
  %.224 = and i64 %.37, 64
  %.227.not = icmp eq i64 %.224, 0
  br i1 %.227.not, label %B644, label %B506
B506:                                             ; preds = %B468
  %.232 = add i64 %arg.c, 696
  %.233 = inttoptr i64 %.232 to ptr
  %.234 = load i64, ptr %.233, align 8
  %.238 = add i64 %arg.c, 704
  %.239 = inttoptr i64 %.238 to ptr
  %.240 = load i64, ptr %.239, align 8
  %.8.i.i109 = add i64 %arg.c, 248
  %.9.i.i110 = inttoptr i64 %.8.i.i109 to ptr
  %.10.i.i111 = load i64, ptr %.9.i.i110, align 8
  %.11.i.i112 = add nsw i64 %.10.i.i111, %.234
  %.14.i.i113 = inttoptr i64 %.11.i.i112 to ptr
  %.15.i.i114 = load i64, ptr %.14.i.i113, align 8
  %.45.i115 = tail call i64 @PyThreadState_GetDict()
  %.9.i160.i = load i64, ptr %.8.i.i85, align 8
  %.72.i = tail call i64 @PyDict_GetItem(i64 %.45.i115, i64 %.9.i160.i)
  %.80.i = icmp eq i64 %.72.i, 0
  %.83.i = icmp eq i64 %.15.i.i114, 0
  %or.cond.i117 = select i1 %.80.i, i1 true, i1 %.83.i
  br i1 %or.cond.i117, label %B644, label %B186.i
B186.i:                                           ; preds = %B506
  %.6.i.i118 = add i64 %.234, 8
  %.7.i161.i = inttoptr i64 %.6.i.i118 to ptr
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
  %.10.i174.i = load i64, ptr %.9.i.i110, align 8
  %.11.i175.i = add nsw i64 %.10.i174.i, %.240
  %.14.i176.i = inttoptr i64 %.11.i175.i to ptr
  %.15.i177.i = load i64, ptr %.14.i176.i, align 8
  %.238.i = icmp eq i64 %.15.i177.i, 0
  br i1 %.238.i, label %B644, label %B452.i
B452.i:                                           ; preds = %B372.i
  %.8.i178.i = add i64 %arg.c, 328
  %.9.i179.i = inttoptr i64 %.8.i178.i to ptr
  %.10.i180.i = load i64, ptr %.9.i179.i, align 8
  %.11.i181.i = add nsw i64 %.10.i180.i, %.15.i.i114
  %.14.i182.i = inttoptr i64 %.11.i181.i to ptr
  %.15.i183.i = load i64, ptr %.14.i182.i, align 8
  %.286.i = tail call i64 @PyDict_GetItem(i64 %.15.i183.i, i64 %.15.i177.i)
  %.8.i184.i = add i64 %arg.c, 256
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
  %.8.i202.i = add i64 %arg.c, 344
  %.9.i203.i = inttoptr i64 %.8.i202.i to ptr
  %.10.i204.i = load i64, ptr %.9.i203.i, align 8
  %.11.i205.i = add nsw i64 %.10.i204.i, %.15.i.i114
  %.14.i206.i = inttoptr i64 %.11.i205.i to ptr
  %.15.i207.i = load i64, ptr %.14.i206.i, align 8
  %.8.i208.i = add i64 %arg.c, 336
  %.9.i209.i = inttoptr i64 %.8.i208.i to ptr
  %.10.i210.i = load i64, ptr %.9.i209.i, align 8
  %.11.i211.i = add nsw i64 %.10.i210.i, %.15.i.i114
  %.14.i212.i = inttoptr i64 %.11.i211.i to ptr
  %.15.i213.i = load i64, ptr %.14.i212.i, align 8
  %.490.i = tail call i64 @PyDict_GetItem(i64 %.15.i213.i, i64 %.240)
  br label %B914.i
B914.i:                                           ; preds = %B762.i, %B452.i
  %operand.2.0.i = phi i64 [ %.15.i189.i, %B452.i ], [ %.490.i, %B762.i ]
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
  %.7.i.i.i119 = add i64 %arg.c, 136
  %.8.i.i.i120 = inttoptr i64 %.7.i.i.i119 to ptr
  %.9.i.i.i121 = load i64, ptr %.8.i.i.i120, align 8
  %.37.i.i122 = add i64 %arg.c, 672
  %.38.i.i123 = tail call i32 @PyContextVar_Get(i64 %.9.i.i.i121, i64 0, i64 %.37.i.i122)
  %.40.not.i.i124 = icmp eq i32 %.38.i.i123, 0
  br i1 %.40.not.i.i124, label %B158.i.i137, label %B126.i.i125
B126.i.i125:                                      ; preds = %B1012.i
  %.44.i.i126 = tail call ptr @PyErr_Clear()
  br label %helper_4.exit.i127
B158.i.i137:                                      ; preds = %B1012.i
  %.50.i.i138 = inttoptr i64 %.37.i.i122 to ptr
  %.51.i.i139 = load i64, ptr %.50.i.i138, align 8
  %.58.not.i.i140 = icmp eq i64 %.51.i.i139, 0
  br i1 %.58.not.i.i140, label %helper_4.exit.i127, label %B222.i.i141
B222.i.i141:                                      ; preds = %B158.i.i137
  %.61.i.i142 = tail call ptr @Py_DecRef(i64 %.51.i.i139)
  br label %helper_4.exit.i127
helper_4.exit.i127: ; preds = %B222.i.i141, %B158.i.i137, %B126.i.i125
  %storemerge.i.i128 = phi i64 [ 0, %B126.i.i125 ], [ %.51.i.i139, %B222.i.i141 ], [ %.51.i.i139, %B158.i.i137 ]
  %.591.i129 = icmp eq i64 %storemerge.i.i128, 0
  br i1 %.591.i129, label %B644, label %B1068.i
B1068.i:                                          ; preds = %helper_4.exit.i127
  %.8.i217.i = add i64 %arg.c, 320
  %.9.i218.i = inttoptr i64 %.8.i217.i to ptr
  %.10.i219.i = load i64, ptr %.9.i218.i, align 8
  %.11.i220.i = add nsw i64 %.10.i219.i, %out.2.0.i
  %.14.i221.i = inttoptr i64 %.11.i220.i to ptr
  %.15.i222.i = load i64, ptr %.14.i221.i, align 8
  %.637.not.i = icmp eq i64 %.15.i222.i, %storemerge.i.i128
  br i1 %.637.not.i, label %B1130.i, label %B644
B1130.i:                                          ; preds = %B1068.i
  %.8.i223.i = add i64 %arg.c, 312
  %.9.i224.i = inttoptr i64 %.8.i223.i to ptr
  %.10.i225.i = load i64, ptr %.9.i224.i, align 8
  %.11.i226.i = add nsw i64 %.10.i225.i, %out.2.0.i
  %.14.i227.i = inttoptr i64 %.11.i226.i to ptr
  %.15.i228.i = load i64, ptr %.14.i227.i, align 8
  %.668.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i228.i)
  %.8.i229.i = add i64 %arg.c, 600
  %.9.i230.i = inttoptr i64 %.8.i229.i to ptr
  %.10.i231.i = load i64, ptr %.9.i230.i, align 8
  %.11.i232.i = add nsw i64 %.10.i231.i, %.72.i
  %.14.i233.i = inttoptr i64 %.11.i232.i to ptr
  %.15.i234.i = load i64, ptr %.14.i233.i, align 8
  %.698.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i234.i)
  %.699.not.i = icmp eq i64 %.668.i, %.698.i
  br i1 %.699.not.i, label %B1308.i, label %B644
B1308.i:                                          ; preds = %B1130.i
  %.8.i235.i = add i64 %arg.c, 304
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
  %.797.not.i130 = icmp eq i64 %.8.i243.i, %.9.i246.i
  br i1 %.797.not.i130, label %B1462.i, label %B644
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
  %.8.i253.i = add i64 %arg.c, 352
  %.9.i254.i = inttoptr i64 %.8.i253.i to ptr
  %.10.i255.i = load i64, ptr %.9.i254.i, align 8
  %.11.i256.i = add nsw i64 %.10.i255.i, %out.2.0.i
  %.14.i257.i = inttoptr i64 %.11.i256.i to ptr
  %.15.i258.i = load i64, ptr %.14.i257.i, align 8
  %.8.i259.i = add i64 %arg.c, 256
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
  %.11.i.i.i131 = load i64, ptr %.9.i.i110, align 8
  %.12.i.i.i = add nsw i64 %.11.i.i.i131, %.840.i
  %.15.i.i.i132 = inttoptr i64 %.12.i.i.i to ptr
  %.16.i.i.i = load i64, ptr %.15.i.i.i132, align 8
  store i64 %out.2.0.i, ptr %.15.i.i.i132, align 8
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
  %.16.i.i133 = load i64, ptr %.15.i270.i, align 8
  store i64 %.976.i, ptr %.15.i270.i, align 8
  %.25.not.i.i = icmp eq i64 %.16.i.i133, 0
  br i1 %.25.not.i.i, label %helper_18.exit.i, label %B120.i.i
B120.i.i:                                         ; preds = %helper_17.exit.i
  %.28.i.i = tail call ptr @Py_DecRef(i64 %.16.i.i133)
  br label %helper_18.exit.i
helper_18.exit.i: ; preds = %B120.i.i, %helper_17.exit.i
  %.9.i271.i = add i64 %arg.c, 264
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
  %.8.i281.i134 = add i64 %arg.c, 288
  %.9.i282.i = inttoptr i64 %.8.i281.i134 to ptr
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
  %.7.i.i287.i = add i64 %arg.c, 200
  %.8.i.i288.i = inttoptr i64 %.7.i.i287.i to ptr
  %.9.i.i289.i = load i64, ptr %.8.i.i288.i, align 8
  %.35.i.i = tail call i64 @PyObject_Vectorcall(i64 %.9.i.i289.i, i64 0, i64 0, i64 0)
  %.40.i.i135 = icmp eq i64 %.35.i.i, 0
  %.840.i..35.i.i = select i1 %.40.i.i135, i64 %.840.i, i64 %.35.i.i
  %..840.i = select i1 %.40.i.i135, i64 0, i64 %.840.i
  %.51.i290.i = tail call ptr @Py_DecRef(i64 %.840.i..35.i.i)
  br label %B644
B644:                                             ; preds = %B2354.i, %B186.i, %B506, %B372.i, %B676.i, %B938.i, %B914.i, %helper_4.exit.i127, %B1130.i, %B1068.i, %B1308.i, %B2350.i, %helper_3.exit, %B468
  %t.2.1 = phi i64 [ -1, %B468 ], [ %.182.0, %helper_3.exit ], [ -1, %B186.i ], [ -1, %B506 ], [ -1, %B372.i ], [ -1, %B676.i ], [ -1, %B938.i ], [ -1, %B914.i ], [ -1, %helper_4.exit.i127 ], [ -1, %B1130.i ], [ -1, %B1068.i ], [ -1, %B1308.i ], [ %.840.i, %B2350.i ], [ %..840.i, %B2354.i ]
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
  br i1 %.23.not.i, label %B48.i148, label %B16.i144
B16.i144:                                         ; preds = %B670
  %.6.i.i145 = add i64 %arg.names, 16
  %.7.i.i146 = inttoptr i64 %.6.i.i145 to ptr
  %.8.i.i147 = load i64, ptr %.7.i.i146, align 8
  br label %B48.i148
B48.i148:                                         ; preds = %B16.i144, %B670
  %"$phi48.0.2.0.i149" = phi i64 [ %.8.i.i147, %B16.i144 ], [ 0, %B670 ]
  %.68.i = add nsw i64 %"$phi48.0.2.0.i149", %arg.n
  %.70.i = icmp slt i64 %.68.i, 96
  br i1 %.70.i, label %B94.i, label %B358.i
B94.i:                                            ; preds = %B48.i148
  %.75.i159 = add i64 %arg.c, 696
  %.76.i160 = inttoptr i64 %.75.i159 to ptr
  store i64 %arg.x, ptr %.76.i160, align 8
  %.164156.not.i = icmp slt i64 %.68.i, 1
  br i1 %.164156.not.i, label %B284.i, label %B186.lr.ph.i
B186.lr.ph.i:                                     ; preds = %B94.i
  %.210.i = add i64 %arg.c, 704
  br label %B186.i161
B186.i161:                                        ; preds = %B186.i161, %B186.lr.ph.i
  %.108.0157.i = phi i64 [ 0, %B186.lr.ph.i ], [ %.177.i, %B186.i161 ]
  %29 = shl i64 %.108.0157.i, 3
  %.177.i = add nuw nsw i64 %.108.0157.i, 1
  %.206.i = add i64 %29, %arg.args
  %.207.i = inttoptr i64 %.206.i to ptr
  %.208.i = load i64, ptr %.207.i, align 8
  %.211.i = add i64 %.210.i, %29
  %.212.i = inttoptr i64 %.211.i to ptr
  store i64 %.208.i, ptr %.212.i, align 8
  %exitcond160.not.i = icmp eq i64 %.177.i, %.68.i
  br i1 %exitcond160.not.i, label %B284.i, label %B186.i161
B284.i:                                           ; preds = %B186.i161, %B94.i
  %.227.i162 = add nsw i64 %arg.n, 1
  %.232.i = tail call i64 @PyObject_Vectorcall(i64 %.311, i64 %.75.i159, i64 %.227.i162, i64 %arg.names)
  br label %common.ret
B358.i:                                           ; preds = %B48.i148
  %.242.i = add nsw i64 %arg.n, 1
  %.243.i = tail call i64 @PyTuple_New(i64 %.242.i)
  %.244.i = tail call i64 @PyDict_New()
  %.252.i = tail call ptr @Py_IncRef(i64 %arg.x)
  %.255.i = tail call i32 @PyTuple_SetItem(i64 %.243.i, i64 0, i64 %arg.x)
  %.338150.not.i = icmp slt i64 %arg.n, 1
  br i1 %.338150.not.i, label %B624.i, label %B518.i150
B518.i150:                                        ; preds = %B358.i, %B518.i150
  %.282.0151.i = phi i64 [ %.351.i, %B518.i150 ], [ 0, %B358.i ]
  %.351.i = add nuw nsw i64 %.282.0151.i, 1
  %.377.i151 = shl i64 %.282.0151.i, 3
  %.378.i152 = add i64 %.377.i151, %arg.args
  %.379.i153 = inttoptr i64 %.378.i152 to ptr
  %.380.i154 = load i64, ptr %.379.i153, align 8
  %.381.i = tail call ptr @Py_IncRef(i64 %.380.i154)
  %.384.i = tail call i32 @PyTuple_SetItem(i64 %.243.i, i64 %.351.i, i64 %.380.i154)
  %exitcond.not.i155 = icmp eq i64 %arg.n, %.351.i
  br i1 %exitcond.not.i155, label %B624.i, label %B518.i150
B624.i:                                           ; preds = %B518.i150, %B358.i
  %.472153.not.i = icmp slt i64 %"$phi48.0.2.0.i149", 1
  br i1 %.472153.not.i, label %B756.i, label %B656.i
B656.i:                                           ; preds = %B624.i, %B656.i
  %.416.0154.i = phi i64 [ %.485.i, %B656.i ], [ 0, %B624.i ]
  %.485.i = add nuw nsw i64 %.416.0154.i, 1
  %.511.i = tail call i64 @PyTuple_GetItem(i64 %arg.names, i64 %.416.0154.i)
  %.513.i156 = add nsw i64 %.416.0154.i, %arg.n
  %.515.i = shl i64 %.513.i156, 3
  %.516.i157 = add i64 %.515.i, %arg.args
  %.517.i = inttoptr i64 %.516.i157 to ptr
  %.518.i = load i64, ptr %.517.i, align 8
  %.520.i = tail call i32 @PyDict_SetItem(i64 %.244.i, i64 %.511.i, i64 %.518.i)
  %exitcond159.not.i = icmp eq i64 %"$phi48.0.2.0.i149", %.485.i
  br i1 %exitcond159.not.i, label %B756.i, label %B656.i
B756.i:                                           ; preds = %B656.i, %B624.i
  %.535.i = tail call i64 @PyObject_Call(i64 %.311, i64 %.243.i, i64 %.244.i)
  %.539.i158 = tail call ptr @Py_DecRef(i64 %.243.i)
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
define internal fastcc void @helper_16(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 range(i64 1, 0) %arg.opened, i64 %arg.pending, i64 range(i64 1, 0) %arg.modes, i64 %arg.stub, i64 range(i64 0, -9223372036854775808) %arg.new, i32 %arg.collecting) unnamed_addr {
entry:
  %.137.i = alloca i64, align 8
  %.85.i = alloca i64, align 8
  %.286.i = alloca i64, align 8
  %.28 = add i64 %arg.stub, 32
  %.29 = inttoptr i64 %.28 to ptr
  %.30 = load i64, ptr %.29, align 8
  %.34 = icmp eq i64 %arg.pending, 0
  br i1 %.34, label %B68, label %B102
B68:                                              ; preds = %entry
  store i64 0, ptr %.85.i, align 8
  store i64 0, ptr %.286.i, align 8
  %.7.i.i = add i64 %arg.c, 168
  %.8.i.i = inttoptr i64 %.7.i.i to ptr
  %.9.i.i = load i64, ptr %.8.i.i, align 8
  %.6.i.i = add i64 %.9.i.i, 8
  %.7.i18.i = inttoptr i64 %.6.i.i to ptr
  %.8.i19.i = load i64, ptr %.7.i18.i, align 8
  %.7.i20.i = add i64 %arg.c, 640
  %.8.i21.i = inttoptr i64 %.7.i20.i to ptr
  %.9.i22.i = load i64, ptr %.8.i21.i, align 8
  store i64 0, ptr %.85.i, align 8
  call fastcc void @helper_19(ptr %.85.i, i64 %arg.c, i64 %.9.i.i, i64 %.8.i19.i, i64 %.9.i22.i)
  %.99.i = load i64, ptr %.85.i, align 8
  %.7.i23.i = add i64 %arg.c, 144
  %.8.i24.i = inttoptr i64 %.7.i23.i to ptr
  %.9.i25.i = load i64, ptr %.8.i24.i, align 8
  %.135.i = tail call i64 @PyIter_Next(i64 %.9.i25.i)
  %.9.i26.i = add i64 %arg.c, 376
  %.10.i.i = inttoptr i64 %.9.i26.i to ptr
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
  %.8.i27.i = add i64 %arg.c, 592
  %.9.i28.i = inttoptr i64 %.8.i27.i to ptr
  %.10.i29.i = load i64, ptr %.9.i28.i, align 8
  %.11.i30.i = add nsw i64 %.10.i29.i, %arg.opened
  %.14.i.i = inttoptr i64 %.11.i30.i to ptr
  %.15.i31.i = load i64, ptr %.14.i.i, align 8
  %.8.i32.i = tail call ptr @Py_IncRef(i64 %.15.i31.i)
  %.9.i.i.i = add i64 %arg.c, 384
  %.10.i.i.i = inttoptr i64 %.9.i.i.i to ptr
  %.11.i.i.i = load i64, ptr %.10.i.i.i, align 8
  %.12.i.i.i = add nsw i64 %.11.i.i.i, %.99.i
  %.15.i.i.i = inttoptr i64 %.12.i.i.i to ptr
  %.16.i.i.i = load i64, ptr %.15.i.i.i, align 8
  store i64 %.15.i31.i, ptr %.15.i.i.i, align 8
  %.25.not.i.i.i = icmp eq i64 %.16.i.i.i, 0
  br i1 %.25.not.i.i.i, label %helper_17.exit.i, label %B120.i.i.i
B120.i.i.i:                                       ; preds = %helper_18.exit.i
  %.28.i.i.i = tail call ptr @Py_DecRef(i64 %.16.i.i.i)
  br label %helper_17.exit.i
helper_17.exit.i: ; preds = %B120.i.i.i, %helper_18.exit.i
  %.7.i33.i = add i64 %arg.c, 160
  %.8.i34.i = inttoptr i64 %.7.i33.i to ptr
  %.9.i35.i = load i64, ptr %.8.i34.i, align 8
  %.7.i36.i = add i64 %arg.c, 8
  %.8.i37.i = inttoptr i64 %.7.i36.i to ptr
  %.9.i38.i = load i64, ptr %.8.i37.i, align 8
  %.7.i39.i = add i64 %arg.c, 648
  %.8.i40.i = inttoptr i64 %.7.i39.i to ptr
  %.9.i41.i = load i64, ptr %.8.i40.i, align 8
  store i64 0, ptr %.286.i, align 8
  call fastcc void @helper_19(ptr %.286.i, i64 %arg.c, i64 %.9.i35.i, i64 %.9.i38.i, i64 %.9.i41.i)
  %.300.i = load i64, ptr %.286.i, align 8
  %.8.i42.i = tail call ptr @Py_IncRef(i64 range(i64 1, 0) %arg.modes)
  %.9.i.i43.i = add i64 %arg.c, 424
  %.10.i.i44.i = inttoptr i64 %.9.i.i43.i to ptr
  %.11.i.i45.i = load i64, ptr %.10.i.i44.i, align 8
  %.12.i.i46.i = add nsw i64 %.11.i.i45.i, %.300.i
  %.15.i.i47.i = inttoptr i64 %.12.i.i46.i to ptr
  %.16.i.i48.i = load i64, ptr %.15.i.i47.i, align 8
  store i64 %arg.modes, ptr %.15.i.i47.i, align 8
  %.25.not.i.i49.i = icmp eq i64 %.16.i.i48.i, 0
  br i1 %.25.not.i.i49.i, label %helper_17.exit52.i, label %B120.i.i50.i
B120.i.i50.i:                                     ; preds = %helper_17.exit.i
  %.28.i.i51.i = tail call ptr @Py_DecRef(i64 %.16.i.i48.i)
  br label %helper_17.exit52.i
helper_17.exit52.i: ; preds = %B120.i.i50.i, %helper_17.exit.i
  %.9.i53.i = add i64 %arg.c, 392
  %.10.i54.i = inttoptr i64 %.9.i53.i to ptr
  %.11.i55.i = load i64, ptr %.10.i54.i, align 8
  %.12.i56.i = add nsw i64 %.11.i55.i, %.300.i
  %.15.i57.i = inttoptr i64 %.12.i56.i to ptr
  %.16.i58.i = load i64, ptr %.15.i57.i, align 8
  store i64 %.99.i, ptr %.15.i57.i, align 8
  %.25.not.i59.i = icmp eq i64 %.16.i58.i, 0
  br i1 %.25.not.i59.i, label %helper_18.exit62.i, label %B120.i60.i
B120.i60.i:                                       ; preds = %helper_17.exit52.i
  %.28.i61.i = tail call ptr @Py_DecRef(i64 %.16.i58.i)
  br label %helper_18.exit62.i
helper_18.exit62.i: ; preds = %B120.i60.i, %helper_17.exit52.i
  %.8.i63.i = tail call ptr @Py_IncRef(i64 %.300.i)
  %.9.i.i64.i = add i64 %arg.c, 360
  %.10.i.i65.i = inttoptr i64 %.9.i.i64.i to ptr
  %.11.i.i66.i = load i64, ptr %.10.i.i65.i, align 8
  %.12.i.i67.i = add nsw i64 %.11.i.i66.i, %.99.i
  %.15.i.i68.i = inttoptr i64 %.12.i.i67.i to ptr
  %.16.i.i69.i = load i64, ptr %.15.i.i68.i, align 8
  store i64 %.300.i, ptr %.15.i.i68.i, align 8
  %.25.not.i.i70.i = icmp eq i64 %.16.i.i69.i, 0
  br i1 %.25.not.i.i70.i, label %helper_17.exit73.i, label %B120.i.i71.i
B120.i.i71.i:                                     ; preds = %helper_18.exit62.i
  %.28.i.i72.i = tail call ptr @Py_DecRef(i64 %.16.i.i69.i)
  br label %helper_17.exit73.i
helper_17.exit73.i: ; preds = %B120.i.i71.i, %helper_18.exit62.i
  %.9.i74.i = add i64 %arg.c, 584
  %.10.i75.i = inttoptr i64 %.9.i74.i to ptr
  %.11.i76.i = load i64, ptr %.10.i75.i, align 8
  %.12.i77.i = add nsw i64 %.11.i76.i, %arg.opened
  %.15.i78.i = inttoptr i64 %.12.i77.i to ptr
  %.16.i79.i = load i64, ptr %.15.i78.i, align 8
  store i64 %.300.i, ptr %.15.i78.i, align 8
  %.25.not.i80.i = icmp eq i64 %.16.i79.i, 0
  br i1 %.25.not.i80.i, label %helper_20.exit, label %B120.i81.i
B120.i81.i:                                       ; preds = %helper_17.exit73.i
  %.28.i82.i = tail call ptr @Py_DecRef(i64 %.16.i79.i)
  br label %helper_20.exit
helper_20.exit: ; preds = %helper_17.exit73.i, %B120.i81.i
  %.8.i84.i = add i64 %arg.c, 608
  %.9.i85.i = inttoptr i64 %.8.i84.i to ptr
  %.10.i86.i = load i64, ptr %.9.i85.i, align 8
  %.11.i87.i = add nsw i64 %.10.i86.i, %arg.opened
  %.14.i88.i = inttoptr i64 %.11.i87.i to ptr
  %.15.i89.i = load i64, ptr %.14.i88.i, align 8
  %.436.i = tail call i64 @PyWeakref_NewRef(i64 %.99.i, i64 0)
  %.6.i90.i = tail call i32 @PyList_Append(i64 %.15.i89.i, i64 %.436.i)
  %.7.i91.i = tail call ptr @Py_DecRef(i64 %.436.i)
  br label %B102
B102:                                             ; preds = %helper_20.exit, %entry
  %pending.2.0 = phi i64 [ %.300.i, %helper_20.exit ], [ %arg.pending, %entry ]
  store i64 0, ptr %.137.i, align 8
  %.8.i.i186 = add i64 %arg.c, 472
  %.9.i.i187 = inttoptr i64 %.8.i.i186 to ptr
  %.10.i.i188 = load i64, ptr %.9.i.i187, align 8
  %.11.i.i189 = add nsw i64 %.10.i.i188, %pending.2.0
  %.14.i.i190 = inttoptr i64 %.11.i.i189 to ptr
  %.15.i.i191 = load i64, ptr %.14.i.i190, align 8
  %.50.i = add i64 %arg.stub, 40
  %.51.i = inttoptr i64 %.50.i to ptr
  %.52.i = load i64, ptr %.51.i, align 8
  %.54.i = tail call i64 @PyDict_GetItem(i64 %.15.i.i191, i64 %.52.i)
  %.59.not.i = icmp eq i64 %.54.i, 0
  br i1 %.59.not.i, label %B154.i, label %helper_21.exit
B154.i:                                           ; preds = %B102
  %.81.i = add i64 %arg.stub, 80
  %.82.i = inttoptr i64 %.81.i to ptr
  %.83.i = load i64, ptr %.82.i, align 8
  %.7.i.i192 = add i64 %arg.c, 16
  %.8.i44.i = inttoptr i64 %.7.i.i192 to ptr
  %.9.i45.i = load i64, ptr %.8.i44.i, align 8
  %.7.i46.i = add i64 %arg.c, 656
  %.8.i47.i = inttoptr i64 %.7.i46.i to ptr
  %.9.i48.i = load i64, ptr %.8.i47.i, align 8
  store i64 0, ptr %.137.i, align 8
  call fastcc void @helper_19(ptr %.137.i, i64 %arg.c, i64 %.83.i, i64 %.9.i45.i, i64 %.9.i48.i)
  %.151.i = load i64, ptr %.137.i, align 8
  %.8.i49.i = add i64 %arg.c, 392
  %.9.i50.i = inttoptr i64 %.8.i49.i to ptr
  %.10.i51.i = load i64, ptr %.9.i50.i, align 8
  %.11.i52.i = add nsw i64 %.10.i51.i, %pending.2.0
  %.14.i53.i = inttoptr i64 %.11.i52.i to ptr
  %.15.i54.i = load i64, ptr %.14.i53.i, align 8
  %.8.i55.i = tail call ptr @Py_IncRef(i64 %.15.i54.i)
  %.9.i.i.i193 = add i64 %arg.c, 280
  %.10.i.i.i194 = inttoptr i64 %.9.i.i.i193 to ptr
  %.11.i.i.i195 = load i64, ptr %.10.i.i.i194, align 8
  %.12.i.i.i196 = add nsw i64 %.11.i.i.i195, %.151.i
  %.15.i.i.i197 = inttoptr i64 %.12.i.i.i196 to ptr
  %.16.i.i.i198 = load i64, ptr %.15.i.i.i197, align 8
  store i64 %.15.i54.i, ptr %.15.i.i.i197, align 8
  %.25.not.i.i.i199 = icmp eq i64 %.16.i.i.i198, 0
  br i1 %.25.not.i.i.i199, label %helper_17.exit.i202, label %B120.i.i.i200
B120.i.i.i200:                                    ; preds = %B154.i
  %.28.i.i.i201 = tail call ptr @Py_DecRef(i64 %.16.i.i.i198)
  br label %helper_17.exit.i202
helper_17.exit.i202: ; preds = %B120.i.i.i200, %B154.i
  %.8.i56.i = add i64 %arg.c, 400
  %.9.i57.i = inttoptr i64 %.8.i56.i to ptr
  %.10.i58.i = load i64, ptr %.9.i57.i, align 8
  %.11.i59.i = add nsw i64 %.10.i58.i, %pending.2.0
  %.14.i60.i = inttoptr i64 %.11.i59.i to ptr
  %.15.i61.i = load i64, ptr %.14.i60.i, align 8
  %.8.i62.i = tail call ptr @Py_IncRef(i64 %.15.i61.i)
  %.9.i.i63.i = add i64 %arg.c, 304
  %.10.i.i64.i = inttoptr i64 %.9.i.i63.i to ptr
  %.11.i.i65.i = load i64, ptr %.10.i.i64.i, align 8
  %.12.i.i66.i = add nsw i64 %.11.i.i65.i, %.151.i
  %.15.i.i67.i = inttoptr i64 %.12.i.i66.i to ptr
  %.16.i.i68.i = load i64, ptr %.15.i.i67.i, align 8
  store i64 %.15.i61.i, ptr %.15.i.i67.i, align 8
  %.25.not.i.i69.i = icmp eq i64 %.16.i.i68.i, 0
  br i1 %.25.not.i.i69.i, label %helper_17.exit72.i, label %B120.i.i70.i
B120.i.i70.i:                                     ; preds = %helper_17.exit.i202
  %.28.i.i71.i = tail call ptr @Py_DecRef(i64 %.16.i.i68.i)
  br label %helper_17.exit72.i
helper_17.exit72.i: ; preds = %B120.i.i70.i, %helper_17.exit.i202
  %.8.i73.i = add i64 %arg.c, 600
  %.9.i74.i203 = inttoptr i64 %.8.i73.i to ptr
  %.10.i75.i204 = load i64, ptr %.9.i74.i203, align 8
  %.11.i76.i205 = add nsw i64 %.10.i75.i204, %arg.opened
  %.14.i77.i = inttoptr i64 %.11.i76.i205 to ptr
  %.15.i78.i206 = load i64, ptr %.14.i77.i, align 8
  %.8.i79.i = tail call ptr @Py_IncRef(i64 %.15.i78.i206)
  %.9.i.i80.i = add i64 %arg.c, 312
  %.10.i.i81.i = inttoptr i64 %.9.i.i80.i to ptr
  %.11.i.i82.i = load i64, ptr %.10.i.i81.i, align 8
  %.12.i.i83.i = add nsw i64 %.11.i.i82.i, %.151.i
  %.15.i.i84.i = inttoptr i64 %.12.i.i83.i to ptr
  %.16.i.i85.i = load i64, ptr %.15.i.i84.i, align 8
  store i64 %.15.i78.i206, ptr %.15.i.i84.i, align 8
  %.25.not.i.i86.i = icmp eq i64 %.16.i.i85.i, 0
  br i1 %.25.not.i.i86.i, label %helper_17.exit89.i, label %B120.i.i87.i
B120.i.i87.i:                                     ; preds = %helper_17.exit72.i
  %.28.i.i88.i = tail call ptr @Py_DecRef(i64 %.16.i.i85.i)
  br label %helper_17.exit89.i
helper_17.exit89.i: ; preds = %B120.i.i87.i, %helper_17.exit72.i
  %.8.i90.i = add i64 %arg.c, 424
  %.9.i91.i = inttoptr i64 %.8.i90.i to ptr
  %.10.i92.i = load i64, ptr %.9.i91.i, align 8
  %.11.i93.i = add nsw i64 %.10.i92.i, %pending.2.0
  %.14.i94.i = inttoptr i64 %.11.i93.i to ptr
  %.15.i95.i = load i64, ptr %.14.i94.i, align 8
  %.8.i96.i = tail call ptr @Py_IncRef(i64 %.15.i95.i)
  %.9.i.i97.i = add i64 %arg.c, 320
  %.10.i.i98.i = inttoptr i64 %.9.i.i97.i to ptr
  %.11.i.i99.i = load i64, ptr %.10.i.i98.i, align 8
  %.12.i.i100.i = add nsw i64 %.11.i.i99.i, %.151.i
  %.15.i.i101.i = inttoptr i64 %.12.i.i100.i to ptr
  %.16.i.i102.i = load i64, ptr %.15.i.i101.i, align 8
  store i64 %.15.i95.i, ptr %.15.i.i101.i, align 8
  %.25.not.i.i103.i = icmp eq i64 %.16.i.i102.i, 0
  br i1 %.25.not.i.i103.i, label %helper_17.exit106.i, label %B120.i.i104.i
B120.i.i104.i:                                    ; preds = %helper_17.exit89.i
  %.28.i.i105.i = tail call ptr @Py_DecRef(i64 %.16.i.i102.i)
  br label %helper_17.exit106.i
helper_17.exit106.i: ; preds = %B120.i.i104.i, %helper_17.exit89.i
  %.383.i = load i64, ptr %.51.i, align 8
  %.387.i = tail call i32 @PyDict_SetItem(i64 %.15.i.i191, i64 %.383.i, i64 %.151.i)
  %.390.i = tail call ptr @Py_DecRef(i64 %.151.i)
  br label %helper_21.exit
helper_21.exit: ; preds = %B102, %helper_17.exit106.i
  %storemerge.i = phi i64 [ %.151.i, %helper_17.exit106.i ], [ %.54.i, %B102 ]
  %.8.i = add i64 %arg.c, 400
  %.9.i = inttoptr i64 %.8.i to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = add nsw i64 %.10.i, %pending.2.0
  %.14.i = inttoptr i64 %.11.i to ptr
  %.15.i = load i64, ptr %.14.i, align 8
  %.139 = add i64 %arg.stub, 24
  %.140 = inttoptr i64 %.139 to ptr
  %.141 = load i64, ptr %.140, align 8
  %.142 = shl nsw i64 %.141, 3
  %.144 = add nsw i64 %.142, %arg.stub
  %.150 = add i64 %arg.stub, 16
  %.151 = inttoptr i64 %.150 to ptr
  %.152 = load i64, ptr %.151, align 8
  %.232313 = icmp sgt i64 %.152, 0
  br i1 %.232313, label %B336.lr.ph, label %B388
B336.lr.ph:                                       ; preds = %helper_21.exit
  %.179.1315 = add nsw i64 %.152, -1
  %.6.i262.i = add i64 %.15.i, 16
  %.7.i263.i = inttoptr i64 %.6.i262.i to ptr
  %.8.i280.i = add i64 %arg.c, 448
  %.9.i281.i = inttoptr i64 %.8.i280.i to ptr
  %.8.i286.i = add i64 %arg.c, 456
  %.9.i287.i = inttoptr i64 %.8.i286.i to ptr
  %.6.i259.i = add i64 %.15.i, 16
  %.7.i260.i = inttoptr i64 %.6.i259.i to ptr
  %.8.i261.i = add i64 %arg.c, 432
  %.9.i.i214 = inttoptr i64 %.8.i261.i to ptr
  %.422.i = add i64 %arg.c, 1464
  %.6.i296.i = add i64 %.15.i, 16
  %.7.i297.i = inttoptr i64 %.6.i296.i to ptr
  %.8.i335.i = add i64 %arg.c, 448
  %.9.i336.i = inttoptr i64 %.8.i335.i to ptr
  %.8.i341.i = add i64 %arg.c, 456
  %.9.i342.i = inttoptr i64 %.8.i341.i to ptr
  %.7.i302.i = add i64 %arg.c, 32
  %.8.i303.i = inttoptr i64 %.7.i302.i to ptr
  %.7.i9.i.i = add i64 %arg.c, 40
  %.8.i10.i.i = inttoptr i64 %.7.i9.i.i to ptr
  %.68.i.i = add nsw i64 %arg.c, 672
  %.7.i9.i311.i = add i64 %arg.c, 40
  %.8.i10.i312.i = inttoptr i64 %.7.i9.i311.i to ptr
  %.68.i321.i = add nsw i64 %arg.c, 672
  %.8.i325.i = add i64 %arg.c, 432
  %.9.i326.i = inttoptr i64 %.8.i325.i to ptr
  %.8.i359.i = add i64 %arg.c, 248
  %.9.i360.i = inttoptr i64 %.8.i359.i to ptr
  %.8.i365.i = add i64 %arg.c, 280
  %.9.i366.i = inttoptr i64 %.8.i365.i to ptr
  %.7.i371.i = add i64 %arg.c, 104
  %.8.i372.i = inttoptr i64 %.7.i371.i to ptr
  %.8.i377.i = add i64 %arg.c, 440
  %.9.i378.i = inttoptr i64 %.8.i377.i to ptr
  %.8.i386.i = add i64 %arg.c, 256
  %.9.i387.i = inttoptr i64 %.8.i386.i to ptr
  %.8.i392.i = add i64 %arg.c, 392
  %.9.i393.i = inttoptr i64 %.8.i392.i to ptr
  %.8.i398.i = add i64 %arg.c, 368
  %.9.i399.i = inttoptr i64 %.8.i398.i to ptr
  br label %B336
B336:                                             ; preds = %B336.lr.ph, %helper_22.exit
  %.176.1319 = phi i64 [ 1, %B336.lr.ph ], [ %.176.1, %helper_22.exit ]
  %.179.1318 = phi i64 [ %.179.1315, %B336.lr.ph ], [ %.179.1, %helper_22.exit ]
  %.176.0317 = phi i64 [ 0, %B336.lr.ph ], [ %.176.1319, %helper_22.exit ]
  %0 = shl nsw i64 %.176.0317, 5
  %.273 = add nsw i64 %.144, %0
  %.19.i = inttoptr i64 %.273 to ptr
  %.20.i = load i64, ptr %.19.i, align 8
  %.21.i = and i64 %.20.i, 8
  %.25.i = and i64 %.20.i, 7
  %.31.i = add i64 %.273, 16
  %.32.i = inttoptr i64 %.31.i to ptr
  %.33.i = load i64, ptr %.32.i, align 8
  switch i64 %.25.i, label %B1214.i [
    i64 5, label %B140.i
    i64 4, label %B234.i
    i64 6, label %B762.i
  ]
B140.i:                                           ; preds = %B336
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
  %.6.i.i219 = tail call i32 @PyList_Append(i64 %.15.i, i64 %.35.i.i)
  %.7.i.i220 = tail call ptr @Py_DecRef(i64 %.35.i.i)
  br label %helper_22.exit
B234.i:                                           ; preds = %B336
  %.118.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 2)
  %.123.i = tail call double @PyFloat_AsDouble(i64 %.118.i)
  %.124.i = fcmp une double %.123.i, 0.000000e+00
  br i1 %.124.i, label %B304.i, label %B694.i
B304.i:                                           ; preds = %B234.i
  %.126.i = tail call i64 @PyTuple_New(i64 2)
  %.8.i.i213 = load i64, ptr %.7.i260.i, align 8
  %.153.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i.i213)
  %.155.i = tail call ptr @Py_IncRef(i64 %.118.i)
  %.157.i = tail call i32 @PyTuple_SetItem(i64 %.126.i, i64 0, i64 %.118.i)
  %.162.i = add i64 %.273, 24
  %.163.i = inttoptr i64 %.162.i to ptr
  %.164.i = load i64, ptr %.163.i, align 8
  %.167.i = tail call ptr @Py_IncRef(i64 %.164.i)
  %.168.i = tail call i32 @PyTuple_SetItem(i64 %.126.i, i64 1, i64 %.164.i)
  %.10.i.i215 = load i64, ptr %.9.i.i214, align 8
  %.11.i.i216 = add nsw i64 %.10.i.i215, %pending.2.0
  %.14.i.i217 = inttoptr i64 %.11.i.i216 to ptr
  %.15.i.i218 = load i64, ptr %.14.i.i217, align 8
  %.200.i = tail call i64 @PyDict_SetDefault(i64 %.15.i.i218, i64 %.126.i, i64 %.153.i)
  %.201.i = tail call ptr @Py_DecRef(i64 %.126.i)
  %.202.i = tail call ptr @Py_DecRef(i64 %.153.i)
  br label %B694.i
B694.i:                                           ; preds = %B304.i, %B234.i
  %.214.i = tail call i32 @PyList_Append(i64 %.15.i, i64 %.33.i)
  br label %helper_22.exit
B762.i:                                           ; preds = %B336
  %.8.i264.i = load i64, ptr %.7.i263.i, align 8
  %.254.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i264.i)
  %.6.i.i265.i = add i64 %.33.i, 16
  %.7.i.i266.i = inttoptr i64 %.6.i.i265.i to ptr
  %.8.i.i267.i = load i64, ptr %.7.i.i266.i, align 8
  %.35.i268.i = tail call i64 @PyTuple_New(i64 %.8.i.i267.i)
  %.11840.not.i269.i = icmp slt i64 %.8.i.i267.i, 1
  br i1 %.11840.not.i269.i, label %helper_23.exit277.i, label %B96.i270.i
B96.i270.i:                                       ; preds = %B762.i, %B96.i270.i
  %.62.041.i271.i = phi i64 [ %.131.i272.i, %B96.i270.i ], [ 0, %B762.i ]
  %.131.i272.i = add nuw nsw i64 %.62.041.i271.i, 1
  %.157.i273.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 %.62.041.i271.i)
  %.158.i274.i = tail call ptr @Py_IncRef(i64 %.157.i273.i)
  %.160.i275.i = tail call i32 @PyTuple_SetItem(i64 %.35.i268.i, i64 %.62.041.i271.i, i64 %.157.i273.i)
  %exitcond.not.i276.i = icmp eq i64 %.8.i.i267.i, %.131.i272.i
  br i1 %exitcond.not.i276.i, label %helper_23.exit277.i, label %B96.i270.i
helper_23.exit277.i: ; preds = %B96.i270.i, %B762.i
  %.6.i278.i = tail call i32 @PyList_Append(i64 %.15.i, i64 %.35.i268.i)
  %.7.i279.i = tail call ptr @Py_DecRef(i64 %.35.i268.i)
  %.10.i282.i = load i64, ptr %.9.i281.i, align 8
  %.11.i283.i = add nsw i64 %.10.i282.i, %pending.2.0
  %.14.i284.i = inttoptr i64 %.11.i283.i to ptr
  %.15.i285.i = load i64, ptr %.14.i284.i, align 8
  %.340.i = add i64 %.273, 8
  %.341.i = inttoptr i64 %.340.i to ptr
  %.342.i = load i64, ptr %.341.i, align 8
  %.343.i = tail call i32 @PyDict_SetItem(i64 %.15.i285.i, i64 %.254.i, i64 %.342.i)
  %.344.i = tail call ptr @Py_DecRef(i64 %.254.i)
  %.10.i288.i = load i64, ptr %.9.i287.i, align 8
  %.11.i289.i = add nsw i64 %.10.i288.i, %pending.2.0
  %.14.i290.i = inttoptr i64 %.11.i289.i to ptr
  %.15.i291.i = load i64, ptr %.14.i290.i, align 8
  %.373.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i291.i)
  %.376.i = add i64 %.273, 24
  %.377.i = inttoptr i64 %.376.i to ptr
  %.378.i = load i64, ptr %.377.i, align 8
  %.381.i = sub nsw i64 %.373.i, %.378.i
  %.382.i = tail call i64 @PyLong_FromLongLong(i64 %.381.i)
  %.11.i294.i = load i64, ptr %.9.i287.i, align 8
  %.12.i.i207 = add nsw i64 %.11.i294.i, %pending.2.0
  %.15.i295.i = inttoptr i64 %.12.i.i207 to ptr
  %.16.i.i208 = load i64, ptr %.15.i295.i, align 8
  store i64 %.382.i, ptr %.15.i295.i, align 8
  %.25.not.i.i209 = icmp eq i64 %.16.i.i208, 0
  br i1 %.25.not.i.i209, label %helper_22.exit, label %B120.i.i210
B120.i.i210:                                      ; preds = %helper_23.exit277.i
  %.28.i.i211 = tail call ptr @Py_DecRef(i64 %.16.i.i208)
  br label %helper_22.exit
B1214.i:                                          ; preds = %B336
  %.417.i = add i64 %.273, 8
  %.418.i = inttoptr i64 %.417.i to ptr
  %.419.i = load i64, ptr %.418.i, align 8
  %.420.i = shl i64 %.419.i, 5
  %.424.i = add i64 %.422.i, %.420.i
  %.431.i = inttoptr i64 %.424.i to ptr
  %.432.i = load i64, ptr %.431.i, align 8
  %.435.i = add i64 %.424.i, 8
  %.436.i221 = inttoptr i64 %.435.i to ptr
  %.437.i = load i64, ptr %.436.i221, align 8
  %.440.i = add i64 %.424.i, 16
  %.441.i = inttoptr i64 %.440.i to ptr
  %.442.i = load i64, ptr %.441.i, align 8
  %.8.i298.i = load i64, ptr %.7.i297.i, align 8
  %.478.i = tail call i64 @PyLong_FromLongLong(i64 %.8.i298.i)
  %.482.i = tail call i64 @PyTuple_New(i64 3)
  br label %B1504.i
B1504.i:                                          ; preds = %B1504.i, %B1214.i
  %.509.0407.i = phi i64 [ 0, %B1214.i ], [ %.578.i, %B1504.i ]
  %.578.i = add nuw nsw i64 %.509.0407.i, 1
  %.604.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 %.509.0407.i)
  %.605.i = tail call ptr @Py_IncRef(i64 %.604.i)
  %.607.i = tail call i32 @PyTuple_SetItem(i64 %.482.i, i64 %.509.0407.i, i64 %.604.i)
  %exitcond.not.i = icmp eq i64 %.578.i, 2
  br i1 %exitcond.not.i, label %B1604.i, label %B1504.i
B1604.i:                                          ; preds = %B1504.i
  switch i64 %.25.i, label %B2700.i [
    i64 3, label %B1638.i
    i64 0, label %B2294.i
  ]
B1638.i:                                          ; preds = %B1604.i
  %.6.i299.i = add i64 %.432.i, 8
  %.7.i300.i = inttoptr i64 %.6.i299.i to ptr
  %.8.i301.i = load i64, ptr %.7.i300.i, align 8
  %.9.i304.i = load i64, ptr %.8.i303.i, align 8
  %.684.i = icmp eq i64 %.8.i301.i, %.9.i304.i
  br i1 %.684.i, label %B1728.i, label %B1760.i
B1728.i:                                          ; preds = %B1638.i
  %.693.i = tail call ptr @Py_IncRef(i64 %.432.i)
  br label %B1818.i
B1760.i:                                          ; preds = %B1638.i
  %.9.i.i.i222 = load i64, ptr %.8.i10.i.i, align 8
  %.64.i.i = icmp eq i64 %.8.i301.i, %.9.i.i.i222
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
  %.8.i.i310.i = load i64, ptr %.7.i300.i, align 8
  %.9.i.i313.i = load i64, ptr %.8.i10.i312.i, align 8
  %.64.i314.i = icmp eq i64 %.8.i.i310.i, %.9.i.i313.i
  br i1 %.64.i314.i, label %B90.i320.i, label %B180.i315.i
B90.i320.i:                                       ; preds = %B1818.i
  %.72.i322.i = tail call i64 @PyLong_AsLongLongAndOverflow(i64 %.432.i, i64 %.68.i321.i)
  %.75.i323.i = sitofp i64 %.72.i322.i to double
  br label %helper_11.exit324.i
B180.i315.i:                                      ; preds = %B1818.i
  %.82.i316.i = add i64 %.432.i, 16
  %.83.i317.i = inttoptr i64 %.82.i316.i to ptr
  %.84.i318.i = load double, ptr %.83.i317.i, align 8
  br label %helper_11.exit324.i
helper_11.exit324.i: ; preds = %B180.i315.i, %B90.i320.i
  %storemerge.i319.i = phi double [ %.84.i318.i, %B180.i315.i ], [ %.75.i323.i, %B90.i320.i ]
  %.757.i = fcmp une double %storemerge.i319.i, 0.000000e+00
  br i1 %.757.i, label %B1858.i, label %B2162.i
B1858.i:                                          ; preds = %helper_11.exit324.i
  %.759.i = tail call i64 @PyTuple_New(i64 2)
  %.762.i = add i64 %.273, 24
  %.763.i = inttoptr i64 %.762.i to ptr
  %.764.i = load i64, ptr %.763.i, align 8
  %.768.i = tail call ptr @Py_IncRef(i64 %value.5.0.i)
  %.770.i = tail call i32 @PyTuple_SetItem(i64 %.759.i, i64 0, i64 %value.5.0.i)
  %.771.i = tail call ptr @Py_IncRef(i64 %.764.i)
  %.772.i = tail call i32 @PyTuple_SetItem(i64 %.759.i, i64 1, i64 %.764.i)
  %.10.i327.i = load i64, ptr %.9.i326.i, align 8
  %.11.i328.i = add nsw i64 %.10.i327.i, %pending.2.0
  %.14.i329.i = inttoptr i64 %.11.i328.i to ptr
  %.15.i330.i = load i64, ptr %.14.i329.i, align 8
  %.805.i = tail call i32 @PyDict_SetItem(i64 %.15.i330.i, i64 %.759.i, i64 %.478.i)
  %.806.i = tail call ptr @Py_DecRef(i64 %.759.i)
  br label %B2162.i
B2162.i:                                          ; preds = %B1858.i, %helper_11.exit324.i
  %.816.i = tail call i32 @PyTuple_SetItem(i64 %.482.i, i64 2, i64 %value.5.0.i)
  %.6.i331.i = tail call i32 @PyList_Append(i64 %.15.i, i64 %.482.i)
  %.7.i332.i = tail call ptr @Py_DecRef(i64 %.482.i)
  %.851.i = tail call ptr @Py_DecRef(i64 %.478.i)
  br label %helper_22.exit
B2294.i:                                          ; preds = %B1604.i
  %.864.i = tail call i64 @PyTuple_GetItem(i64 %.33.i, i64 2)
  %.867.i = tail call ptr @Py_IncRef(i64 %.864.i)
  %.869.i = tail call i32 @PyTuple_SetItem(i64 %.482.i, i64 2, i64 %.864.i)
  %.6.i333.i = tail call i32 @PyList_Append(i64 %.15.i, i64 %.482.i)
  %.7.i334.i = tail call ptr @Py_DecRef(i64 %.482.i)
  %.10.i337.i = load i64, ptr %.9.i336.i, align 8
  %.11.i338.i = add nsw i64 %.10.i337.i, %pending.2.0
  %.14.i339.i = inttoptr i64 %.11.i338.i to ptr
  %.15.i340.i = load i64, ptr %.14.i339.i, align 8
  %.930.i = tail call i32 @PyDict_SetItem(i64 %.15.i340.i, i64 %.478.i, i64 %.442.i)
  %.10.i343.i = load i64, ptr %.9.i342.i, align 8
  %.11.i344.i = add nsw i64 %.10.i343.i, %pending.2.0
  %.14.i345.i = inttoptr i64 %.11.i344.i to ptr
  %.15.i346.i = load i64, ptr %.14.i345.i, align 8
  %.959.i = tail call i64 @PyLong_AsLongLong(i64 %.15.i346.i)
  %.962.i = add i64 %.273, 24
  %.963.i = inttoptr i64 %.962.i to ptr
  %.964.i = load i64, ptr %.963.i, align 8
  %.967.i = sub nsw i64 %.959.i, %.964.i
  %.968.i = tail call i64 @PyLong_FromLongLong(i64 %.967.i)
  %.11.i349.i = load i64, ptr %.9.i342.i, align 8
  %.12.i350.i = add nsw i64 %.11.i349.i, %pending.2.0
  %.15.i351.i = inttoptr i64 %.12.i350.i to ptr
  %.16.i352.i = load i64, ptr %.15.i351.i, align 8
  store i64 %.968.i, ptr %.15.i351.i, align 8
  %.25.not.i353.i = icmp eq i64 %.16.i352.i, 0
  br i1 %.25.not.i353.i, label %B2972.i, label %B2972.i.sink.split
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
  %.6.i357.i = tail call i32 @PyList_Append(i64 %.15.i, i64 %.482.i)
  br label %B2972.i.sink.split
B2972.i.sink.split:                               ; preds = %B2294.i, %B2904.i
  %.482.i.sink = phi i64 [ %.482.i, %B2904.i ], [ %.16.i352.i, %B2294.i ]
  %.7.i358.i = tail call ptr @Py_DecRef(i64 %.482.i.sink)
  br label %B2972.i
B2972.i:                                          ; preds = %B2972.i.sink.split, %B2294.i
  %.1077.not.i = icmp eq i64 %.437.i, 0
  br i1 %.1077.not.i, label %B4150.i, label %B2986.i
B2986.i:                                          ; preds = %B2972.i
  %.10.i361.i = load i64, ptr %.9.i360.i, align 8
  %.11.i362.i = add nsw i64 %.10.i361.i, %.432.i
  %.14.i363.i = inttoptr i64 %.11.i362.i to ptr
  %.15.i364.i = load i64, ptr %.14.i363.i, align 8
  %.10.i367.i = load i64, ptr %.9.i366.i, align 8
  %.11.i368.i = add nsw i64 %.10.i367.i, %.15.i364.i
  %.14.i369.i = inttoptr i64 %.11.i368.i to ptr
  %.15.i370.i = load i64, ptr %.14.i369.i, align 8
  %.9.i373.i = load i64, ptr %.8.i372.i, align 8
  %.1168.not.i = icmp eq i64 %.15.i370.i, %.9.i373.i
  %spec.select.i = select i1 %.1168.not.i, i64 %.442.i, i64 %.9.i373.i
  %.1199.i = tail call i64 @PyTuple_New(i64 3)
  %.1201.i = tail call ptr @Py_IncRef(i64 %.478.i)
  %.1203.i = tail call i32 @PyTuple_SetItem(i64 %.1199.i, i64 0, i64 %.478.i)
  %.1205.i = tail call ptr @Py_IncRef(i64 %.432.i)
  %.1207.i = tail call i32 @PyTuple_SetItem(i64 %.1199.i, i64 1, i64 %.432.i)
  %.1209.i = tail call ptr @Py_IncRef(i64 %spec.select.i)
  %.1211.i = tail call i32 @PyTuple_SetItem(i64 %.1199.i, i64 2, i64 %spec.select.i)
  %.10.i379.i = load i64, ptr %.9.i378.i, align 8
  %.11.i380.i = add nsw i64 %.10.i379.i, %pending.2.0
  %.14.i381.i = inttoptr i64 %.11.i380.i to ptr
  %.15.i382.i = load i64, ptr %.14.i381.i, align 8
  %.1242.i = tail call i32 @PyDict_SetItem(i64 %.15.i382.i, i64 %.437.i, i64 %.1199.i)
  %.1245.i = tail call ptr @Py_DecRef(i64 %.1199.i)
  %.1247.not.i = icmp eq i64 %.21.i, 0
  br i1 %.1247.not.i, label %B4150.i, label %B3552.i
B3552.i:                                          ; preds = %B2986.i
  %.1251.i = tail call i64 @PyTuple_New(i64 2)
  %.1256.i = tail call ptr @Py_IncRef(i64 %.478.i)
  %.1259.i = tail call i32 @PyTuple_SetItem(i64 %.1251.i, i64 0, i64 %.478.i)
  %.9.i385.i = load i64, ptr %.8.i372.i, align 8
  %.1287.not.i = icmp eq i64 %.15.i370.i, %.9.i385.i
  br i1 %.1287.not.i, label %B3954.i, label %B3706.i
B3706.i:                                          ; preds = %B3552.i
  %.1289.i = tail call i64 @PyTuple_New(i64 2)
  %.10.i388.i = load i64, ptr %.9.i387.i, align 8
  %.11.i389.i = add nsw i64 %.10.i388.i, %.432.i
  %.14.i390.i = inttoptr i64 %.11.i389.i to ptr
  %.15.i391.i = load i64, ptr %.14.i390.i, align 8
  %.1320.i = tail call ptr @Py_IncRef(i64 %.15.i370.i)
  %.1322.i = tail call i32 @PyTuple_SetItem(i64 %.1289.i, i64 0, i64 %.15.i370.i)
  %.1325.i = tail call ptr @Py_IncRef(i64 %.15.i391.i)
  %.1326.i = tail call i32 @PyTuple_SetItem(i64 %.1289.i, i64 1, i64 %.15.i391.i)
  br label %B4018.i
B3954.i:                                          ; preds = %B3552.i
  %.1333.i = tail call ptr @Py_IncRef(i64 %.432.i)
  br label %B4018.i
B4018.i:                                          ; preds = %B3954.i, %B3706.i
  %.432.i.sink = phi i64 [ %.432.i, %B3954.i ], [ %.1289.i, %B3706.i ]
  %.1336.i = tail call i32 @PyTuple_SetItem(i64 %.1251.i, i64 1, i64 %.432.i.sink)
  %.10.i394.i = load i64, ptr %.9.i393.i, align 8
  %.11.i395.i = add nsw i64 %.10.i394.i, %pending.2.0
  %.14.i396.i = inttoptr i64 %.11.i395.i to ptr
  %.15.i397.i = load i64, ptr %.14.i396.i, align 8
  %.10.i400.i = load i64, ptr %.9.i399.i, align 8
  %.11.i401.i = add nsw i64 %.10.i400.i, %.15.i397.i
  %.14.i402.i = inttoptr i64 %.11.i401.i to ptr
  %.15.i403.i = load i64, ptr %.14.i402.i, align 8
  %.6.i404.i = tail call i32 @PyList_Append(i64 %.15.i403.i, i64 %.1251.i)
  %.7.i405.i = tail call ptr @Py_DecRef(i64 %.1251.i)
  br label %B4150.i
B4150.i:                                          ; preds = %B4018.i, %B2986.i, %B2972.i
  %.1441.i = tail call ptr @Py_DecRef(i64 %.478.i)
  br label %helper_22.exit
helper_22.exit: ; preds = %helper_23.exit277.i, %B120.i.i210, %helper_23.exit.i, %B694.i, %B2162.i, %B4150.i
  %.232 = icmp sgt i64 %.179.1318, 0
  %.241 = sext i1 %.232 to i64
  %.179.1 = add nsw i64 %.179.1318, %.241
  %.245 = zext i1 %.232 to i64
  %.176.1 = add i64 %.176.1319, %.245
  br i1 %.232, label %B336, label %B388
B388:                                             ; preds = %helper_22.exit, %helper_21.exit
  %.310 = add i64 %arg.stub, 72
  %.311 = inttoptr i64 %.310 to ptr
  %.312 = load i64, ptr %.311, align 8
  %.317.not = icmp eq i64 %.312, 0
  br i1 %.317.not, label %B628, label %B452
B452:                                             ; preds = %B388
  %.8.i223 = add i64 %arg.c, 464
  %.9.i224 = inttoptr i64 %.8.i223 to ptr
  %.10.i225 = load i64, ptr %.9.i224, align 8
  %.11.i226 = add nsw i64 %.10.i225, %pending.2.0
  %.14.i227 = inttoptr i64 %.11.i226 to ptr
  %.15.i228 = load i64, ptr %.14.i227, align 8
  %.6.i = add i64 %.312, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i229 = load i64, ptr %.7.i, align 8
  %.454320.not = icmp slt i64 %.8.i229, 1
  br i1 %.454320.not, label %B628, label %B564
B564:                                             ; preds = %B452, %B564
  %.398.0322 = phi i64 [ %.467, %B564 ], [ 0, %B452 ]
  %.467 = add nuw nsw i64 %.398.0322, 1
  %.493 = tail call i64 @PyList_GetItem(i64 %.312, i64 %.398.0322)
  %.495 = tail call i32 @PyList_Append(i64 %.15.i228, i64 %.493)
  %exitcond.not = icmp eq i64 %.8.i229, %.467
  br i1 %exitcond.not, label %B628, label %B564
B628:                                             ; preds = %B564, %B452, %B388
  %.506 = and i64 %.30, 4
  %.507.not = icmp eq i64 %.506, 0
  br i1 %.507.not, label %B770, label %B666
B666:                                             ; preds = %B628
  %.7.i230 = add i64 %arg.c, 112
  %.8.i231 = inttoptr i64 %.7.i230 to ptr
  %.9.i232 = load i64, ptr %.8.i231, align 8
  %.8.i233 = tail call ptr @Py_IncRef(i64 %.9.i232)
  %.9.i.i234 = add i64 %arg.c, 480
  %.10.i.i235 = inttoptr i64 %.9.i.i234 to ptr
  %.11.i.i236 = load i64, ptr %.10.i.i235, align 8
  %.12.i.i237 = add nsw i64 %.11.i.i236, %pending.2.0
  %.15.i.i238 = inttoptr i64 %.12.i.i237 to ptr
  %.16.i.i239 = load i64, ptr %.15.i.i238, align 8
  store i64 %.9.i232, ptr %.15.i.i238, align 8
  %.25.not.i.i240 = icmp eq i64 %.16.i.i239, 0
  br i1 %.25.not.i.i240, label %B770, label %B120.i.i241
B120.i.i241:                                      ; preds = %B666
  %.28.i.i242 = tail call ptr @Py_DecRef(i64 %.16.i.i239)
  br label %B770
B770:                                             ; preds = %B120.i.i241, %B666, %B628
  %.8.i245 = inttoptr i64 %arg.c to ptr
  %.9.i246 = load i64, ptr %.8.i245, align 8
  %.589 = tail call i64 @PyType_GenericAlloc(i64 %.9.i246, i64 0)
  %.6.i247 = add i64 %.15.i, 16
  %.7.i248 = inttoptr i64 %.6.i247 to ptr
  %.8.i249 = load i64, ptr %.7.i248, align 8
  %.622 = add i64 %arg.stub, 48
  %.623 = inttoptr i64 %.622 to ptr
  %.624 = load i64, ptr %.623, align 8
  %.6.i.i250 = add i64 %.624, 16
  %.7.i.i251 = inttoptr i64 %.6.i.i250 to ptr
  %.8.i.i252 = load i64, ptr %.7.i.i251, align 8
  %.35.i = tail call i64 @PyTuple_New(i64 %.8.i.i252)
  %.11840.not.i = icmp slt i64 %.8.i.i252, 1
  br i1 %.11840.not.i, label %helper_23.exit, label %B96.i
B96.i:                                            ; preds = %B770, %B96.i
  %.62.041.i = phi i64 [ %.131.i, %B96.i ], [ 0, %B770 ]
  %.131.i = add nuw nsw i64 %.62.041.i, 1
  %.157.i253 = tail call i64 @PyTuple_GetItem(i64 %.624, i64 %.62.041.i)
  %.158.i = tail call ptr @Py_IncRef(i64 %.157.i253)
  %.160.i = tail call i32 @PyTuple_SetItem(i64 %.35.i, i64 %.62.041.i, i64 %.157.i253)
  %exitcond.not.i254 = icmp eq i64 %.8.i.i252, %.131.i
  br i1 %exitcond.not.i254, label %helper_23.exit, label %B96.i
helper_23.exit: ; preds = %B96.i, %B770
  %.650 = tail call i32 @PyList_Append(i64 %.15.i, i64 %.35.i)
  %.8.i255 = tail call ptr @Py_IncRef(i64 %storemerge.i)
  %.9.i.i256 = add i64 %arg.c, 248
  %.10.i.i257 = inttoptr i64 %.9.i.i256 to ptr
  %.11.i.i258 = load i64, ptr %.10.i.i257, align 8
  %.12.i.i259 = add nsw i64 %.11.i.i258, %.589
  %.15.i.i260 = inttoptr i64 %.12.i.i259 to ptr
  %.16.i.i261 = load i64, ptr %.15.i.i260, align 8
  store i64 %storemerge.i, ptr %.15.i.i260, align 8
  %.25.not.i.i262 = icmp eq i64 %.16.i.i261, 0
  br i1 %.25.not.i.i262, label %helper_17.exit266, label %B120.i.i263
B120.i.i263:                                      ; preds = %helper_23.exit
  %.28.i.i264 = tail call ptr @Py_DecRef(i64 %.16.i.i261)
  br label %helper_17.exit266
helper_17.exit266: ; preds = %helper_23.exit, %B120.i.i263
  %.682 = tail call i64 @PyLong_FromLongLong(i64 %.8.i249)
  %.9.i267 = add i64 %arg.c, 256
  %.10.i268 = inttoptr i64 %.9.i267 to ptr
  %.11.i269 = load i64, ptr %.10.i268, align 8
  %.12.i = add nsw i64 %.11.i269, %.589
  %.15.i270 = inttoptr i64 %.12.i to ptr
  %.16.i = load i64, ptr %.15.i270, align 8
  store i64 %.682, ptr %.15.i270, align 8
  %.25.not.i = icmp eq i64 %.16.i, 0
  br i1 %.25.not.i, label %helper_18.exit, label %B120.i
B120.i:                                           ; preds = %helper_17.exit266
  %.28.i = tail call ptr @Py_DecRef(i64 %.16.i)
  br label %helper_18.exit
helper_18.exit: ; preds = %helper_17.exit266, %B120.i
  %.9.i271 = add i64 %arg.c, 264
  %.10.i272 = inttoptr i64 %.9.i271 to ptr
  %.11.i273 = load i64, ptr %.10.i272, align 8
  %.12.i274 = add nsw i64 %.11.i273, %.589
  %.15.i275 = inttoptr i64 %.12.i274 to ptr
  %.16.i276 = load i64, ptr %.15.i275, align 8
  store i64 %.35.i, ptr %.15.i275, align 8
  %.25.not.i277 = icmp eq i64 %.16.i276, 0
  br i1 %.25.not.i277, label %helper_18.exit280, label %B120.i278
B120.i278:                                        ; preds = %helper_18.exit
  %.28.i279 = tail call ptr @Py_DecRef(i64 %.16.i276)
  br label %helper_18.exit280
helper_18.exit280: ; preds = %helper_18.exit, %B120.i278
  %.739 = add i64 %arg.stub, 56
  %.740 = inttoptr i64 %.739 to ptr
  %.741 = load i64, ptr %.740, align 8
  %.8.i281 = tail call ptr @Py_IncRef(i64 %.741)
  %.9.i.i282 = add i64 %arg.c, 408
  %.10.i.i283 = inttoptr i64 %.9.i.i282 to ptr
  %.11.i.i284 = load i64, ptr %.10.i.i283, align 8
  %.12.i.i285 = add nsw i64 %.11.i.i284, %pending.2.0
  %.15.i.i286 = inttoptr i64 %.12.i.i285 to ptr
  %.16.i.i287 = load i64, ptr %.15.i.i286, align 8
  store i64 %.741, ptr %.15.i.i286, align 8
  %.25.not.i.i288 = icmp eq i64 %.16.i.i287, 0
  br i1 %.25.not.i.i288, label %helper_17.exit292, label %B120.i.i289
B120.i.i289:                                      ; preds = %helper_18.exit280
  %.28.i.i290 = tail call ptr @Py_DecRef(i64 %.16.i.i287)
  br label %helper_17.exit292
helper_17.exit292: ; preds = %helper_18.exit280, %B120.i.i289
  %.8.i293 = add i64 %arg.c, 288
  %.9.i294 = inttoptr i64 %.8.i293 to ptr
  %.10.i295 = load i64, ptr %.9.i294, align 8
  %.11.i296 = add nsw i64 %.10.i295, %storemerge.i
  %.14.i297 = inttoptr i64 %.11.i296 to ptr
  %.15.i298 = load i64, ptr %.14.i297, align 8
  %.799 = tail call i64 @PyLong_AsLongLong(i64 %.15.i298)
  %.800.not = icmp slt i64 %.8.i249, %.799
  %.8945.not.i = icmp eq i64 %arg.new, 0
  br i1 %.8945.not.i, label %helper_24.exit, label %B36.lr.ph.i
B36.lr.ph.i:                                      ; preds = %helper_17.exit292
  %.34.148.i = add nsw i64 %arg.new, -1
  %.131.i299 = add i64 %arg.c, 1472
  %.139.i = add i64 %arg.c, 1480
  br label %B36.i
B36.i:                                            ; preds = %B267.i, %B36.lr.ph.i
  %.34.151.i = phi i64 [ %.34.148.i, %B36.lr.ph.i ], [ %.34.1.i, %B267.i ]
  %.31.150.i = phi i64 [ 1, %B36.lr.ph.i ], [ %.31.1.i, %B267.i ]
  %.31.049.i = phi i64 [ 0, %B36.lr.ph.i ], [ %.31.150.i, %B267.i ]
  %1 = shl i64 %.31.049.i, 5
  %.132.i = add i64 %.131.i299, %1
  %.133.i = inttoptr i64 %.132.i to ptr
  %.134.i = load i64, ptr %.133.i, align 8
  %.150.not.i = icmp eq i64 %.134.i, 0
  br i1 %.150.not.i, label %B222.i, label %B267.i.sink.split
B222.i:                                           ; preds = %B36.i
  %.140.i = add i64 %.139.i, %1
  %.141.i300 = inttoptr i64 %.140.i to ptr
  %.142.i = load i64, ptr %.141.i300, align 8
  %.162.not.i = icmp eq i64 %.142.i, 0
  br i1 %.162.not.i, label %B267.i, label %B267.i.sink.split
B267.i.sink.split:                                ; preds = %B222.i, %B36.i
  %.142.i.sink = phi i64 [ %.134.i, %B36.i ], [ %.142.i, %B222.i ]
  %.165.i = tail call ptr @Py_DecRef(i64 %.142.i.sink)
  br label %B267.i
B267.i:                                           ; preds = %B267.i.sink.split, %B222.i
  %.89.i302 = icmp sgt i64 %.34.151.i, 0
  %.102.i = zext i1 %.89.i302 to i64
  %.31.1.i = add i64 %.31.150.i, %.102.i
  %.98.i = sext i1 %.89.i302 to i64
  %.34.1.i = add nsw i64 %.34.151.i, %.98.i
  br i1 %.89.i302, label %B36.i, label %helper_24.exit
helper_24.exit: ; preds = %B267.i, %helper_17.exit292
  %.835.not = icmp eq i32 %arg.collecting, 0
  br i1 %.835.not, label %B1448, label %B1420
B1420:                                            ; preds = %helper_24.exit
  %.839 = tail call i32 @PyGC_Enable()
  br label %B1448
B1448:                                            ; preds = %helper_24.exit, %B1420
  %.842 = and i64 %.30, 1
  %.845.not = icmp eq i64 %.842, 0
  br i1 %.845.not, label %B2114, label %B1488
B1488:                                            ; preds = %B1448
  %.850 = add i64 %arg.c, 672
  %.851 = inttoptr i64 %.850 to ptr
  store i64 %.589, ptr %.851, align 8
  %.855 = add i64 %arg.c, 696
  %.856 = inttoptr i64 %.855 to ptr
  %.857 = load i64, ptr %.856, align 8
  %.860 = add i64 %arg.c, 680
  %.861 = inttoptr i64 %.860 to ptr
  store i64 %.857, ptr %.861, align 8
  %.865 = add i64 %arg.stub, 88
  %.866 = inttoptr i64 %.865 to ptr
  %.867 = load i64, ptr %.866, align 8
  %.870 = add i64 %arg.c, 688
  %.871 = inttoptr i64 %.870 to ptr
  store i64 %.867, ptr %.871, align 8
  %.875 = add i64 %arg.stub, 96
  %.876 = inttoptr i64 %.875 to ptr
  %.877 = load i64, ptr %.876, align 8
  %.884.not = icmp eq i64 %.877, 0
  br i1 %.884.not, label %B1850, label %B1906
B1850:                                            ; preds = %B1488
  %.908 = add i64 %arg.c, 704
  %.909 = inttoptr i64 %.908 to ptr
  %.910 = load i64, ptr %.909, align 8
  br label %B1906
B1906:                                            ; preds = %B1488, %B1850
  %"$phi1906.4.2.0" = phi i64 [ %.910, %B1850 ], [ %.877, %B1488 ]
  store i64 %"$phi1906.4.2.0", ptr %.856, align 8
  %.7.i304 = add i64 %arg.c, 192
  %.8.i305 = inttoptr i64 %.7.i304 to ptr
  %.9.i306 = load i64, ptr %.8.i305, align 8
  %.958 = tail call i64 @PyObject_Vectorcall(i64 %.9.i306, i64 %.850, i64 4, i64 0)
  %.963 = icmp eq i64 %.958, 0
  br i1 %.963, label %common.ret.sink.split, label %B2084
common.ret.sink.split:                            ; preds = %B2118, %B1906
  %.35.i310.sink = phi i64 [ %.589, %B1906 ], [ %.589..35.i310, %B2118 ]
  %storemerge184.ph = phi i64 [ 0, %B1906 ], [ %..589, %B2118 ]
  %.51.i311 = tail call ptr @Py_DecRef(i64 %.35.i310.sink)
  br label %common.ret
common.ret:                                       ; preds = %common.ret.sink.split, %B2114
  %storemerge184 = phi i64 [ %.589, %B2114 ], [ %storemerge184.ph, %common.ret.sink.split ]
  store i64 %storemerge184, ptr %retptr, align 8
  ret void
B2084:                                            ; preds = %B1906
  %.978 = tail call ptr @Py_DecRef(i64 %.958)
  br label %B2114
B2114:                                            ; preds = %B2084, %B1448
  br i1 %.800.not, label %common.ret, label %B2118
B2118:                                            ; preds = %B2114
  %.7.i.i307 = add i64 %arg.c, 200
  %.8.i.i308 = inttoptr i64 %.7.i.i307 to ptr
  %.9.i.i309 = load i64, ptr %.8.i.i308, align 8
  %.35.i310 = tail call i64 @PyObject_Vectorcall(i64 %.9.i.i309, i64 0, i64 0, i64 0)
  %.40.i = icmp eq i64 %.35.i310, 0
  %.589..35.i310 = select i1 %.40.i, i64 %.589, i64 %.35.i310
  %..589 = select i1 %.40.i, i64 0, i64 %.589
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
  %.8.i = add i64 %arg.c, 280
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
  %.8.i62 = add i64 %arg.c, 256
  %.9.i63 = inttoptr i64 %.8.i62 to ptr
  %.10.i64 = load i64, ptr %.9.i63, align 8
  %.11.i65 = add nsw i64 %.10.i64, %arg.x
  %.14.i66 = inttoptr i64 %.11.i65 to ptr
  %.15.i67 = load i64, ptr %.14.i66, align 8
  %.8.i56 = add i64 %arg.c, 376
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
  %.8.i68 = add i64 %arg.c, 296
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
define internal fastcc void @helper_12(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.c, i64 %arg.x, i64 range(i64 -9223372036854775688, -9223372036854775808) %arg.p) unnamed_addr {
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
  %.149.i = add i64 %arg.c, 672
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
  %.149.i257 = add i64 %arg.c, 672
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
  %.149.i286 = add i64 %arg.c, 672
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
  %.7.i304 = add i64 %arg.c, 208
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
  %.8.i = add i64 %arg.c, 384
  %.9.i = inttoptr i64 %.8.i to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = add nsw i64 %.10.i, %arg.owner
  %.14.i = inttoptr i64 %.11.i to ptr
  %.15.i = load i64, ptr %.14.i, align 8
  %.7.i = add i64 %arg.c, 664
  %.8.i154 = inttoptr i64 %.7.i to ptr
  %.9.i155 = load i64, ptr %.8.i154, align 8
  %.71.not = icmp eq i64 %.15.i, %.9.i155
  br i1 %.71.not, label %B118, label %common.ret
common.ret:                                       ; preds = %B1366, %B1378, %B332, %B442, %entry, %B1468
  %found.5.0.sink = phi i64 [ %found.5.0, %B1468 ], [ 0, %entry ], [ 0, %B442 ], [ 0, %B332 ], [ 0, %B1378 ], [ 0, %B1366 ]
  store i64 %found.5.0.sink, ptr %retptr, align 8
  ret void
B118:                                             ; preds = %entry
  %.8.i156 = add i64 %arg.c, 360
  %.9.i157 = inttoptr i64 %.8.i156 to ptr
  %.10.i158 = load i64, ptr %.9.i157, align 8
  %.11.i159 = add nsw i64 %.10.i158, %arg.owner
  %.14.i160 = inttoptr i64 %.11.i159 to ptr
  %.15.i161 = load i64, ptr %.14.i160, align 8
  %.6.i = add i64 %.15.i161, 8
  %.7.i162 = inttoptr i64 %.6.i to ptr
  %.8.i163 = load i64, ptr %.7.i162, align 8
  %.8.i164 = add i64 %arg.c, 256
  %.9.i165 = inttoptr i64 %.8.i164 to ptr
  %.10.i166 = load i64, ptr %.9.i165, align 8
  %.11.i167 = add nsw i64 %.10.i166, %arg.x
  %.14.i168 = inttoptr i64 %.11.i167 to ptr
  %.15.i169 = load i64, ptr %.14.i168, align 8
  %.7.i170 = add i64 %arg.c, 224
  %.8.i171 = inttoptr i64 %.7.i170 to ptr
  %.9.i172 = load i64, ptr %.8.i171, align 8
  %.217 = icmp eq i64 %.8.i163, %.9.i172
  br i1 %.217, label %B332, label %B972
B332:                                             ; preds = %B118
  %.8.i173 = add i64 %arg.c, 528
  %.9.i174 = inttoptr i64 %.8.i173 to ptr
  %.10.i175 = load i64, ptr %.9.i174, align 8
  %.11.i176 = add nsw i64 %.10.i175, %.15.i161
  %.14.i177 = inttoptr i64 %.11.i176 to ptr
  %.15.i178 = load i64, ptr %.14.i177, align 8
  %.7.i179 = add i64 %arg.c, 104
  %.8.i180 = inttoptr i64 %.7.i179 to ptr
  %.9.i181 = load i64, ptr %.8.i180, align 8
  %.274.not = icmp eq i64 %.15.i178, %.9.i181
  br i1 %.274.not, label %B442, label %common.ret
B442:                                             ; preds = %B332
  %.8.i182 = add i64 %arg.c, 536
  %.9.i183 = inttoptr i64 %.8.i182 to ptr
  %.10.i184 = load i64, ptr %.9.i183, align 8
  %.11.i185 = add nsw i64 %.10.i184, %.15.i161
  %.14.i186 = inttoptr i64 %.11.i185 to ptr
  %.15.i187 = load i64, ptr %.14.i186, align 8
  %.6.i188 = add i64 %.15.i187, 16
  %.7.i189 = inttoptr i64 %.6.i188 to ptr
  %.8.i190 = load i64, ptr %.7.i189, align 8
  %.328.not = icmp eq i64 %.8.i190, 0
  br i1 %.328.not, label %B534, label %common.ret
B534:                                             ; preds = %B442
  %.8.i191 = add i64 %arg.c, 512
  %.9.i192 = inttoptr i64 %.8.i191 to ptr
  %.10.i193 = load i64, ptr %.9.i192, align 8
  %.11.i194 = add nsw i64 %.10.i193, %.15.i161
  %.14.i195 = inttoptr i64 %.11.i194 to ptr
  %.15.i196 = load i64, ptr %.14.i195, align 8
  %.6.i197 = add i64 %.15.i196, 8
  %.7.i198 = inttoptr i64 %.6.i197 to ptr
  %.8.i199 = load i64, ptr %.7.i198, align 8
  %.7.i200 = add i64 %arg.c, 64
  %.8.i201 = inttoptr i64 %.7.i200 to ptr
  %.9.i202 = load i64, ptr %.8.i201, align 8
  %.430 = icmp eq i64 %.8.i199, %.9.i202
  br i1 %.430, label %B674, label %B796
B674:                                             ; preds = %B534
  %.438 = tail call i64 @PyLong_AsLongLong(i64 %.15.i169)
  %.6.i203 = add i64 %.15.i196, 16
  %.7.i204 = inttoptr i64 %.6.i203 to ptr
  %.8.i205 = load i64, ptr %.7.i204, align 8
  %.465 = icmp slt i64 %.438, %.8.i205
  br i1 %.465, label %B738, label %B796
B738:                                             ; preds = %B674
  %.468 = tail call i64 @PyLong_AsLongLong(i64 %.15.i169)
  %.470 = tail call i64 @PyList_GetItem(i64 %.15.i196, i64 %.468)
  br label %B796
B796:                                             ; preds = %B674, %B534, %B738
  %found.4.0 = phi i64 [ %.470, %B738 ], [ 0, %B674 ], [ 0, %B534 ]
  %.489.not = icmp eq i64 %arg.one, 0
  br i1 %.489.not, label %B1366, label %B808
B808:                                             ; preds = %B796
  %.498 = icmp eq i64 %found.4.0, 0
  br i1 %.498, label %B880, label %B820
B820:                                             ; preds = %B808
  %.9.i208 = load i64, ptr %.8.i180, align 8
  %.535 = icmp eq i64 %found.4.0, %.9.i208
  br i1 %.535, label %B880, label %B1366
B880:                                             ; preds = %B820, %B808
  %.8.i209 = add i64 %arg.c, 520
  %.9.i210 = inttoptr i64 %.8.i209 to ptr
  %.10.i211 = load i64, ptr %.9.i210, align 8
  %.11.i212 = add nsw i64 %.10.i211, %.15.i161
  %.14.i213 = inttoptr i64 %.11.i212 to ptr
  %.15.i214 = load i64, ptr %.14.i213, align 8
  %.573 = tail call i64 @PyLong_AsLongLong(i64 %.15.i169)
  %.576 = shl nsw i64 %.573, 3
  br label %B1366
B972:                                             ; preds = %B118
  %.7.i215 = add i64 %arg.c, 232
  %.8.i216 = inttoptr i64 %.7.i215 to ptr
  %.9.i217 = load i64, ptr %.8.i216, align 8
  %.635 = icmp eq i64 %.8.i163, %.9.i217
  br i1 %.635, label %B1322.sink.split, label %B1092
B1092:                                            ; preds = %B972
  %.7.i224 = add i64 %arg.c, 240
  %.8.i225 = inttoptr i64 %.7.i224 to ptr
  %.9.i226 = load i64, ptr %.8.i225, align 8
  %.701 = icmp eq i64 %.8.i163, %.9.i226
  br i1 %.701, label %B1322.sink.split, label %B1208
B1208:                                            ; preds = %B1092
  %.7.i233 = add i64 %arg.c, 216
  %.8.i234 = inttoptr i64 %.7.i233 to ptr
  %.9.i235 = load i64, ptr %.8.i234, align 8
  %.771 = icmp eq i64 %.8.i163, %.9.i235
  br i1 %.771, label %B1322.sink.split, label %B1322
B1322.sink.split:                                 ; preds = %B1208, %B1092, %B972
  %.sink = phi i64 [ 496, %B972 ], [ 504, %B1092 ], [ 488, %B1208 ]
  %.8.i236 = add i64 %arg.c, %.sink
  %.9.i237 = inttoptr i64 %.8.i236 to ptr
  %.10.i238 = load i64, ptr %.9.i237, align 8
  %.11.i239 = add nsw i64 %.10.i238, %.15.i161
  %.14.i240 = inttoptr i64 %.11.i239 to ptr
  %.15.i241 = load i64, ptr %.14.i240, align 8
  br label %B1322
B1322:                                            ; preds = %B1322.sink.split, %B1208
  %kept.4.1 = phi i64 [ 0, %B1208 ], [ %.15.i241, %B1322.sink.split ]
  %.818.not = icmp eq i64 %kept.4.1, 0
  br i1 %.818.not, label %B1366, label %B1334
B1334:                                            ; preds = %B1322
  %.827 = tail call i64 @PyDict_GetItem(i64 %kept.4.1, i64 %.15.i169)
  br label %B1366
B1366:                                            ; preds = %B796, %B820, %B880, %B1334, %B1322
  %found.5.0 = phi i64 [ %.827, %B1334 ], [ 0, %B1322 ], [ %.15.i214, %B880 ], [ %found.4.0, %B820 ], [ %found.4.0, %B796 ]
  %within.2.0 = phi i64 [ 0, %B1334 ], [ 0, %B1322 ], [ %.576, %B880 ], [ 0, %B820 ], [ 0, %B796 ]
  %.842 = icmp eq i64 %found.5.0, 0
  br i1 %.842, label %common.ret, label %B1378
B1378:                                            ; preds = %B1366
  %.6.i242 = add i64 %found.5.0, 8
  %.7.i243 = inttoptr i64 %.6.i242 to ptr
  %.8.i244 = load i64, ptr %.7.i243, align 8
  %.7.i245 = add i64 %arg.c, 24
  %.8.i246 = inttoptr i64 %.7.i245 to ptr
  %.9.i247 = load i64, ptr %.8.i246, align 8
  %.896.not = icmp eq i64 %.8.i244, %.9.i247
  br i1 %.896.not, label %B1468, label %common.ret
B1468:                                            ; preds = %B1378
  %.908 = add i64 %found.5.0, 16
  %.909 = inttoptr i64 %.908 to ptr
  %.910 = load i64, ptr %.909, align 8
  %.912 = add nsw i64 %.910, %within.2.0
  %.917 = add i64 %arg.c, 672
  %.918 = inttoptr i64 %.917 to ptr
  store i64 %.912, ptr %.918, align 8
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
