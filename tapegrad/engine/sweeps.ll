; 32729259c199061948ebec5425d6bf51ed8f9b666415ddad440c7200920ed218
; numba 0.62, llvmlite 0.45, Python 3.11, x86_64
declare <8 x double> @llvm.masked.load.v8f64.p0(ptr nocapture, i32 immarg, <8 x i1>, <8 x double>)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr nocapture, i32 immarg, <8 x i1>, <8 x float>)
declare double @llvm.fabs.f64(double)
define internal fastcc void @helper_0(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.records, i64 %arg.n, i64 %arg.frame, i64 %arg.call_operands, i64 %arg.operand_count, i64 %arg.forms, i64 %arg.classes, i64 %arg.tables, i64 %arg.work) unnamed_addr {
entry:
  %.6.i = add i64 %arg.forms, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i841 = add i64 %arg.classes, 16
  %.7.i842 = inttoptr i64 %.6.i841 to ptr
  %.8.i843 = load i64, ptr %.7.i842, align 8
  %.16.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.16.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.44.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i185.i = add i64 %.44.i, 16
  %.7.i186.i = inttoptr i64 %.6.i185.i to ptr
  %.8.i187.i = load i64, ptr %.7.i186.i, align 8
  %.76.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.6.i188.i = add i64 %.76.i, 16
  %.7.i189.i = inttoptr i64 %.6.i188.i to ptr
  %.8.i190.i = load i64, ptr %.7.i189.i, align 8
  %.102.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i191.i = add i64 %.102.i, 16
  %.7.i192.i = inttoptr i64 %.6.i191.i to ptr
  %.8.i193.i = load i64, ptr %.7.i192.i, align 8
  %.213200.i = icmp sgt i64 %arg.n, 0
  br i1 %.213200.i, label %B270.preheader.i, label %helper_1.exit
B270.preheader.i:                                 ; preds = %entry
  %.159.1202.i = add nsw i64 %arg.n, -1
  br label %B270.i
B270.i:                                           ; preds = %B1220.i, %B270.preheader.i
  %.203.sroa.0.0206.i = phi i64 [ %.203.sroa.0.0.i, %B1220.i ], [ 0, %B270.preheader.i ]
  %.156.1205.i = phi i64 [ %.156.1.i, %B1220.i ], [ 1, %B270.preheader.i ]
  %.159.1204.i = phi i64 [ %.159.1.i, %B1220.i ], [ %.159.1202.i, %B270.preheader.i ]
  %.256.i = tail call i64 @PyList_GetItem(i64 %arg.records, i64 %.203.sroa.0.0206.i)
  %.261.i = tail call i64 @PyTuple_GetItem(i64 %.256.i, i64 0)
  %.262.i = tail call i64 @PyLong_AsLongLong(i64 %.261.i)
  %.264.i = tail call i64 @PyTuple_GetItem(i64 %.256.i, i64 1)
  %.265.i = tail call i64 @PyLong_AsLongLong(i64 %.264.i)
  %.273.i = shl nsw i64 %.203.sroa.0.0206.i, 2
  %.276.i = trunc i64 %.262.i to i32
  %.277.i = shl i64 %.203.sroa.0.0206.i, 4
  %.278.i = add i64 %.277.i, %.8.i.i
  %.279.i = inttoptr i64 %.278.i to ptr
  store i32 %.276.i, ptr %.279.i, align 4
  %.284.i = trunc i64 %.265.i to i32
  %.286.i = add i64 %.273.i, %.8.i187.i
  %.287.i = inttoptr i64 %.286.i to ptr
  store i32 %.284.i, ptr %.287.i, align 4
  %.290.i = shl i64 %.265.i, 2
  %..i = and i64 %.290.i, 4
  %.309.i = add i64 %.262.i, %.8.i843
  %.310.i = inttoptr i64 %.309.i to ptr
  %.311.i = load i8, ptr %.310.i, align 1
  %.315.i = icmp eq i8 %.311.i, 0
  br i1 %.315.i, label %B602.preheader.i, label %B960.i
B602.preheader.i:                                 ; preds = %B270.i
  %.436.i = or disjoint i64 %.273.i, 1
  br label %B604.i
B604.i:                                           ; preds = %B604.i, %B602.preheader.i
  %.340.0198.i = phi i64 [ 0, %B602.preheader.i ], [ %.409.i, %B604.i ]
  %.409.i = add nuw nsw i64 %.340.0198.i, 1
  %.437.i = add nuw nsw i64 %.436.i, %.340.0198.i
  %.440.i = shl i64 %.437.i, 2
  %.441.i = add i64 %.440.i, %.8.i.i
  %.442.i = inttoptr i64 %.441.i to ptr
  store i32 0, ptr %.442.i, align 4
  %exitcond207.not.i = icmp eq i64 %.409.i, 3
  br i1 %exitcond207.not.i, label %B660.i, label %B604.i
B660.i:                                           ; preds = %B604.i
  %0 = shl i64 %.265.i, 4
  %.453.i = and i64 %0, -32
  %.457.i = add i64 %.453.i, %.8.i
  %.458.i = inttoptr i64 %.457.i to ptr
  %.459.i = load i64, ptr %.458.i, align 8
  switch i64 %.459.i, label %B1220.i [
    i64 1, label %B752.i
    i64 2, label %B864.i
  ]
B752.i:                                           ; preds = %B660.i
  %.475.i = tail call i64 @PyTuple_GetItem(i64 %.256.i, i64 2)
  %.478.i = tail call double @PyFloat_AsDouble(i64 %.475.i)
  %.481.i = shl i64 %.203.sroa.0.0206.i, 3
  %.482.i = add i64 %.481.i, %.8.i190.i
  %.483.i = inttoptr i64 %.482.i to ptr
  store double %.478.i, ptr %.483.i, align 8
  br label %B1220.i
B864.i:                                           ; preds = %B660.i
  %.494.i = tail call i64 @PyTuple_GetItem(i64 %.256.i, i64 2)
  %.497.i = tail call double @PyFloat_AsDouble(i64 %.494.i)
  %.499.i = fptrunc double %.497.i to float
  %.500.i = shl i64 %.203.sroa.0.0206.i, 3
  %.501.i = add i64 %.500.i, %.8.i190.i
  %.502.i = inttoptr i64 %.501.i to ptr
  store float %.499.i, ptr %.502.i, align 4
  br label %B1220.i
B960.i:                                           ; preds = %B270.i
  %.517.i = add i64 %.256.i, 16
  %.518.i = inttoptr i64 %.517.i to ptr
  %.519.i = load i64, ptr %.518.i, align 8
  %.520.i = add nsw i64 %.519.i, -2
  %.646.i = or disjoint i64 %.273.i, 1
  br label %B1030.i
B1030.i:                                          ; preds = %B1030.i, %B960.i
  %.547.0196.i = phi i64 [ 0, %B960.i ], [ %.616.i, %B1030.i ]
  %.616.i = add nuw nsw i64 %.547.0196.i, 1
  %.648.i = add nuw nsw i64 %.646.i, %.547.0196.i
  %.651.i = icmp slt i64 %.547.0196.i, %.520.i
  %.674.i = add nuw nsw i64 %.547.0196.i, 2
  %"$phi1116.11.2.3.i" = select i1 %.651.i, i64 %.674.i, i64 2
  %.688.i = tail call i64 @PyTuple_GetItem(i64 %.256.i, i64 %"$phi1116.11.2.3.i")
  %.695.i = tail call i64 @PyLong_AsLongLong(i64 %.688.i)
  %.700.i = trunc i64 %.695.i to i32
  %.701.i = shl i64 %.648.i, 2
  %.702.i = add i64 %.701.i, %.8.i.i
  %.703.i = inttoptr i64 %.702.i to ptr
  store i32 %.700.i, ptr %.703.i, align 4
  %exitcond.not.i = icmp eq i64 %.616.i, 3
  br i1 %exitcond.not.i, label %B1162.i, label %B1030.i
B1162.i:                                          ; preds = %B1030.i
  %.7.i194.i = inttoptr i64 %.256.i to ptr
  %.8.i195.i = load i32, ptr %.7.i194.i, align 4
  %.749.i = icmp sgt i32 %.8.i195.i, 1
  %.752.i = zext i1 %.749.i to i64
  %spec.select.i = or disjoint i64 %..i, %.752.i
  br label %B1220.i
B1220.i:                                          ; preds = %B1162.i, %B864.i, %B752.i, %B660.i
  %flag.2.1.i = phi i64 [ %..i, %B752.i ], [ %..i, %B660.i ], [ %..i, %B864.i ], [ %spec.select.i, %B1162.i ]
  %.763.i = trunc nuw nsw i64 %flag.2.1.i to i8
  %.765.i = add i64 %.203.sroa.0.0206.i, %.8.i193.i
  %.766.i = inttoptr i64 %.765.i to ptr
  store i8 %.763.i, ptr %.766.i, align 1
  %.213.i = icmp sgt i64 %.159.1204.i, 0
  %.222.i = sext i1 %.213.i to i64
  %.159.1.i = add nsw i64 %.159.1204.i, %.222.i
  %.226.i = zext i1 %.213.i to i64
  %.156.1.i = add i64 %.156.1205.i, %.226.i
  %.203.sroa.0.0.i = select i1 %.213.i, i64 %.156.1205.i, i64 0
  br i1 %.213.i, label %B270.i, label %helper_1.exit
helper_1.exit: ; preds = %B1220.i, %entry
  %.108 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i844 = add i64 %.108, 16
  %.7.i845 = inttoptr i64 %.6.i844 to ptr
  %.8.i846 = load i64, ptr %.7.i845, align 8
  %.134 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i847 = add i64 %.134, 16
  %.7.i848 = inttoptr i64 %.6.i847 to ptr
  %.8.i849 = load i64, ptr %.7.i848, align 8
  %.166 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i850 = add i64 %.166, 16
  %.7.i851 = inttoptr i64 %.6.i850 to ptr
  %.8.i852 = load i64, ptr %.7.i851, align 8
  %.195 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i853 = add i64 %.195, 16
  %.7.i854 = inttoptr i64 %.6.i853 to ptr
  %.8.i855 = load i64, ptr %.7.i854, align 8
  %.221 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 1)
  %.6.i856 = add i64 %.221, 16
  %.7.i857 = inttoptr i64 %.6.i856 to ptr
  %.8.i858 = load i64, ptr %.7.i857, align 8
  %.253 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 2)
  %.6.i859 = add i64 %.253, 16
  %.7.i860 = inttoptr i64 %.6.i859 to ptr
  %.8.i861 = load i64, ptr %.7.i860, align 8
  %.279 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 3)
  %.6.i862 = add i64 %.279, 16
  %.7.i863 = inttoptr i64 %.6.i862 to ptr
  %.8.i864 = load i64, ptr %.7.i863, align 8
  %storemerge = tail call i64 @llvm.smax.i64(i64 %arg.n, i64 0)
  %.412912 = icmp sgt i64 %arg.n, 0
  br i1 %.412912, label %B562.lr.ph, label %B2474
B562.lr.ph:                                       ; preds = %helper_1.exit
  %.358.1915 = add nsw i64 %storemerge, -1
  %.1236 = add i64 %.8.i846, 4
  %.1195 = add i64 %.8.i846, 4
  %.15.i884 = add i64 %.8.i, 8
  %.807 = add i64 %.8.i864, 4
  %.851 = add i64 %.8.i864, 4
  %.15.i = add i64 %.8.i, 8
  %.1417 = add i64 %.8.i861, 8
  %.1465 = add i64 %.8.i861, 4
  %.1478 = add i64 %.8.i846, 4
  %.1516 = add i64 %.8.i861, 28
  br label %B562
B562:                                             ; preds = %B562.lr.ph, %B4405
  %.402.sroa.0.0923 = phi i64 [ 0, %B562.lr.ph ], [ %.402.sroa.0.0, %B4405 ]
  %.358.1922 = phi i64 [ %.358.1915, %B562.lr.ph ], [ %.358.1, %B4405 ]
  %.355.1921 = phi i64 [ 1, %B562.lr.ph ], [ %.355.1, %B4405 ]
  %iteration.2.0920 = phi i64 [ -1, %B562.lr.ph ], [ %iteration.3.1, %B4405 ]
  %start.3.0919 = phi i64 [ 0, %B562.lr.ph ], [ %start.4.1, %B4405 ]
  %kind.2.0918 = phi i64 [ -1, %B562.lr.ph ], [ %kind.3.1, %B4405 ]
  %count.3.0917 = phi i64 [ 0, %B562.lr.ph ], [ %count.4.1, %B4405 ]
  %missing.2.0916 = phi i64 [ 0, %B562.lr.ph ], [ %missing.3.1, %B4405 ]
  %.454 = shl nsw i64 %.402.sroa.0.0923, 2
  %.456 = shl i64 %.402.sroa.0.0923, 4
  %.457 = add i64 %.456, %.8.i846
  %.458 = inttoptr i64 %.457 to ptr
  %.459 = load i32, ptr %.458, align 4
  %.460 = sext i32 %.459 to i64
  %.467 = add i64 %.8.i843, %.460
  %.468 = inttoptr i64 %.467 to ptr
  %.469 = load i8, ptr %.468, align 1
  %.478 = add i64 %.454, %.8.i855
  %.479 = inttoptr i64 %.478 to ptr
  store i32 -1, ptr %.479, align 4
  %.485 = add i64 %.454, %.8.i858
  %.486 = inttoptr i64 %.485 to ptr
  store i32 -1, ptr %.486, align 4
  switch i8 %.469, label %B1998 [
    i8 0, label %B4405
    i8 1, label %B762
    i8 2, label %B1662
    i8 4, label %B1786
  ]
B762:                                             ; preds = %B562
  %.9.i = add i64 %.454, %.8.i849
  %.10.i = inttoptr i64 %.9.i to ptr
  %.11.i = load i32, ptr %.10.i, align 4
  %1 = ashr i32 %.11.i, 1
  %.13.i = sext i32 %1 to i64
  %.16.i866 = shl nsw i64 %.13.i, 5
  %.17.i = add i64 %.16.i866, %.8.i
  %.18.i = inttoptr i64 %.17.i to ptr
  %.19.i = load i64, ptr %.18.i, align 8
  %.570 = icmp eq i64 %.19.i, 2
  %.576 = icmp eq i64 %.19.i, 4
  %"$phi850.1.2.2" = or i1 %.570, %.576
  %"$phi888.6.2.2" = zext i1 %"$phi850.1.2.2" to i64
  %.612 = tail call i64 @PyTuple_GetItem(i64 %arg.tables, i64 %"$phi888.6.2.2")
  %.6.i867 = add i64 %.612, 16
  %.7.i868 = inttoptr i64 %.6.i867 to ptr
  %.8.i869 = load i64, ptr %.7.i868, align 8
  %.648 = shl nsw i64 %.460, 6
  %.649 = add i64 %.8.i869, %.648
  %.650 = inttoptr i64 %.649 to ptr
  %.651 = load i64, ptr %.650, align 8
  %.652 = icmp eq i64 %.651, 0
  br i1 %.652, label %B990, label %B1284
B990:                                             ; preds = %B762
  %.739900 = icmp sgt i64 %missing.2.0916, 0
  br i1 %.739900, label %B1026.lr.ph, label %B1162
B1026.lr.ph:                                      ; preds = %B990
  %.686.1903 = add nsw i64 %missing.2.0916, -1
  %.814 = zext i1 %"$phi850.1.2.2" to i64
  br label %B1026
B1026:                                            ; preds = %B1026.lr.ph, %B1154
  %.729.sroa.0.0907 = phi i64 [ 0, %B1026.lr.ph ], [ %.729.sroa.0.0, %B1154 ]
  %.686.1906 = phi i64 [ %.686.1903, %B1026.lr.ph ], [ %.686.1, %B1154 ]
  %.683.1905 = phi i64 [ 1, %B1026.lr.ph ], [ %.683.1, %B1154 ]
  %known.2.2904 = phi i1 [ false, %B1026.lr.ph ], [ %"$phi1154.2.3.3", %B1154 ]
  br i1 %known.2.2904, label %B1154, label %B1032
B1032:                                            ; preds = %B1026
  %.792 = add i64 %.729.sroa.0.0907, %.8.i864
  %.793 = inttoptr i64 %.792 to ptr
  %.794 = load i32, ptr %.793, align 4
  %.797 = icmp eq i32 %.794, %.459
  br i1 %.797, label %B1078, label %B1154
B1078:                                            ; preds = %B1032
  %.808 = add i64 %.807, %.729.sroa.0.0907
  %.809 = inttoptr i64 %.808 to ptr
  %.810 = load i32, ptr %.809, align 4
  %.811 = sext i32 %.810 to i64
  %.815 = icmp eq i64 %.811, %.814
  br label %B1154
B1154:                                            ; preds = %B1078, %B1032, %B1026
  %"$phi1154.2.3.3" = phi i1 [ true, %B1026 ], [ %.815, %B1078 ], [ false, %B1032 ]
  %.739 = icmp sgt i64 %.686.1906, 0
  %2 = shl i64 %.683.1905, 3
  %.752 = zext i1 %.739 to i64
  %.683.1 = add i64 %.683.1905, %.752
  %.748 = sext i1 %.739 to i64
  %.686.1 = add nsw i64 %.686.1906, %.748
  %.729.sroa.0.0 = select i1 %.739, i64 %2, i64 0
  br i1 %.739, label %B1026, label %B1158
B1158:                                            ; preds = %B1154
  br i1 %"$phi1154.2.3.3", label %B1284, label %B1162
B1162:                                            ; preds = %B990, %B1158
  %.839 = shl i64 %missing.2.0916, 3
  %.844 = add i64 %.839, %.8.i864
  %.845 = inttoptr i64 %.844 to ptr
  store i32 %.459, ptr %.845, align 4
  %.853 = zext i1 %"$phi850.1.2.2" to i32
  %.860 = add i64 %.851, %.839
  %.861 = inttoptr i64 %.860 to ptr
  store i32 %.853, ptr %.861, align 4
  %.864 = add nsw i64 %missing.2.0916, 1
  br label %B1284
B1284:                                            ; preds = %B762, %B1162, %B1158
  %missing.5.2 = phi i64 [ %missing.2.0916, %B1158 ], [ %.864, %B1162 ], [ %missing.2.0916, %B762 ]
  %.877 = icmp eq i64 %.19.i, 1
  br i1 %.877, label %B1998, label %B1324
B1324:                                            ; preds = %B1284
  br i1 %.570, label %B1998, label %B1364
B1364:                                            ; preds = %B1324
  %.11.i873 = load i32, ptr %.10.i, align 4
  %3 = ashr i32 %.11.i873, 1
  %.13.i874 = sext i32 %3 to i64
  %.14.i = shl nsw i64 %.13.i874, 5
  %.17.i875 = add i64 %.15.i, %.14.i
  %.18.i876 = inttoptr i64 %.17.i875 to ptr
  %.19.i877 = load i64, ptr %.18.i876, align 8
  %.1091 = or disjoint i64 %.454, 1
  br label %B1456
B1456:                                            ; preds = %B1364, %B1636
  %.994.1911 = phi i64 [ 2, %B1364 ], [ %.994.1, %B1636 ]
  %.991.1910 = phi i64 [ 1, %B1364 ], [ %.991.1, %B1636 ]
  %joins.6.3909 = phi i1 [ true, %B1364 ], [ %joins.7.4, %B1636 ]
  %.991.0908 = phi i64 [ 0, %B1364 ], [ %.991.1910, %B1636 ]
  %.1092 = add nuw nsw i64 %.1091, %.991.0908
  %.1094 = shl i64 %.1092, 2
  %.1095 = add i64 %.1094, %.8.i846
  %.1096 = inttoptr i64 %.1095 to ptr
  %.1097 = load i32, ptr %.1096, align 4
  %.1098 = sext i32 %.1097 to i64
  %.1104 = shl nsw i64 %.1098, 2
  %.1105 = add i64 %.1104, %.8.i855
  %.1106 = inttoptr i64 %.1105 to ptr
  %.1107 = load i32, ptr %.1106, align 4
  %.1108 = sext i32 %.1107 to i64
  %.1110 = icmp eq i64 %count.3.0917, %.1108
  br i1 %.1110, label %B1548, label %B1636
B1548:                                            ; preds = %B1456
  %.1122 = shl nsw i64 %.1098, 4
  %.1123 = add i64 %.1122, %.8.i846
  %.1124 = inttoptr i64 %.1123 to ptr
  %.1125 = load i32, ptr %.1124, align 4
  %.1126 = sext i32 %.1125 to i64
  %.1129 = add i64 %.8.i843, %.1126
  %.1130 = inttoptr i64 %.1129 to ptr
  %.1131 = load i8, ptr %.1130, align 1
  %.1133 = icmp ne i8 %.1131, 2
  %spec.select = select i1 %.1133, i1 %joins.6.3909, i1 false
  br label %B1636
B1636:                                            ; preds = %B1548, %B1456
  %joins.7.4 = phi i1 [ %joins.6.3909, %B1456 ], [ %spec.select, %B1548 ]
  %.1047 = icmp ne i64 %.994.1911, 0
  %.1060 = zext i1 %.1047 to i64
  %.991.1 = add i64 %.991.1910, %.1060
  %.1056 = sext i1 %.1047 to i64
  %.994.1 = add nsw i64 %.994.1911, %.1056
  br i1 %.1047, label %B1456, label %B1998
B1662:                                            ; preds = %B562
  %.1196 = add i64 %.1195, %.456
  %.1197 = inttoptr i64 %.1196 to ptr
  %.1198 = load i32, ptr %.1197, align 4
  %.1199 = sext i32 %.1198 to i64
  %.8.i878 = shl nsw i64 %.1199, 2
  %.9.i879 = add i64 %.8.i878, %.8.i849
  %.10.i880 = inttoptr i64 %.9.i879 to ptr
  %.11.i881 = load i32, ptr %.10.i880, align 4
  %4 = ashr i32 %.11.i881, 1
  %.13.i882 = sext i32 %4 to i64
  %.14.i883 = shl nsw i64 %.13.i882, 5
  %.17.i885 = add i64 %.15.i884, %.14.i883
  %.18.i886 = inttoptr i64 %.17.i885 to ptr
  %.19.i887 = load i64, ptr %.18.i886, align 8
  br label %B1998
B1786:                                            ; preds = %B562
  %.1237 = add i64 %.1236, %.456
  %.1238 = inttoptr i64 %.1237 to ptr
  %.1239 = load i32, ptr %.1238, align 4
  %.1240 = sext i32 %.1239 to i64
  %.1243 = shl nsw i64 %.1240, 4
  %.1244 = add i64 %.1243, %.8.i846
  %.1245 = inttoptr i64 %.1244 to ptr
  %.1246 = load i32, ptr %.1245, align 4
  %.1248 = icmp eq i32 %.1246, 0
  br i1 %.1248, label %B1882, label %B1998
B1882:                                            ; preds = %B1786
  %.1284 = add i64 %.402.sroa.0.0923, %.8.i852
  %.1285 = inttoptr i64 %.1284 to ptr
  %.1286 = load i8, ptr %.1285, align 1
  %5 = or i8 %.1286, 64
  store i8 %5, ptr %.1285, align 1
  br label %B4405
B1998:                                            ; preds = %B1636, %B562, %B1786, %B1324, %B1284, %B1662
  %missing.4.2 = phi i64 [ %missing.2.0916, %B1662 ], [ %missing.5.2, %B1284 ], [ %missing.5.2, %B1324 ], [ %missing.2.0916, %B1786 ], [ %missing.2.0916, %B562 ], [ %missing.5.2, %B1636 ]
  %this_iteration.3.2 = phi i64 [ %.19.i887, %B1662 ], [ -1, %B1284 ], [ -1, %B1324 ], [ -1, %B1786 ], [ -1, %B562 ], [ %.19.i877, %B1636 ]
  %joins.5.2 = phi i1 [ true, %B1662 ], [ true, %B1284 ], [ true, %B1324 ], [ true, %B1786 ], [ false, %B562 ], [ %joins.7.4, %B1636 ]
  %.1339 = phi i1 [ true, %B1662 ], [ false, %B1284 ], [ false, %B1324 ], [ false, %B1786 ], [ false, %B562 ], [ true, %B1636 ]
  %this.7.2 = phi i64 [ 2, %B1662 ], [ 0, %B1284 ], [ 1, %B1324 ], [ 4, %B1786 ], [ 3, %B562 ], [ 2, %B1636 ]
  br i1 %.1339, label %B2020, label %B2064
B2020:                                            ; preds = %B1998
  %.1345.not = icmp eq i64 %this_iteration.3.2, %iteration.2.0920
  %.1354 = sub nsw i64 %.402.sroa.0.0923, %start.3.0919
  %.1355 = icmp slt i64 %.1354, 96
  %or.cond838.not = select i1 %.1345.not, i1 %.1355, i1 false
  %spec.select840 = select i1 %or.cond838.not, i1 %joins.5.2, i1 false
  br label %B2064
B2064:                                            ; preds = %B2020, %B1998
  %joins.4.2 = phi i1 [ %joins.5.2, %B1998 ], [ %spec.select840, %B2020 ]
  %.1366.not = icmp eq i64 %kind.2.0918, %this.7.2
  %brmerge.not = select i1 %.1366.not, i1 %joins.4.2, i1 false
  br i1 %brmerge.not, label %B2436, label %B2080
B2080:                                            ; preds = %B2064
  %.1411 = icmp sgt i64 %kind.2.0918, -1
  br i1 %.1411, label %B2092, label %B2158
B2092:                                            ; preds = %B2080
  %.1416 = shl i64 %count.3.0917, 5
  %.1420 = trunc i64 %.402.sroa.0.0923 to i32
  %.1422 = add i64 %.1417, %.1416
  %.1423 = inttoptr i64 %.1422 to ptr
  store i32 %.1420, ptr %.1423, align 4
  %.1426 = add nsw i64 %count.3.0917, 1
  br label %B2158
B2158:                                            ; preds = %B2092, %B2080
  %count.6.3 = phi i64 [ %.1426, %B2092 ], [ %count.3.0917, %B2080 ]
  %.1451 = shl i64 %count.6.3, 5
  %.1454 = trunc nuw nsw i64 %this.7.2 to i32
  %.1456 = add i64 %.1451, %.8.i861
  %.1457 = inttoptr i64 %.1456 to ptr
  store i32 %.1454, ptr %.1457, align 4
  %.1464 = trunc i64 %.402.sroa.0.0923 to i32
  %.1466 = add i64 %.1465, %.1451
  %.1467 = inttoptr i64 %.1466 to ptr
  store i32 %.1464, ptr %.1467, align 4
  %.1470 = icmp eq i8 %.469, 2
  br i1 %.1470, label %B2298, label %B2344
B2298:                                            ; preds = %B2158
  %.1479 = add i64 %.1478, %.456
  %.1480 = inttoptr i64 %.1479 to ptr
  %.1481 = load i32, ptr %.1480, align 4
  %.1482 = sext i32 %.1481 to i64
  br label %B2344
B2344:                                            ; preds = %B2158, %B2298
  %"$phi2344.1.2.3" = phi i64 [ %.1482, %B2298 ], [ %.402.sroa.0.0923, %B2158 ]
  %.1518 = shl i64 %"$phi2344.1.2.3", 2
  %.1519 = add i64 %.1518, %.8.i849
  %.1520 = inttoptr i64 %.1519 to ptr
  %.1521 = load i32, ptr %.1520, align 4
  %6 = ashr i32 %.1521, 1
  %.1527 = add i64 %.1516, %.1451
  %.1528 = inttoptr i64 %.1527 to ptr
  store i32 %6, ptr %.1528, align 4
  br label %B2436
B2436:                                            ; preds = %B2064, %B2344
  %count.5.3 = phi i64 [ %count.6.3, %B2344 ], [ %count.3.0917, %B2064 ]
  %kind.4.3 = phi i64 [ %this.7.2, %B2344 ], [ %kind.2.0918, %B2064 ]
  %start.5.3 = phi i64 [ %.402.sroa.0.0923, %B2344 ], [ %start.3.0919, %B2064 ]
  %iteration.4.3 = phi i64 [ %this_iteration.3.2, %B2344 ], [ %iteration.2.0920, %B2064 ]
  %.1567 = trunc i64 %count.5.3 to i32
  store i32 %.1567, ptr %.479, align 4
  br label %B4405
B2474:                                            ; preds = %B4405, %helper_1.exit
  %missing.2.0.lcssa = phi i64 [ 0, %helper_1.exit ], [ %missing.3.1, %B4405 ]
  %count.3.0.lcssa = phi i64 [ 0, %helper_1.exit ], [ %count.4.1, %B4405 ]
  %kind.2.0.lcssa = phi i64 [ -1, %helper_1.exit ], [ %kind.3.1, %B4405 ]
  %.1592 = icmp sgt i64 %kind.2.0.lcssa, -1
  br i1 %.1592, label %B2486, label %B2552
B2486:                                            ; preds = %B2474
  %.1595 = shl i64 %count.3.0.lcssa, 5
  %.1599 = trunc i64 %arg.n to i32
  %.1596 = add i64 %.8.i861, 8
  %.1601 = add i64 %.1596, %.1595
  %.1602 = inttoptr i64 %.1601 to ptr
  store i32 %.1599, ptr %.1602, align 4
  %.1605 = add nsw i64 %count.3.0.lcssa, 1
  br label %B2552
B2552:                                            ; preds = %B2486, %B2474
  %count.7.0 = phi i64 [ %.1605, %B2486 ], [ %count.3.0.lcssa, %B2474 ]
  %.1614.not = icmp eq i64 %missing.2.0.lcssa, 0
  br i1 %.1614.not, label %B2562, label %B2556
common.ret:                                       ; preds = %B4404, %B3308, %B2734, %B2556
  %count.7.0.sink = phi i64 [ %.1645, %B2556 ], [ 1, %B2734 ], [ %count.7.0, %B3308 ], [ %count.7.0, %B4404 ]
  store i64 %count.7.0.sink, ptr %retptr, align 8
  ret void
B2556:                                            ; preds = %B2552
  %.1645 = sub i64 0, %missing.2.0.lcssa
  br label %common.ret
B2562:                                            ; preds = %B2552
  %.1734927.not = icmp slt i64 %arg.operand_count, 1
  br i1 %.1734927.not, label %B2734, label %B2594
B2594:                                            ; preds = %B2562, %B2594
  %.1678.0928 = phi i64 [ %.1747, %B2594 ], [ 0, %B2562 ]
  %.1747 = add nuw nsw i64 %.1678.0928, 1
  %.1773 = tail call i64 @PyList_GetItem(i64 %arg.call_operands, i64 %.1678.0928)
  %.1774 = tail call i64 @PyLong_AsLongLong(i64 %.1773)
  %.1777 = add i64 %.1774, %.8.i852
  %.1778 = inttoptr i64 %.1777 to ptr
  %.1779 = load i8, ptr %.1778, align 1
  %7 = or i8 %.1779, 2
  store i8 %7, ptr %.1778, align 1
  %exitcond.not = icmp eq i64 %arg.operand_count, %.1747
  br i1 %exitcond.not, label %B2734, label %B2594
B2734:                                            ; preds = %B2594, %B2562
  %.1796 = icmp eq i64 %count.7.0, 1
  %.1799 = icmp slt i64 %kind.2.0.lcssa, 2
  %or.cond839 = and i1 %.1796, %.1799
  br i1 %or.cond839, label %common.ret, label %B2802.preheader
B2802.preheader:                                  ; preds = %B2734
  %.1912934 = icmp sgt i64 %arg.n, 0
  br i1 %.1912934, label %B2804.preheader, label %B3308
B2804.preheader:                                  ; preds = %B2802.preheader
  %.1859.1937 = add nsw i64 %storemerge, -1
  br label %B2804
B2804:                                            ; preds = %B2804.preheader, %B4403
  %.1859.1940 = phi i64 [ %.1859.1, %B4403 ], [ %.1859.1937, %B2804.preheader ]
  %.1856.1939 = phi i64 [ %.1856.1, %B4403 ], [ 1, %B2804.preheader ]
  %.1856.0938 = phi i64 [ %.1856.1939, %B4403 ], [ 0, %B2804.preheader ]
  %.1954 = shl nsw i64 %.1856.0938, 2
  %.1956 = shl i64 %.1856.0938, 4
  %.1957 = add i64 %.1956, %.8.i846
  %.1958 = inttoptr i64 %.1957 to ptr
  %.1959 = load i32, ptr %.1958, align 4
  %.1960 = sext i32 %.1959 to i64
  %.1963 = add i64 %.8.i843, %.1960
  %.1964 = inttoptr i64 %.1963 to ptr
  %.1965 = load i8, ptr %.1964, align 1
  %.1973 = add i64 %.1856.0938, %.8.i852
  %.1974 = inttoptr i64 %.1973 to ptr
  %.1975 = load i8, ptr %.1974, align 1
  %8 = and i8 %.1975, 1
  %.1978.not = icmp eq i8 %8, 0
  br i1 %.1978.not, label %B2998, label %B2920
B2920:                                            ; preds = %B2804
  %9 = or i8 %.1975, 2
  store i8 %9, ptr %.1974, align 1
  br label %B2998
B2998:                                            ; preds = %B2920, %B2804
  switch i8 %.1965, label %B3070 [
    i8 3, label %B4403
    i8 0, label %B4403
    i8 1, label %B3072
  ]
B3070:                                            ; preds = %B2998
  br label %B3072
B3072:                                            ; preds = %B2998, %B3070
  %"$phi3072.1.2.2" = phi i64 [ 0, %B3070 ], [ 2, %B2998 ]
  %.2141 = or disjoint i64 %.1954, 1
  %.2162 = add i64 %.1954, %.8.i855
  %.2163 = inttoptr i64 %.2162 to ptr
  br label %B3106
B3106:                                            ; preds = %B3072, %B3304
  %.2048.1933 = phi i64 [ %"$phi3072.1.2.2", %B3072 ], [ %.2048.1, %B3304 ]
  %.2045.1932 = phi i64 [ 1, %B3072 ], [ %.2045.1, %B3304 ]
  %.2045.0931 = phi i64 [ 0, %B3072 ], [ %.2045.1932, %B3304 ]
  %.2142 = add nuw nsw i64 %.2141, %.2045.0931
  %.2144 = shl i64 %.2142, 2
  %.2145 = add i64 %.2144, %.8.i846
  %.2146 = inttoptr i64 %.2145 to ptr
  %.2147 = load i32, ptr %.2146, align 4
  %.2148 = sext i32 %.2147 to i64
  %.2154 = shl nsw i64 %.2148, 2
  %.2155 = add i64 %.2154, %.8.i855
  %.2156 = inttoptr i64 %.2155 to ptr
  %.2157 = load i32, ptr %.2156, align 4
  %.2164 = load i32, ptr %.2163, align 4
  %.2166.not = icmp eq i32 %.2157, %.2164
  br i1 %.2166.not, label %B3304, label %B3226
B3226:                                            ; preds = %B3106
  %.2171 = add i64 %.8.i852, %.2148
  %.2172 = inttoptr i64 %.2171 to ptr
  %.2173 = load i8, ptr %.2172, align 1
  %10 = or i8 %.2173, 2
  store i8 %10, ptr %.2172, align 1
  br label %B3304
B3304:                                            ; preds = %B3226, %B3106
  %.2101 = icmp sgt i64 %.2048.1933, 0
  %.2114 = zext i1 %.2101 to i64
  %.2045.1 = add i64 %.2045.1932, %.2114
  %.2110 = sext i1 %.2101 to i64
  %.2048.1 = add nsw i64 %.2048.1933, %.2110
  br i1 %.2101, label %B3106, label %B4403
B3308:                                            ; preds = %B4403, %B2802.preheader
  %.2284968 = icmp sgt i64 %count.7.0, 0
  br i1 %.2284968, label %B3346.lr.ph, label %common.ret
B3346.lr.ph:                                      ; preds = %B3308
  %.2230.1971 = add nsw i64 %count.7.0, -1
  %.2357 = add i64 %.8.i861, 4
  %.2365 = add i64 %.8.i861, 8
  %.2381 = add i64 %.8.i861, 12
  %.2840 = add i64 %.8.i861, 16
  %.2849 = add i64 %.8.i861, 20
  %.3084 = add i64 %.8.i861, 24
  br label %B3346
B3346:                                            ; preds = %B3346.lr.ph, %B4404
  %.2274.sroa.0.0975 = phi i64 [ 0, %B3346.lr.ph ], [ %.2274.sroa.0.0, %B4404 ]
  %.2230.1974 = phi i64 [ %.2230.1971, %B3346.lr.ph ], [ %.2230.1, %B4404 ]
  %.2227.1973 = phi i64 [ 1, %B3346.lr.ph ], [ %.2227.1, %B4404 ]
  %used.3.0972 = phi i64 [ 0, %B3346.lr.ph ], [ %used.4.1, %B4404 ]
  %.2326 = shl i64 %.2274.sroa.0.0975, 5
  %.2333 = add i64 %.2326, %.8.i861
  %.2334 = inttoptr i64 %.2333 to ptr
  %.2335 = load i32, ptr %.2334, align 4
  %.2337.not = icmp eq i32 %.2335, 2
  br i1 %.2337.not, label %B3420, label %B4404
B3420:                                            ; preds = %B3346
  %.2358 = add i64 %.2357, %.2326
  %.2359 = inttoptr i64 %.2358 to ptr
  %.2360 = load i32, ptr %.2359, align 4
  %.2361 = sext i32 %.2360 to i64
  %.2366 = add i64 %.2365, %.2326
  %.2367 = inttoptr i64 %.2366 to ptr
  %.2368 = load i32, ptr %.2367, align 4
  %.2369 = sext i32 %.2368 to i64
  %.2380 = trunc i64 %used.3.0972 to i32
  %.2382 = add i64 %.2381, %.2326
  %.2383 = inttoptr i64 %.2382 to ptr
  store i32 %.2380, ptr %.2383, align 4
  %.2425 = sub nsw i64 %.2369, %.2361
  %storemerge835 = tail call i64 @llvm.smax.i64(i64 %.2425, i64 0)
  %.2468946 = icmp sgt i64 %.2425, 0
  br i1 %.2468946, label %B3570.lr.ph, label %B3994
B3570.lr.ph:                                      ; preds = %B3420
  %11 = shl nsw i64 %.2361, 2
  %.2415.1950 = add nsw i64 %storemerge835, -1
  %.2412.1948 = add nsw i64 %.2361, 1
  %.2776 = trunc i64 %.2274.sroa.0.0975 to i32
  br label %B3570
B3570:                                            ; preds = %B3570.lr.ph, %B4406
  %.2458.sroa.0.0955 = phi i64 [ %11, %B3570.lr.ph ], [ %.2458.sroa.0.0, %B4406 ]
  %.2415.1954 = phi i64 [ %.2415.1950, %B3570.lr.ph ], [ %.2415.1, %B4406 ]
  %.2412.1953 = phi i64 [ %.2412.1948, %B3570.lr.ph ], [ %.2412.1, %B4406 ]
  %used.6.2952 = phi i64 [ %used.3.0972, %B3570.lr.ph ], [ %used.7.3, %B4406 ]
  %.2512 = shl i64 %.2458.sroa.0.0955, 2
  %.2513 = add i64 %.2512, %.8.i846
  %.2514 = inttoptr i64 %.2513 to ptr
  %.2515 = load i32, ptr %.2514, align 4
  %.2516 = sext i32 %.2515 to i64
  %.2519 = add i64 %.8.i843, %.2516
  %.2520 = inttoptr i64 %.2519 to ptr
  %.2521 = load i8, ptr %.2520, align 1
  %12 = add i8 %.2521, -3
  %or.cond1 = icmp ult i8 %12, -2
  br i1 %or.cond1, label %B4406, label %B3684
B3684:                                            ; preds = %B3570
  %.2544 = icmp eq i8 %.2521, 1
  %.2688 = add nuw nsw i64 %.2458.sroa.0.0955, 1
  %.2595.1941 = select i1 %.2544, i64 2, i64 0
  br label %B3742
B3742:                                            ; preds = %B3684, %B3990
  %.2595.1945 = phi i64 [ %.2595.1941, %B3684 ], [ %.2595.1, %B3990 ]
  %.2592.1944 = phi i64 [ 1, %B3684 ], [ %.2592.1, %B3990 ]
  %used.8.4943 = phi i64 [ %used.6.2952, %B3684 ], [ %used.9.5, %B3990 ]
  %.2592.0942 = phi i64 [ 0, %B3684 ], [ %.2592.1944, %B3990 ]
  %.2689 = add nuw nsw i64 %.2688, %.2592.0942
  %.2691 = shl i64 %.2689, 2
  %.2692 = add i64 %.2691, %.8.i846
  %.2693 = inttoptr i64 %.2692 to ptr
  %.2694 = load i32, ptr %.2693, align 4
  %.2695 = sext i32 %.2694 to i64
  %.2701 = shl nsw i64 %.2695, 2
  %.2702 = add i64 %.2701, %.8.i855
  %.2703 = inttoptr i64 %.2702 to ptr
  %.2704 = load i32, ptr %.2703, align 4
  %.2705 = sext i32 %.2704 to i64
  %.2707.not = icmp eq i64 %.2274.sroa.0.0975, %.2705
  br i1 %.2707.not, label %B3990, label %B3834
B3834:                                            ; preds = %B3742
  %.2715 = add i64 %.2701, %.8.i858
  %.2716 = inttoptr i64 %.2715 to ptr
  %.2717 = load i32, ptr %.2716, align 4
  %.2718 = sext i32 %.2717 to i64
  %.2720.not = icmp eq i64 %.2274.sroa.0.0975, %.2718
  br i1 %.2720.not, label %B3990, label %B3878
B3878:                                            ; preds = %B3834
  %.9.i.i = add i64 %.2701, %.8.i849
  %.10.i.i = inttoptr i64 %.9.i.i to ptr
  %.11.i.i = load i32, ptr %.10.i.i, align 4
  %13 = ashr i32 %.11.i.i, 1
  %.13.i.i = sext i32 %13 to i64
  %.16.i.i = shl nsw i64 %.13.i.i, 5
  %.17.i.i = add i64 %.16.i.i, %.8.i
  %.18.i.i = inttoptr i64 %.17.i.i to ptr
  %.19.i.i = load i64, ptr %.18.i.i, align 8
  %.34.i = icmp slt i64 %.19.i.i, 3
  br i1 %.34.i, label %B3990, label %B3912
B3912:                                            ; preds = %B3878
  store i32 %.2776, ptr %.2716, align 4
  %.2785 = shl i64 %used.8.4943, 2
  %.2786 = add i64 %.2785, %.8.i864
  %.2787 = inttoptr i64 %.2786 to ptr
  store i32 %.2694, ptr %.2787, align 4
  %.2792 = add nsw i64 %used.8.4943, 1
  br label %B3990
B3990:                                            ; preds = %B3742, %B3878, %B3912, %B3834
  %used.9.5 = phi i64 [ %.2792, %B3912 ], [ %used.8.4943, %B3878 ], [ %used.8.4943, %B3834 ], [ %used.8.4943, %B3742 ]
  %.2648 = icmp sgt i64 %.2595.1945, 0
  %.2661 = zext i1 %.2648 to i64
  %.2592.1 = add i64 %.2592.1944, %.2661
  %.2657 = sext i1 %.2648 to i64
  %.2595.1 = add nsw i64 %.2595.1945, %.2657
  br i1 %.2648, label %B3742, label %B4406
B3994:                                            ; preds = %B4406, %B3420
  %used.6.2.lcssa = phi i64 [ %used.3.0972, %B3420 ], [ %used.7.3, %B4406 ]
  %.2834 = load i32, ptr %.2383, align 4
  %14 = trunc i64 %used.6.2.lcssa to i32
  %.2839 = sub i32 %14, %.2834
  %.2841 = add i64 %.2840, %.2326
  %.2842 = inttoptr i64 %.2841 to ptr
  store i32 %.2839, ptr %.2842, align 4
  %.2850 = add i64 %.2849, %.2326
  %.2851 = inttoptr i64 %.2850 to ptr
  store i32 %14, ptr %.2851, align 4
  %.2940957 = icmp sgt i64 %.2425, 0
  br i1 %.2940957, label %B4148.preheader, label %B4318
B4148.preheader:                                  ; preds = %B3994
  %.2887.1961 = add nsw i64 %storemerge835, -1
  %.2884.1959 = add nsw i64 %.2361, 1
  br label %B4148
B4148:                                            ; preds = %B4148.preheader, %B4316
  %.2930.sroa.0.0966 = phi i64 [ %.2930.sroa.0.0, %B4316 ], [ %.2361, %B4148.preheader ]
  %.2887.1965 = phi i64 [ %.2887.1, %B4316 ], [ %.2887.1961, %B4148.preheader ]
  %.2884.1964 = phi i64 [ %.2884.1, %B4316 ], [ %.2884.1959, %B4148.preheader ]
  %used.5.2963 = phi i64 [ %used.10.3, %B4316 ], [ %used.6.2.lcssa, %B4148.preheader ]
  %.2987 = shl i64 %.2930.sroa.0.0966, 2
  %.2988 = add i64 %.2987, %.8.i855
  %.2989 = inttoptr i64 %.2988 to ptr
  %.2990 = load i32, ptr %.2989, align 4
  %.2991 = sext i32 %.2990 to i64
  %.2993 = icmp eq i64 %.2274.sroa.0.0975, %.2991
  br i1 %.2993, label %B4190, label %B4316
B4190:                                            ; preds = %B4148
  %.3001 = add i64 %.2930.sroa.0.0966, %.8.i852
  %.3002 = inttoptr i64 %.3001 to ptr
  %.3003 = load i8, ptr %.3002, align 1
  %15 = and i8 %.3003, 2
  %.3006.not = icmp eq i8 %15, 0
  br i1 %.3006.not, label %B4316, label %B4238
B4238:                                            ; preds = %B4190
  %.9.i.i890 = add i64 %.2987, %.8.i849
  %.10.i.i891 = inttoptr i64 %.9.i.i890 to ptr
  %.11.i.i892 = load i32, ptr %.10.i.i891, align 4
  %16 = ashr i32 %.11.i.i892, 1
  %.13.i.i893 = sext i32 %16 to i64
  %.16.i.i894 = shl nsw i64 %.13.i.i893, 5
  %.17.i.i895 = add i64 %.16.i.i894, %.8.i
  %.18.i.i896 = inttoptr i64 %.17.i.i895 to ptr
  %.19.i.i897 = load i64, ptr %.18.i.i896, align 8
  %.34.i898 = icmp slt i64 %.19.i.i897, 3
  br i1 %.34.i898, label %B4316, label %B4272
B4272:                                            ; preds = %B4238
  %.3052 = trunc i64 %.2930.sroa.0.0966 to i32
  %.3053 = shl i64 %used.5.2963, 2
  %.3054 = add i64 %.3053, %.8.i864
  %.3055 = inttoptr i64 %.3054 to ptr
  store i32 %.3052, ptr %.3055, align 4
  %.3060 = add nsw i64 %used.5.2963, 1
  br label %B4316
B4316:                                            ; preds = %B4238, %B4272, %B4190, %B4148
  %used.10.3 = phi i64 [ %.3060, %B4272 ], [ %used.5.2963, %B4238 ], [ %used.5.2963, %B4190 ], [ %used.5.2963, %B4148 ]
  %.2940 = icmp sgt i64 %.2887.1965, 0
  %.2953 = zext i1 %.2940 to i64
  %.2884.1 = add i64 %.2884.1964, %.2953
  %.2949 = sext i1 %.2940 to i64
  %.2887.1 = add nsw i64 %.2887.1965, %.2949
  %.2930.sroa.0.0 = select i1 %.2940, i64 %.2884.1964, i64 0
  br i1 %.2940, label %B4148, label %B4318
B4318:                                            ; preds = %B4316, %B3994
  %used.5.2.lcssa = phi i64 [ %used.6.2.lcssa, %B3994 ], [ %used.10.3, %B4316 ]
  %.3093 = load i32, ptr %.2851, align 4
  %17 = trunc i64 %used.5.2.lcssa to i32
  %.3100 = sub i32 %17, %.3093
  %.3102 = add i64 %.3084, %.2326
  %.3103 = inttoptr i64 %.3102 to ptr
  store i32 %.3100, ptr %.3103, align 4
  br label %B4404
B4403:                                            ; preds = %B3304, %B2998, %B2998
  %.1912 = icmp sgt i64 %.1859.1940, 0
  %.1925 = zext i1 %.1912 to i64
  %.1856.1 = add i64 %.1856.1939, %.1925
  %.1921 = sext i1 %.1912 to i64
  %.1859.1 = add nsw i64 %.1859.1940, %.1921
  br i1 %.1912, label %B2804, label %B3308
B4404:                                            ; preds = %B3346, %B4318
  %used.4.1 = phi i64 [ %used.5.2.lcssa, %B4318 ], [ %used.3.0972, %B3346 ]
  %.2284 = icmp sgt i64 %.2230.1974, 0
  %.2297 = zext i1 %.2284 to i64
  %.2227.1 = add i64 %.2227.1973, %.2297
  %.2293 = sext i1 %.2284 to i64
  %.2230.1 = add nsw i64 %.2230.1974, %.2293
  %.2274.sroa.0.0 = select i1 %.2284, i64 %.2227.1973, i64 0
  br i1 %.2284, label %B3346, label %common.ret
B4405:                                            ; preds = %B562, %B2436, %B1882
  %missing.3.1 = phi i64 [ %missing.4.2, %B2436 ], [ %missing.2.0916, %B1882 ], [ %missing.2.0916, %B562 ]
  %count.4.1 = phi i64 [ %count.5.3, %B2436 ], [ %count.3.0917, %B1882 ], [ %count.3.0917, %B562 ]
  %kind.3.1 = phi i64 [ %kind.4.3, %B2436 ], [ %kind.2.0918, %B1882 ], [ %kind.2.0918, %B562 ]
  %start.4.1 = phi i64 [ %start.5.3, %B2436 ], [ %start.3.0919, %B1882 ], [ %start.3.0919, %B562 ]
  %iteration.3.1 = phi i64 [ %iteration.4.3, %B2436 ], [ %iteration.2.0920, %B1882 ], [ %iteration.2.0920, %B562 ]
  %.412 = icmp sgt i64 %.358.1922, 0
  %.425 = zext i1 %.412 to i64
  %.355.1 = add i64 %.355.1921, %.425
  %.421 = sext i1 %.412 to i64
  %.358.1 = add nsw i64 %.358.1922, %.421
  %.402.sroa.0.0 = select i1 %.412, i64 %.355.1921, i64 0
  br i1 %.412, label %B562, label %B2474
B4406:                                            ; preds = %B3990, %B3570
  %used.7.3 = phi i64 [ %used.6.2952, %B3570 ], [ %used.9.5, %B3990 ]
  %.2468 = icmp sgt i64 %.2415.1954, 0
  %18 = shl nsw i64 %.2412.1953, 2
  %.2481 = zext i1 %.2468 to i64
  %.2412.1 = add i64 %.2412.1953, %.2481
  %.2477 = sext i1 %.2468 to i64
  %.2415.1 = add nsw i64 %.2415.1954, %.2477
  %.2458.sroa.0.0 = select i1 %.2468, i64 %18, i64 0
  br i1 %.2468, label %B3570, label %B3994
}
declare i64 @PyTuple_GetItem(i64, i64) local_unnamed_addr
declare i64 @PyList_GetItem(i64, i64) local_unnamed_addr
declare i64 @PyLong_AsLongLong(i64) local_unnamed_addr
declare double @PyFloat_AsDouble(i64) local_unnamed_addr
define i64 @sweep_plan(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9) local_unnamed_addr {
entry:
  %.11 = alloca i64, align 8
  store i64 0, ptr %.11, align 8
  call fastcc void @helper_0(ptr %.11, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9)
  %.25 = load i64, ptr %.11, align 8
  ret i64 %.25
}
define internal fastcc void @helper_2(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.start, i64 %arg.stop, i64 %arg.early, i64 %arg.classes) unnamed_addr {
entry:
  %.6.i = add i64 %arg.classes, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.45 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i70 = add i64 %.45, 16
  %.7.i71 = inttoptr i64 %.6.i70 to ptr
  %.8.i72 = load i64, ptr %.7.i71, align 8
  %.72 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.6.i73 = add i64 %.72, 16
  %.7.i74 = inttoptr i64 %.6.i73 to ptr
  %.8.i75 = load i64, ptr %.7.i74, align 8
  %.104 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.144 = sub i64 %arg.stop, %arg.start
  %.18779 = icmp sgt i64 %.144, 0
  br i1 %.18779, label %B216.lr.ph, label %B612
B216.lr.ph:                                       ; preds = %entry
  %.131.183 = add i64 %arg.start, 1
  %.134.181 = add nsw i64 %.144, -1
  %0 = icmp eq i64 %arg.early, 0
  %.275 = add i64 %.8.i72, 4
  %.313 = add i64 %.8.i72, 12
  %.326 = add i64 %.8.i72, 8
  %.350 = add i64 %.8.i72, 8
  br label %B216
B216:                                             ; preds = %B216.lr.ph, %B613
  %.177.sroa.0.087 = phi i64 [ %arg.start, %B216.lr.ph ], [ %.177.sroa.0.0, %B613 ]
  %.131.186 = phi i64 [ %.131.183, %B216.lr.ph ], [ %.131.1, %B613 ]
  %.134.185 = phi i64 [ %.134.181, %B216.lr.ph ], [ %.134.1, %B613 ]
  %.13.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.13.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.41.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.71.i = shl i64 %.177.sroa.0.087, 4
  %.72.i = add i64 %.8.i.i, %.71.i
  %.73.i = inttoptr i64 %.72.i to ptr
  %.74.i = load i32, ptr %.73.i, align 4
  %.75.i = sext i32 %.74.i to i64
  %.77.i = add i64 %.8.i, %.75.i
  %.78.i = inttoptr i64 %.77.i to ptr
  %.79.i = load i8, ptr %.78.i, align 1
  %.81.i = icmp eq i8 %.79.i, 4
  br i1 %.81.i, label %B204.i, label %B613
B204.i:                                           ; preds = %B216
  %.6.i10.i = add i64 %.41.i, 16
  %.7.i11.i = inttoptr i64 %.6.i10.i to ptr
  %.8.i12.i = load i64, ptr %.7.i11.i, align 8
  %.89.i = add i64 %.8.i12.i, %.177.sroa.0.087
  %.90.i = inttoptr i64 %.89.i to ptr
  %.91.i = load i8, ptr %.90.i, align 1
  %1 = and i8 %.91.i, 64
  %2 = icmp eq i8 %1, 0
  %3 = xor i1 %0, %2
  br i1 %3, label %B613, label %B256
B256:                                             ; preds = %B204.i
  %.276 = add i64 %.275, %.71.i
  %.277 = inttoptr i64 %.276 to ptr
  %.278 = load i32, ptr %.277, align 4
  %.279 = sext i32 %.278 to i64
  %.281 = tail call i64 @PyList_GetItem(i64 %.104, i64 %.279)
  %.6.i76 = add i64 %.281, 16
  %.7.i77 = inttoptr i64 %.6.i76 to ptr
  %.8.i78 = load i64, ptr %.7.i77, align 8
  %.314 = add i64 %.313, %.71.i
  %.315 = inttoptr i64 %.314 to ptr
  %.316 = load i32, ptr %.315, align 4
  %.318.not = icmp eq i32 %.316, 0
  %.364 = shl i64 %.177.sroa.0.087, 3
  %.365 = add i64 %.364, %.8.i75
  %.366 = inttoptr i64 %.365 to ptr
  br i1 %.318.not, label %B508, label %B398
B398:                                             ; preds = %B256
  %.329 = add i64 %.326, %.71.i
  %.330 = inttoptr i64 %.329 to ptr
  %.331 = load i32, ptr %.330, align 4
  %.332 = sext i32 %.331 to i64
  %.334 = shl nsw i64 %.332, 2
  %.335 = add i64 %.334, %.8.i78
  %.336 = inttoptr i64 %.335 to ptr
  %.337 = load float, ptr %.336, align 4
  store float %.337, ptr %.366, align 4
  br label %B613
B508:                                             ; preds = %B256
  %.351 = add i64 %.350, %.71.i
  %.352 = inttoptr i64 %.351 to ptr
  %.353 = load i32, ptr %.352, align 4
  %.354 = sext i32 %.353 to i64
  %.356 = shl nsw i64 %.354, 3
  %.357 = add i64 %.356, %.8.i78
  %.358 = inttoptr i64 %.357 to ptr
  %.359 = load double, ptr %.358, align 8
  store double %.359, ptr %.366, align 8
  br label %B613
B612:                                             ; preds = %B613, %entry
  store i64 0, ptr %retptr, align 8
  ret void
B613:                                             ; preds = %B216, %B204.i, %B508, %B398
  %.187 = icmp sgt i64 %.134.185, 0
  %.196 = sext i1 %.187 to i64
  %.134.1 = add nsw i64 %.134.185, %.196
  %.200 = zext i1 %.187 to i64
  %.131.1 = add i64 %.131.186, %.200
  %.177.sroa.0.0 = select i1 %.187, i64 %.131.186, i64 0
  br i1 %.187, label %B216, label %B612
}
define i64 @sweep_pick(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5) local_unnamed_addr {
entry:
  %.7 = alloca i64, align 8
  store i64 0, ptr %.7, align 8
  call fastcc void @helper_2(ptr %.7, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5)
  %.21 = load i64, ptr %.7, align 8
  ret i64 %.21
}
define internal fastcc void @helper_3(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.adjoints, i64 %arg.start, i64 %arg.stop, i64 %arg.early, i64 %arg.classes) unnamed_addr {
entry:
  %.6.i = add i64 %arg.classes, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.46 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i87 = add i64 %.46, 16
  %.7.i88 = inttoptr i64 %.6.i87 to ptr
  %.8.i89 = load i64, ptr %.7.i88, align 8
  %.73 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i90 = add i64 %.73, 16
  %.7.i91 = inttoptr i64 %.6.i90 to ptr
  %.8.i92 = load i64, ptr %.7.i91, align 8
  %.105 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 0)
  %.6.i93 = add i64 %.105, 16
  %.7.i94 = inttoptr i64 %.6.i93 to ptr
  %.8.i95 = load i64, ptr %.7.i94, align 8
  %.130 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 1)
  %.131 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 2)
  %.179 = sub i64 %arg.start, %arg.stop
  %.180 = icmp sgt i64 %.179, 0
  %.199 = sub nsw i64 0, %.179
  %storemerge = select i1 %.180, i64 0, i64 %.199
  %.223108 = icmp sgt i64 %storemerge, 0
  br i1 %.223108, label %B322.lr.ph, label %B900
B322.lr.ph:                                       ; preds = %entry
  %.141 = add nsw i64 %arg.stop, -1
  %.166.1112 = add i64 %arg.stop, -2
  %.169.1110 = add nsw i64 %storemerge, -1
  %0 = icmp eq i64 %arg.early, 0
  %.310 = add i64 %.8.i89, 4
  %.343 = add i64 %.8.i89, 8
  %.353 = add i64 %.8.i89, 12
  br label %B322
B322:                                             ; preds = %B322.lr.ph, %B901
  %.213.sroa.0.0116 = phi i64 [ %.141, %B322.lr.ph ], [ %.213.sroa.0.0, %B901 ]
  %.166.1115 = phi i64 [ %.166.1112, %B322.lr.ph ], [ %.166.1, %B901 ]
  %.169.1114 = phi i64 [ %.169.1110, %B322.lr.ph ], [ %.169.1, %B901 ]
  %.13.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.13.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.41.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.71.i = shl i64 %.213.sroa.0.0116, 4
  %.72.i = add i64 %.8.i.i, %.71.i
  %.73.i = inttoptr i64 %.72.i to ptr
  %.74.i = load i32, ptr %.73.i, align 4
  %.75.i = sext i32 %.74.i to i64
  %.77.i = add i64 %.8.i, %.75.i
  %.78.i = inttoptr i64 %.77.i to ptr
  %.79.i = load i8, ptr %.78.i, align 1
  %.81.i = icmp eq i8 %.79.i, 4
  br i1 %.81.i, label %B204.i, label %B901
B204.i:                                           ; preds = %B322
  %.6.i10.i = add i64 %.41.i, 16
  %.7.i11.i = inttoptr i64 %.6.i10.i to ptr
  %.8.i12.i = load i64, ptr %.7.i11.i, align 8
  %.89.i = add i64 %.8.i12.i, %.213.sroa.0.0116
  %.90.i = inttoptr i64 %.89.i to ptr
  %.91.i = load i8, ptr %.90.i, align 1
  %1 = and i8 %.91.i, 64
  %2 = icmp eq i8 %1, 0
  %3 = xor i1 %0, %2
  br i1 %3, label %B901, label %B362
B362:                                             ; preds = %B204.i
  %.311 = add i64 %.310, %.71.i
  %.312 = inttoptr i64 %.311 to ptr
  %.313 = load i32, ptr %.312, align 4
  %.314 = sext i32 %.313 to i64
  %.316 = tail call i64 @PyList_GetItem(i64 %.130, i64 %.314)
  %.322 = icmp eq i64 %.316, %.131
  br i1 %.322, label %B901, label %B446
B446:                                             ; preds = %B362
  %.327 = add i64 %.213.sroa.0.0116, %.8.i92
  %.328 = inttoptr i64 %.327 to ptr
  %.329 = load i8, ptr %.328, align 1
  %4 = and i8 %.329, 4
  %.332 = icmp eq i8 %4, 0
  br i1 %.332, label %B901, label %B504
B504:                                             ; preds = %B446
  %.344 = add i64 %.343, %.71.i
  %.345 = inttoptr i64 %.344 to ptr
  %.346 = load i32, ptr %.345, align 4
  %.347 = sext i32 %.346 to i64
  %.356 = add i64 %.353, %.71.i
  %.357 = inttoptr i64 %.356 to ptr
  %.358 = load i32, ptr %.357, align 4
  %.360.not = icmp eq i32 %.358, 0
  %.6.i102 = add i64 %.316, 16
  %.7.i103 = inttoptr i64 %.6.i102 to ptr
  %.8.i104 = load i64, ptr %.7.i103, align 8
  %.500 = shl i64 %.213.sroa.0.0116, 3
  %.501 = add i64 %.500, %.8.i95
  %.502 = inttoptr i64 %.501 to ptr
  br i1 %.360.not, label %B748, label %B592
B592:                                             ; preds = %B504
  %.417 = shl nsw i64 %.347, 2
  %.418 = add i64 %.8.i104, %.417
  %.419 = inttoptr i64 %.418 to ptr
  %.420 = load float, ptr %.419, align 4
  %.429 = load float, ptr %.502, align 4
  %.430 = fadd float %.420, %.429
  store float %.430, ptr %.419, align 4
  br label %B901
B748:                                             ; preds = %B504
  %.494 = shl nsw i64 %.347, 3
  %.495 = add i64 %.8.i104, %.494
  %.496 = inttoptr i64 %.495 to ptr
  %.497 = load double, ptr %.496, align 8
  %.503 = load double, ptr %.502, align 8
  %.506 = fadd double %.497, %.503
  store double %.506, ptr %.496, align 8
  br label %B901
B900:                                             ; preds = %B901, %entry
  store i64 0, ptr %retptr, align 8
  ret void
B901:                                             ; preds = %B322, %B362, %B446, %B204.i, %B748, %B592
  %.223 = icmp sgt i64 %.169.1114, 0
  %.232 = sext i1 %.223 to i64
  %.169.1 = add nsw i64 %.169.1114, %.232
  %.236 = sext i1 %.223 to i64
  %.166.1 = add i64 %.166.1115, %.236
  %.213.sroa.0.0 = select i1 %.223, i64 %.166.1115, i64 0
  br i1 %.223, label %B322, label %B900
}
define i64 @sweep_pick_reverse(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6) local_unnamed_addr {
entry:
  %.8 = alloca i64, align 8
  store i64 0, ptr %.8, align 8
  call fastcc void @helper_3(ptr %.8, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6)
  %.22 = load i64, ptr %.8, align 8
  ret i64 %.22
}
define internal fastcc void @helper_4(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.classes, i64 %arg.call_spans, i64 %arg.call_lists) unnamed_addr {
entry:
  %.6.i = add i64 %arg.classes, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i162 = add i64 %arg.call_spans, 16
  %.7.i163 = inttoptr i64 %.6.i162 to ptr
  %.8.i164 = load i64, ptr %.7.i163, align 8
  %.6.i165 = add i64 %arg.call_lists, 16
  %.7.i166 = inttoptr i64 %.6.i165 to ptr
  %.8.i167 = load i64, ptr %.7.i166, align 8
  %.99 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i168 = add i64 %.99, 16
  %.7.i169 = inttoptr i64 %.6.i168 to ptr
  %.8.i170 = load i64, ptr %.7.i169, align 8
  %.126 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i171 = add i64 %.126, 16
  %.7.i172 = inttoptr i64 %.6.i171 to ptr
  %.8.i173 = load i64, ptr %.7.i172, align 8
  %.237185 = icmp sgt i64 %arg.n, 0
  br i1 %.237185, label %B244.lr.ph, label %B930
B244.lr.ph:                                       ; preds = %entry
  %.183.1187 = add nsw i64 %arg.n, -1
  %.321 = add i64 %.8.i170, 4
  %.334 = add i64 %.8.i164, 4
  br label %B244
B244:                                             ; preds = %B244.lr.ph, %B931
  %.227.sroa.0.0191 = phi i64 [ 0, %B244.lr.ph ], [ %.227.sroa.0.0, %B931 ]
  %.180.1190 = phi i64 [ 1, %B244.lr.ph ], [ %.180.1, %B931 ]
  %.183.1189 = phi i64 [ %.183.1187, %B244.lr.ph ], [ %.183.1, %B931 ]
  %.279 = shl nsw i64 %.227.sroa.0.0191, 2
  %.281 = shl i64 %.227.sroa.0.0191, 4
  %.282 = add i64 %.281, %.8.i170
  %.283 = inttoptr i64 %.282 to ptr
  %.284 = load i32, ptr %.283, align 4
  %.285 = sext i32 %.284 to i64
  %.288 = add i64 %.8.i, %.285
  %.289 = inttoptr i64 %.288 to ptr
  %.290 = load i8, ptr %.289, align 1
  switch i8 %.290, label %B628 [
    i8 0, label %B931
    i8 3, label %B362
    i8 1, label %B630
  ]
B362:                                             ; preds = %B244
  %.322 = add i64 %.321, %.281
  %.323 = inttoptr i64 %.322 to ptr
  %.324 = load i32, ptr %.323, align 4
  %.325 = sext i32 %.324 to i64
  %.327 = shl nsw i64 %.325, 2
  %.328 = add i64 %.327, %.8.i164
  %.329 = inttoptr i64 %.328 to ptr
  %.330 = load i32, ptr %.329, align 4
  %.331 = sext i32 %.330 to i64
  %.335 = add i64 %.334, %.327
  %.336 = inttoptr i64 %.335 to ptr
  %.337 = load i32, ptr %.336, align 4
  %.338 = sext i32 %.337 to i64
  %.375 = sub nsw i64 %.338, %.331
  %.418178.not = icmp slt i64 %.375, 1
  br i1 %.418178.not, label %B752, label %B502
B502:                                             ; preds = %B362, %B502
  %needed.3.2181 = phi i64 [ %.470, %B502 ], [ 0, %B362 ]
  %.365.0180 = phi i64 [ %.427, %B502 ], [ %.375, %B362 ]
  %.362.0179 = phi i64 [ %.431, %B502 ], [ %.331, %B362 ]
  %0 = shl i64 %.362.0179, 2
  %.427 = add nsw i64 %.365.0180, -1
  %.431 = add nsw i64 %.362.0179, 1
  %.458 = add i64 %0, %.8.i167
  %.459 = inttoptr i64 %.458 to ptr
  %.460 = load i32, ptr %.459, align 4
  %.461 = sext i32 %.460 to i64
  %.464 = add i64 %.8.i173, %.461
  %.465 = inttoptr i64 %.464 to ptr
  %.466 = load i8, ptr %.465, align 1
  %1 = and i8 %.466, 4
  %.468 = zext nneg i8 %1 to i64
  %.470 = or i64 %needed.3.2181, %.468
  %.418 = icmp sgt i64 %.365.0180, 1
  br i1 %.418, label %B502, label %B752
B628:                                             ; preds = %B244
  br label %B630
B630:                                             ; preds = %B244, %B628
  %"$phi630.3.2.3" = phi i64 [ 1, %B628 ], [ 3, %B244 ]
  %.635 = or disjoint i64 %.279, 1
  br label %B648
B648:                                             ; preds = %B630, %B648
  %needed.4.3184 = phi i64 [ 0, %B630 ], [ %.651, %B648 ]
  %.534.0182 = phi i64 [ 0, %B630 ], [ %.606, %B648 ]
  %.606 = add nuw nsw i64 %.534.0182, 1
  %.636 = add nuw nsw i64 %.635, %.534.0182
  %.638 = shl i64 %.636, 2
  %.639 = add i64 %.638, %.8.i170
  %.640 = inttoptr i64 %.639 to ptr
  %.641 = load i32, ptr %.640, align 4
  %.642 = sext i32 %.641 to i64
  %.645 = add i64 %.8.i173, %.642
  %.646 = inttoptr i64 %.645 to ptr
  %.647 = load i8, ptr %.646, align 1
  %2 = and i8 %.647, 4
  %.649 = zext nneg i8 %2 to i64
  %.651 = or i64 %needed.4.3184, %.649
  %exitcond.not = icmp eq i64 %.606, %"$phi630.3.2.3"
  br i1 %exitcond.not, label %B752, label %B648
B752:                                             ; preds = %B502, %B648, %B362
  %needed.5.2 = phi i64 [ 0, %B362 ], [ %.651, %B648 ], [ %.470, %B502 ]
  %.662.not = icmp eq i64 %needed.5.2, 0
  br i1 %.662.not, label %B931, label %B756
B756:                                             ; preds = %B752
  %.668 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i174 = add i64 %.668, 16
  %.7.i175 = inttoptr i64 %.6.i174 to ptr
  %.8.i176 = load i64, ptr %.7.i175, align 8
  %.695 = add i64 %.8.i176, %.279
  %.696 = inttoptr i64 %.695 to ptr
  %.697 = load i32, ptr %.696, align 4
  %3 = and i32 %.697, 1
  %.700.not = icmp eq i32 %3, 0
  br i1 %.700.not, label %B931, label %B848
B848:                                             ; preds = %B756
  %.705 = add i64 %.227.sroa.0.0191, %.8.i173
  %.706 = inttoptr i64 %.705 to ptr
  %.707 = load i8, ptr %.706, align 1
  %4 = or i8 %.707, 4
  store i8 %4, ptr %.706, align 1
  br label %B931
B930:                                             ; preds = %B931, %entry
  store i64 0, ptr %retptr, align 8
  ret void
B931:                                             ; preds = %B752, %B848, %B756, %B244
  %.237 = icmp sgt i64 %.183.1189, 0
  %.246 = sext i1 %.237 to i64
  %.183.1 = add nsw i64 %.183.1189, %.246
  %.250 = zext i1 %.237 to i64
  %.180.1 = add i64 %.180.1190, %.250
  %.227.sroa.0.0 = select i1 %.237, i64 %.180.1190, i64 0
  br i1 %.237, label %B244, label %B930
}
define i64 @sweep_mark_needed(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5) local_unnamed_addr {
entry:
  %.7 = alloca i64, align 8
  store i64 0, ptr %.7, align 8
  call fastcc void @helper_4(ptr %.7, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5)
  %.21 = load i64, ptr %.7, align 8
  ret i64 %.21
}
define internal fastcc void @helper_5(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.classes, i64 %arg.call_spans, i64 %arg.call_lists, i64 %arg.roots, i64 %arg.root_count) unnamed_addr {
entry:
  %.6.i = add i64 %arg.classes, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i224 = add i64 %arg.call_spans, 16
  %.7.i225 = inttoptr i64 %.6.i224 to ptr
  %.8.i226 = load i64, ptr %.7.i225, align 8
  %.6.i227 = add i64 %arg.call_lists, 16
  %.7.i228 = inttoptr i64 %.6.i227 to ptr
  %.8.i229 = load i64, ptr %.7.i228, align 8
  %.104 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i230 = add i64 %.104, 16
  %.7.i231 = inttoptr i64 %.6.i230 to ptr
  %.8.i232 = load i64, ptr %.7.i231, align 8
  %.130 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i233 = add i64 %.130, 16
  %.7.i234 = inttoptr i64 %.6.i233 to ptr
  %.8.i235 = load i64, ptr %.7.i234, align 8
  %.241266.not = icmp slt i64 %arg.n, 1
  br i1 %.241266.not, label %B326, label %B242
B242:                                             ; preds = %entry, %B242
  %.185.0268 = phi i64 [ %.254, %B242 ], [ 0, %entry ]
  %.254 = add nuw nsw i64 %.185.0268, 1
  %.281 = add i64 %.185.0268, %.8.i235
  %.282 = inttoptr i64 %.281 to ptr
  %.283 = load i8, ptr %.282, align 1
  %0 = and i8 %.283, -9
  store i8 %0, ptr %.282, align 1
  %exitcond.not = icmp eq i64 %arg.n, %.254
  br i1 %exitcond.not, label %B326, label %B242
B326:                                             ; preds = %B242, %entry
  %.380269 = icmp sgt i64 %arg.root_count, 0
  br i1 %.380269, label %B358.preheader, label %B452
B358.preheader:                                   ; preds = %B326
  %.327.1271 = add nsw i64 %arg.root_count, -1
  br label %B358
B358:                                             ; preds = %B358.preheader, %helper_6.exit
  %.324.1275 = phi i64 [ %.324.1, %helper_6.exit ], [ 1, %B358.preheader ]
  %.327.1274 = phi i64 [ %.327.1, %helper_6.exit ], [ %.327.1271, %B358.preheader ]
  %.324.0273 = phi i64 [ %.324.1275, %helper_6.exit ], [ 0, %B358.preheader ]
  %.419 = tail call i64 @PyList_GetItem(i64 %arg.roots, i64 %.324.0273)
  %.420 = tail call i64 @PyLong_AsLongLong(i64 %.419)
  %.13.i = add i64 %.420, %.8.i235
  %.14.i = inttoptr i64 %.13.i to ptr
  %.15.i = load i8, ptr %.14.i, align 1
  %1 = and i8 %.15.i, 4
  %.22.not.i = icmp eq i8 %1, 0
  br i1 %.22.not.i, label %helper_6.exit, label %B56.i
B56.i:                                            ; preds = %B358
  %2 = or i8 %.15.i, 8
  store i8 %2, ptr %.14.i, align 1
  br label %helper_6.exit
helper_6.exit: ; preds = %B358, %B56.i
  %.380 = icmp sgt i64 %.327.1274, 0
  %.389 = sext i1 %.380 to i64
  %.327.1 = add nsw i64 %.327.1274, %.389
  %.393 = zext i1 %.380 to i64
  %.324.1 = add i64 %.324.1275, %.393
  br i1 %.380, label %B358, label %B452
B452:                                             ; preds = %helper_6.exit, %B326
  %.541284 = icmp sgt i64 %arg.n, 0
  br i1 %.541284, label %B500.lr.ph, label %B1224
B500.lr.ph:                                       ; preds = %B452
  %.458 = add nsw i64 %arg.n, -1
  %.487.1288 = add nsw i64 %arg.n, -1
  %.484.1286 = add nsw i64 %arg.n, -2
  %.859 = add i64 %.8.i232, 4
  %.894 = add i64 %.8.i232, 8
  %.931 = add i64 %.8.i232, 12
  %.664 = add i64 %.8.i232, 4
  %.679 = add i64 %.8.i226, 4
  %.974 = add i64 %.8.i232, 4
  br label %B500
B500:                                             ; preds = %B500.lr.ph, %B1225
  %.531.sroa.0.0293 = phi i64 [ %.458, %B500.lr.ph ], [ %.531.sroa.0.0, %B1225 ]
  %.487.1292 = phi i64 [ %.487.1288, %B500.lr.ph ], [ %.487.1, %B1225 ]
  %.484.1291 = phi i64 [ %.484.1286, %B500.lr.ph ], [ %.484.1, %B1225 ]
  %consumed.2.0290 = phi i64 [ -1, %B500.lr.ph ], [ %consumed.3.1, %B1225 ]
  %.585 = add i64 %.531.sroa.0.0293, %.8.i235
  %.586 = inttoptr i64 %.585 to ptr
  %.587 = load i8, ptr %.586, align 1
  %3 = and i8 %.587, 8
  %.594 = icmp eq i8 %3, 0
  br i1 %.594, label %B1225, label %B564
B564:                                             ; preds = %B500
  %.608 = shl i64 %.531.sroa.0.0293, 4
  %.611 = add i64 %.608, %.8.i232
  %.612 = inttoptr i64 %.611 to ptr
  %.613 = load i32, ptr %.612, align 4
  %.614 = sext i32 %.613 to i64
  %.617 = add i64 %.8.i, %.614
  %.618 = inttoptr i64 %.617 to ptr
  %.619 = load i8, ptr %.618, align 1
  %.625 = icmp eq i8 %.619, 0
  br i1 %.625, label %B1225, label %B654
B654:                                             ; preds = %B564
  %4 = and i8 %.587, 16
  %.649.not = icmp eq i8 %4, 0
  %spec.select = select i1 %.649.not, i64 %consumed.2.0290, i64 %.531.sroa.0.0293
  switch i8 %.619, label %B1148 [
    i8 3, label %B700
    i8 1, label %B928
  ]
B700:                                             ; preds = %B654
  %.667 = add i64 %.664, %.608
  %.668 = inttoptr i64 %.667 to ptr
  %.669 = load i32, ptr %.668, align 4
  %.670 = sext i32 %.669 to i64
  %.672 = shl nsw i64 %.670, 2
  %.673 = add i64 %.672, %.8.i226
  %.674 = inttoptr i64 %.673 to ptr
  %.675 = load i32, ptr %.674, align 4
  %.676 = sext i32 %.675 to i64
  %.680 = add i64 %.679, %.672
  %.681 = inttoptr i64 %.680 to ptr
  %.682 = load i32, ptr %.681, align 4
  %.683 = sext i32 %.682 to i64
  %.720 = sub nsw i64 %.683, %.676
  %.763276 = icmp sgt i64 %.720, 0
  br i1 %.763276, label %B840.preheader, label %B1225
B840.preheader:                                   ; preds = %B700
  %.710.1280 = add nsw i64 %.720, -1
  %.707.1278 = add nsw i64 %.676, 1
  br label %B840
B840:                                             ; preds = %B840.preheader, %helper_6.exit241
  %.710.1283 = phi i64 [ %.710.1, %helper_6.exit241 ], [ %.710.1280, %B840.preheader ]
  %.707.1282 = phi i64 [ %.707.1, %helper_6.exit241 ], [ %.707.1278, %B840.preheader ]
  %.707.0281 = phi i64 [ %.707.1282, %helper_6.exit241 ], [ %.676, %B840.preheader ]
  %5 = shl i64 %.707.0281, 2
  %.804 = add i64 %5, %.8.i229
  %.805 = inttoptr i64 %.804 to ptr
  %.806 = load i32, ptr %.805, align 4
  %.807 = sext i32 %.806 to i64
  %.13.i236 = add i64 %.8.i235, %.807
  %.14.i237 = inttoptr i64 %.13.i236 to ptr
  %.15.i238 = load i8, ptr %.14.i237, align 1
  %6 = and i8 %.15.i238, 4
  %.22.not.i239 = icmp eq i8 %6, 0
  br i1 %.22.not.i239, label %helper_6.exit241, label %B56.i240
B56.i240:                                         ; preds = %B840
  %7 = or i8 %.15.i238, 8
  store i8 %7, ptr %.14.i237, align 1
  br label %helper_6.exit241
helper_6.exit241: ; preds = %B840, %B56.i240
  %.763 = icmp sgt i64 %.710.1283, 0
  %.776 = zext i1 %.763 to i64
  %.707.1 = add i64 %.707.1282, %.776
  %.772 = sext i1 %.763 to i64
  %.710.1 = add nsw i64 %.710.1283, %.772
  br i1 %.763, label %B840, label %B1225
B928:                                             ; preds = %B654
  %.860 = add i64 %.859, %.608
  %.861 = inttoptr i64 %.860 to ptr
  %.862 = load i32, ptr %.861, align 4
  %.863 = sext i32 %.862 to i64
  %.13.i242 = add i64 %.8.i235, %.863
  %.14.i243 = inttoptr i64 %.13.i242 to ptr
  %.15.i244 = load i8, ptr %.14.i243, align 1
  %8 = and i8 %.15.i244, 4
  %.22.not.i245 = icmp eq i8 %8, 0
  br i1 %.22.not.i245, label %helper_6.exit247, label %B56.i246
B56.i246:                                         ; preds = %B928
  %9 = or i8 %.15.i244, 8
  store i8 %9, ptr %.14.i243, align 1
  br label %helper_6.exit247
helper_6.exit247: ; preds = %B928, %B56.i246
  %.895 = add i64 %.894, %.608
  %.896 = inttoptr i64 %.895 to ptr
  %.897 = load i32, ptr %.896, align 4
  %.898 = sext i32 %.897 to i64
  %.13.i248 = add i64 %.8.i235, %.898
  %.14.i249 = inttoptr i64 %.13.i248 to ptr
  %.15.i250 = load i8, ptr %.14.i249, align 1
  %10 = and i8 %.15.i250, 4
  %.22.not.i251 = icmp eq i8 %10, 0
  br i1 %.22.not.i251, label %helper_6.exit253, label %B56.i252
B56.i252:                                         ; preds = %helper_6.exit247
  %11 = or i8 %.15.i250, 8
  store i8 %11, ptr %.14.i249, align 1
  br label %helper_6.exit253
helper_6.exit253: ; preds = %helper_6.exit247, %B56.i252
  %.932 = add i64 %.931, %.608
  %.933 = inttoptr i64 %.932 to ptr
  %.934 = load i32, ptr %.933, align 4
  %.935 = sext i32 %.934 to i64
  %.13.i254 = add i64 %.8.i235, %.935
  %.14.i255 = inttoptr i64 %.13.i254 to ptr
  %.15.i256 = load i8, ptr %.14.i255, align 1
  %12 = and i8 %.15.i256, 4
  %.22.not.i257 = icmp eq i8 %12, 0
  br i1 %.22.not.i257, label %B1225, label %B1225.sink.split
B1148:                                            ; preds = %B654
  %.975 = add i64 %.974, %.608
  %.976 = inttoptr i64 %.975 to ptr
  %.977 = load i32, ptr %.976, align 4
  %.978 = sext i32 %.977 to i64
  %.13.i260 = add i64 %.8.i235, %.978
  %.14.i261 = inttoptr i64 %.13.i260 to ptr
  %.15.i262 = load i8, ptr %.14.i261, align 1
  %13 = and i8 %.15.i262, 4
  %.22.not.i263 = icmp eq i8 %13, 0
  br i1 %.22.not.i263, label %B1225, label %B1225.sink.split
B1224:                                            ; preds = %B1225, %B452
  %consumed.2.0.lcssa = phi i64 [ -1, %B452 ], [ %consumed.3.1, %B1225 ]
  store i64 %consumed.2.0.lcssa, ptr %retptr, align 8
  ret void
B1225.sink.split:                                 ; preds = %B1148, %helper_6.exit253
  %.15.i262.sink = phi i8 [ %.15.i256, %helper_6.exit253 ], [ %.15.i262, %B1148 ]
  %.14.i261.sink = phi ptr [ %.14.i255, %helper_6.exit253 ], [ %.14.i261, %B1148 ]
  %14 = or i8 %.15.i262.sink, 8
  store i8 %14, ptr %.14.i261.sink, align 1
  br label %B1225
B1225:                                            ; preds = %helper_6.exit241, %B1225.sink.split, %B700, %B1148, %helper_6.exit253, %B564, %B500
  %consumed.3.1 = phi i64 [ %consumed.2.0290, %B500 ], [ %consumed.2.0290, %B564 ], [ %spec.select, %helper_6.exit253 ], [ %spec.select, %B1148 ], [ %spec.select, %B700 ], [ %spec.select, %B1225.sink.split ], [ %spec.select, %helper_6.exit241 ]
  %.541 = icmp sgt i64 %.487.1292, 0
  %.554 = sext i1 %.541 to i64
  %.484.1 = add i64 %.484.1291, %.554
  %.550 = sext i1 %.541 to i64
  %.487.1 = add nsw i64 %.487.1292, %.550
  %.531.sroa.0.0 = select i1 %.541, i64 %.484.1291, i64 0
  br i1 %.541, label %B500, label %B1224
}
define i64 @sweep_mark_reached(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7) local_unnamed_addr {
entry:
  %.9 = alloca i64, align 8
  store i64 0, ptr %.9, align 8
  call fastcc void @helper_5(ptr %.9, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7)
  %.23 = load i64, ptr %.9, align 8
  ret i64 %.23
}
define internal fastcc void @helper_7(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.live) unnamed_addr {
entry:
  %.8 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i = add i64 %.8, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.36 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i94 = add i64 %.36, 16
  %.7.i95 = inttoptr i64 %.6.i94 to ptr
  %.8.i96 = load i64, ptr %.7.i95, align 8
  %.6.i97 = add i64 %arg.live, 16
  %.7.i98 = inttoptr i64 %.6.i97 to ptr
  %.8.i99 = load i64, ptr %.7.i98, align 8
  %.192100 = icmp sgt i64 %arg.n, 0
  br i1 %.192100, label %B192.preheader, label %B442
B192.preheader:                                   ; preds = %entry
  %.139.1103 = add nsw i64 %arg.n, -1
  br label %B192
B192:                                             ; preds = %B192.preheader, %B440
  %.182.sroa.0.0108 = phi i64 [ %.182.sroa.0.0, %B440 ], [ 0, %B192.preheader ]
  %.139.1107 = phi i64 [ %.139.1, %B440 ], [ %.139.1103, %B192.preheader ]
  %.136.1106 = phi i64 [ %.136.1, %B440 ], [ 1, %B192.preheader ]
  %entrances.2.0105 = phi i64 [ %entrances.3.1, %B440 ], [ 0, %B192.preheader ]
  %count.2.0104 = phi i64 [ %count.3.1, %B440 ], [ 0, %B192.preheader ]
  %.236 = add i64 %.182.sroa.0.0108, %.8.i96
  %.237 = inttoptr i64 %.236 to ptr
  %.238 = load i8, ptr %.237, align 1
  %.239110 = zext i8 %.238 to i64
  %0 = and i8 %.238, 8
  %.249.not = icmp eq i8 %0, 0
  br i1 %.249.not, label %B300, label %B246
B246:                                             ; preds = %B192
  %.252 = or i64 %.239110, 16
  %.259 = trunc nuw i64 %.252 to i8
  store i8 %.259, ptr %.237, align 1
  br label %B300
B300:                                             ; preds = %B246, %B192
  %flag.2.1 = phi i64 [ %.252, %B246 ], [ %.239110, %B192 ]
  %.276 = and i64 %flag.2.1, 1
  %.277.not = icmp eq i64 %.276, 0
  br i1 %.277.not, label %B440, label %B320
B320:                                             ; preds = %B300
  %.285 = trunc i64 %.182.sroa.0.0108 to i32
  %.286 = shl i64 %count.2.0104, 2
  %.287 = add i64 %.286, %.8.i99
  %.288 = inttoptr i64 %.287 to ptr
  store i32 %.285, ptr %.288, align 4
  %.291 = add nsw i64 %count.2.0104, 1
  %.302 = shl i64 %.182.sroa.0.0108, 2
  %.303 = add i64 %.302, %.8.i
  %.304 = inttoptr i64 %.303 to ptr
  %.305 = load i32, ptr %.304, align 4
  %1 = and i32 %.305, 1
  %.310.not = icmp ne i32 %1, 0
  %.319 = and i64 %flag.2.1, 16
  %.322 = icmp eq i64 %.319, 0
  %or.cond = and i1 %.322, %.310.not
  %.330 = zext i1 %or.cond to i64
  %spec.select = add nsw i64 %entrances.2.0105, %.330
  br label %B440
B440:                                             ; preds = %B320, %B300
  %count.3.1 = phi i64 [ %count.2.0104, %B300 ], [ %.291, %B320 ]
  %entrances.3.1 = phi i64 [ %entrances.2.0105, %B300 ], [ %spec.select, %B320 ]
  %.192 = icmp sgt i64 %.139.1107, 0
  %.205 = zext i1 %.192 to i64
  %.136.1 = add i64 %.136.1106, %.205
  %.201 = sext i1 %.192 to i64
  %.139.1 = add nsw i64 %.139.1107, %.201
  %.182.sroa.0.0 = select i1 %.192, i64 %.136.1106, i64 0
  br i1 %.192, label %B192, label %B442.loopexit
B442.loopexit:                                    ; preds = %B440
  %2 = icmp eq i64 %entrances.3.1, 0
  %3 = select i1 %2, i64 %count.3.1, i64 -1
  br label %B442
B442:                                             ; preds = %B442.loopexit, %entry
  %entrances.2.0.lcssa = phi i64 [ 0, %entry ], [ %3, %B442.loopexit ]
  store i64 %entrances.2.0.lcssa, ptr %retptr, align 8
  ret void
}
define i64 @sweep_consume(i64 %.1, i64 %.2, i64 %.3) local_unnamed_addr {
entry:
  %.5 = alloca i64, align 8
  store i64 0, ptr %.5, align 8
  call fastcc void @helper_7(ptr %.5, i64 %.1, i64 %.2, i64 %.3)
  %.19 = load i64, ptr %.5, align 8
  ret i64 %.19
}
define internal fastcc void @helper_8(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.none, i64 %arg.start, i64 %arg.stop, i64 %arg.size, i64 %arg.single, i64 %arg.dims, i64 %arg.ndim, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.work) unnamed_addr {
entry:
  %.249 = alloca ptr, align 8
  store ptr null, ptr %.249, align 8
  %.299 = alloca i64, align 8
  store i64 0, ptr %.299, align 8
  %.6.i = add i64 %arg.forms, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i12 = add i64 %arg.classes, 16
  %.7.i13 = inttoptr i64 %.6.i12 to ptr
  %.8.i14 = load i64, ptr %.7.i13, align 8
  %.6.i15 = add i64 %arg.table, 16
  %.7.i16 = inttoptr i64 %.6.i15 to ptr
  %.8.i17 = load i64, ptr %.7.i16, align 8
  %.95 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i18 = add i64 %.95, 16
  %.7.i19 = inttoptr i64 %.6.i18 to ptr
  %.8.i20 = load i64, ptr %.7.i19, align 8
  %.121 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 1)
  %.6.i21 = add i64 %.121, 16
  %.7.i22 = inttoptr i64 %.6.i21 to ptr
  %.8.i23 = load i64, ptr %.7.i22, align 8
  %.147 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 2)
  %.6.i24 = add i64 %.147, 16
  %.7.i25 = inttoptr i64 %.6.i24 to ptr
  %.8.i26 = load i64, ptr %.7.i25, align 8
  %.173 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 3)
  %.6.i27 = add i64 %.173, 16
  %.7.i28 = inttoptr i64 %.6.i27 to ptr
  %.8.i29 = load i64, ptr %.7.i28, align 8
  %.6.i30 = add i64 %arg.dims, 16
  %.7.i31 = inttoptr i64 %.6.i30 to ptr
  %.8.i32 = load i64, ptr %.7.i31, align 8
  br label %B36.i
B36.i:                                            ; preds = %B36.i, %entry
  %.42.053.i = phi i64 [ 0, %entry ], [ %.113.i, %B36.i ]
  %0 = shl i64 %.42.053.i, 3
  %.113.i = add nuw nsw i64 %.42.053.i, 1
  %.140.i = add i64 %0, %.8.i20
  %.141.i = inttoptr i64 %.140.i to ptr
  store i64 0, ptr %.141.i, align 8
  %exitcond.not.i = icmp eq i64 %.113.i, 14
  br i1 %exitcond.not.i, label %helper_9.exit, label %B36.i
helper_9.exit: ; preds = %B36.i
  %.152.i = inttoptr i64 %.8.i20 to ptr
  store i64 %arg.size, ptr %.152.i, align 8
  %.157.not.i = icmp eq i64 %arg.single, 0
  %..i = select i1 %.157.not.i, i64 8, i64 4
  %.182.i = add i64 %.8.i20, 48
  %.183.i = inttoptr i64 %.182.i to ptr
  store i64 %..i, ptr %.183.i, align 8
  %.196.i = add i64 %.8.i20, 80
  %.197.i = inttoptr i64 %.196.i to ptr
  store i64 %.8.i32, ptr %.197.i, align 8
  %.204.i = add i64 %.8.i20, 88
  %.205.i = inttoptr i64 %.204.i to ptr
  store i64 %arg.ndim, ptr %.205.i, align 8
  %.9.i.i = add i64 %.8.i20, 16
  %.10.i.i = inttoptr i64 %.9.i.i to ptr
  %.11.i.i = load i64, ptr %.10.i.i, align 8
  %.13.i.i = mul i64 %.11.i.i, 24
  %.14.i.i = add i64 %.13.i.i, %.8.i20
  %.15.i.i = add i64 %.14.i.i, 3944
  %.16.i.i = inttoptr i64 %.15.i.i to ptr
  store i64 1, ptr %.16.i.i, align 8
  %.22.i.i = add i64 %.14.i.i, 3952
  %.23.i.i = inttoptr i64 %.22.i.i to ptr
  store i64 0, ptr %.23.i.i, align 8
  %.29.i.i = add i64 %.14.i.i, 3960
  %.30.i.i = inttoptr i64 %.29.i.i to ptr
  store i64 0, ptr %.30.i.i, align 8
  %.32.i.i = add nsw i64 %.11.i.i, 1
  store i64 %.32.i.i, ptr %.10.i.i, align 8
  store ptr null, ptr %.249, align 8
  call fastcc void @helper_10(ptr %.249, i64 %.8.i20, i64 %.8.i23, i64 %.8.i29, i64 %arg.frame, i64 %.8.i, i64 %.8.i14, i64 %.8.i17, i64 %arg.none, i64 %arg.start, i64 %arg.stop)
  %.18.i = add i64 %.8.i20, 96
  %.19.i = inttoptr i64 %.18.i to ptr
  %.20.i = load i64, ptr %.19.i, align 8
  %.10239.not.i = icmp slt i64 %.20.i, 1
  br i1 %.10239.not.i, label %helper_11.exit, label %B74.lr.ph.i
B74.lr.ph.i:                                      ; preds = %helper_9.exit
  %1 = add i64 %.8.i20, 102248
  br label %B74.i
B74.i:                                            ; preds = %B74.i, %B74.lr.ph.i
  %.44.040.i = phi i64 [ 0, %B74.lr.ph.i ], [ %.115.i, %B74.i ]
  %2 = shl i64 %.44.040.i, 3
  %.115.i = add nuw nsw i64 %.44.040.i, 1
  %.143.i = add i64 %1, %2
  %.144.i = inttoptr i64 %.143.i to ptr
  %.145.i = load i64, ptr %.144.i, align 8
  %.148.i = shl i64 %.145.i, 2
  %.149.i = add i64 %.148.i, %.8.i23
  %.150.i = inttoptr i64 %.149.i to ptr
  store i32 0, ptr %.150.i, align 4
  %.155.i = add i64 %.148.i, %.8.i26
  %.156.i = inttoptr i64 %.155.i to ptr
  store i32 0, ptr %.156.i, align 4
  %.161.i = add i64 %.148.i, %.8.i29
  %.162.i = inttoptr i64 %.161.i to ptr
  store i32 0, ptr %.162.i, align 4
  %exitcond.not.i33 = icmp eq i64 %.115.i, %.20.i
  br i1 %exitcond.not.i33, label %helper_11.exit, label %B74.i
helper_11.exit: ; preds = %B74.i, %helper_9.exit
  store i64 0, ptr %.299, align 8
  call fastcc void @helper_12(ptr %.299, i64 %.8.i20, i64 %arg.work)
  %.313 = load i64, ptr %.299, align 8
  store i64 %.313, ptr %retptr, align 8
  ret void
}
define internal fastcc void @helper_10(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.locs, i64 %arg.wanted, i64 %arg.frame, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.none, i64 %arg.start, i64 %arg.stop) unnamed_addr {
entry:
  %.775.i = alloca i64, align 8
  %.816.i = alloca i64, align 8
  %.578 = alloca i64, align 8
  store i64 0, ptr %.578, align 8
  %.36 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i = add i64 %.36, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.65 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.6.i147 = add i64 %.65, 16
  %.7.i148 = inttoptr i64 %.6.i147 to ptr
  %.8.i149 = load i64, ptr %.7.i148, align 8
  %.91 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.139 = sub i64 %arg.stop, %arg.start
  %storemerge = tail call i64 @llvm.smax.i64(i64 %.139, i64 0)
  %.182168 = icmp sgt i64 %.139, 0
  br i1 %.182168, label %B186.lr.ph, label %B570
B186.lr.ph:                                       ; preds = %entry
  %.126.1172 = add i64 %arg.start, 1
  %.129.1170 = add nsw i64 %storemerge, -1
  %.251 = add i64 %.8.i, 4
  %.18.i157.sink = add i64 %arg.w, 102248
  %.15.i154.sink2.in = add i64 %arg.w, 96
  %.15.i154.sink2 = inttoptr i64 %.15.i154.sink2.in to ptr
  br label %B186
B186:                                             ; preds = %B186.lr.ph, %B871
  %.172.sroa.0.0176 = phi i64 [ %arg.start, %B186.lr.ph ], [ %.172.sroa.0.0, %B871 ]
  %.126.1175 = phi i64 [ %.126.1172, %B186.lr.ph ], [ %.126.1, %B871 ]
  %.129.1174 = phi i64 [ %.129.1170, %B186.lr.ph ], [ %.129.1, %B871 ]
  %.224 = shl i64 %.172.sroa.0.0176, 2
  %.226 = shl i64 %.172.sroa.0.0176, 4
  %.227 = add i64 %.226, %.8.i
  %.228 = inttoptr i64 %.227 to ptr
  %.229 = load i32, ptr %.228, align 4
  %.230 = sext i32 %.229 to i64
  %.233 = add i64 %arg.classes, %.230
  %.234 = inttoptr i64 %.233 to ptr
  %.235 = load i8, ptr %.234, align 1
  switch i8 %.235, label %B871 [
    i8 2, label %B276
    i8 1, label %B452
  ]
B276:                                             ; preds = %B186
  %.252 = add i64 %.251, %.226
  %.253 = inttoptr i64 %.252 to ptr
  %.254 = load i32, ptr %.253, align 4
  %.255 = sext i32 %.254 to i64
  %.261.not = icmp sle i64 %arg.start, %.255
  %.269 = icmp sgt i64 %arg.stop, %.255
  %or.cond = select i1 %.261.not, i1 %.269, i1 false
  br i1 %or.cond, label %B352, label %B871
B352:                                             ; preds = %B276
  %.281 = shl nsw i64 %.255, 2
  %.282 = add i64 %.281, %arg.wanted
  %.283 = inttoptr i64 %.282 to ptr
  %.284 = load i32, ptr %.283, align 4
  %.286 = icmp eq i32 %.284, 0
  br i1 %.286, label %B871.sink.split, label %B871
B452:                                             ; preds = %B186
  %.329 = tail call i64 @PyList_GetItem(i64 %.91, i64 %.172.sroa.0.0176)
  %.331.not = icmp eq i64 %.329, %arg.none
  br i1 %.331.not, label %B871, label %B492
B492:                                             ; preds = %B452
  %.336 = add i64 %.224, %arg.wanted
  %.337 = inttoptr i64 %.336 to ptr
  %.338 = load i32, ptr %.337, align 4
  %.340 = icmp eq i32 %.338, 0
  br i1 %.340, label %B871.sink.split, label %B871
B570:                                             ; preds = %B871, %entry
  store i64 0, ptr %.775.i, align 8
  store i64 0, ptr %.816.i, align 8
  %.39.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.39.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.67.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.114.i = sub i64 %arg.start, %arg.stop
  %.115.i = icmp sgt i64 %.114.i, 0
  %.134.i = sub nsw i64 0, %.114.i
  %storemerge.i = select i1 %.115.i, i64 0, i64 %.134.i
  %.157214.i = icmp sgt i64 %storemerge.i, 0
  br i1 %.157214.i, label %B142.lr.ph.i, label %B554.i
B142.lr.ph.i:                                     ; preds = %B570
  %.75.i = shl i64 %arg.stop, 2
  %0 = add i64 %.75.i, -4
  %.101.1218.i = add i64 %arg.stop, -2
  %.104.1216.i = add nsw i64 %storemerge.i, -1
  %.14.i.i = add i64 %arg.w, 96
  %.15.i.i = inttoptr i64 %.14.i.i to ptr
  %.18.i.i = add i64 %arg.w, 102248
  br label %B142.i
B142.i:                                           ; preds = %B1280.i, %B142.lr.ph.i
  %.147.sroa.0.0222.i = phi i64 [ %0, %B142.lr.ph.i ], [ %.147.sroa.0.0.i, %B1280.i ]
  %.101.1221.i = phi i64 [ %.101.1218.i, %B142.lr.ph.i ], [ %.101.1.i, %B1280.i ]
  %.104.1220.i = phi i64 [ %.104.1216.i, %B142.lr.ph.i ], [ %.104.1.i, %B1280.i ]
  %.201.i = add i64 %.147.sroa.0.0222.i, %arg.wanted
  %.202.i = inttoptr i64 %.201.i to ptr
  %.203.i = load i32, ptr %.202.i, align 4
  %.205.i = icmp eq i32 %.203.i, 0
  br i1 %.205.i, label %B1280.i, label %B184.i
B184.i:                                           ; preds = %B142.i
  %.210.i = shl i64 %.147.sroa.0.0222.i, 2
  %.211.i = add i64 %.210.i, %.8.i.i
  %.212.i = inttoptr i64 %.211.i to ptr
  %.213.i = load i32, ptr %.212.i, align 4
  %.214.i = sext i32 %.213.i to i64
  %.217.i = add i64 %arg.classes, %.214.i
  %.218.i = inttoptr i64 %.217.i to ptr
  %.219.i = load i8, ptr %.218.i, align 1
  %.221.not.i = icmp eq i8 %.219.i, 1
  br i1 %.221.not.i, label %B388.preheader.i, label %B1280.i
B388.preheader.i:                                 ; preds = %B184.i
  %.363.i = add nuw nsw i64 %.147.sroa.0.0222.i, 1
  br label %B390.i
B390.i:                                           ; preds = %B1281.i, %B388.preheader.i
  %.270.1213.i = phi i64 [ 2, %B388.preheader.i ], [ %.270.1.i, %B1281.i ]
  %.267.1212.i = phi i64 [ 1, %B388.preheader.i ], [ %.267.1.i, %B1281.i ]
  %.267.0211.i = phi i64 [ 0, %B388.preheader.i ], [ %.267.1212.i, %B1281.i ]
  %.364.i = add nuw nsw i64 %.363.i, %.267.0211.i
  %.366.i = shl i64 %.364.i, 2
  %.367.i = add i64 %.366.i, %.8.i.i
  %.368.i = inttoptr i64 %.367.i to ptr
  %.369.i = load i32, ptr %.368.i, align 4
  %.370.i = sext i32 %.369.i to i64
  %.376.not.i = icmp sle i64 %arg.start, %.370.i
  %.384.i = icmp sgt i64 %arg.stop, %.370.i
  %or.cond.i = select i1 %.376.not.i, i1 %.384.i, i1 false
  br i1 %or.cond.i, label %B474.i, label %B1281.i
B474.i:                                           ; preds = %B390.i
  %.396.i = shl nsw i64 %.370.i, 2
  %.397.i = add i64 %.396.i, %arg.wanted
  %.398.i = inttoptr i64 %.397.i to ptr
  %.399.i = load i32, ptr %.398.i, align 4
  %.401.i = icmp eq i32 %.399.i, 0
  br i1 %.401.i, label %B514.i, label %B1281.i
B514.i:                                           ; preds = %B474.i
  store i32 1, ptr %.398.i, align 4
  %.16.i.i = load i64, ptr %.15.i.i, align 8
  %.17.i.i = shl i64 %.16.i.i, 3
  %.19.i.i = add i64 %.18.i.i, %.17.i.i
  %.20.i.i = inttoptr i64 %.19.i.i to ptr
  store i64 %.370.i, ptr %.20.i.i, align 8
  %.22.i.i = add nsw i64 %.16.i.i, 1
  store i64 %.22.i.i, ptr %.15.i.i, align 8
  br label %B1281.i
B554.i:                                           ; preds = %B1280.i, %B570
  %.538225.i = icmp sgt i64 %.139, 0
  br i1 %.538225.i, label %B590.lr.ph.i, label %helper_13.exit
B590.lr.ph.i:                                     ; preds = %B554.i
  %.484.1229.i = add nsw i64 %.139, -1
  %.481.1227.i = add i64 %arg.start, 1
  %.615.i = add i64 %arg.w, 8
  %.616.i = inttoptr i64 %.615.i to ptr
  %.635.i = add i64 %arg.w, 104
  %.846.i = add i64 %arg.w, 3960
  %.855.i = add i64 %arg.w, 112
  br label %B590.i
B590.i:                                           ; preds = %B1279.i, %B590.lr.ph.i
  %.528.sroa.0.0233.i = phi i64 [ %arg.start, %B590.lr.ph.i ], [ %.528.sroa.0.0.i, %B1279.i ]
  %.484.1232.i = phi i64 [ %.484.1229.i, %B590.lr.ph.i ], [ %.484.1.i, %B1279.i ]
  %.481.1231.i = phi i64 [ %.481.1227.i, %B590.lr.ph.i ], [ %.481.1.i, %B1279.i ]
  %.580.i = shl nsw i64 %.528.sroa.0.0233.i, 2
  %.582.i = shl i64 %.528.sroa.0.0233.i, 4
  %.583.i = add i64 %.582.i, %.8.i.i
  %.584.i = inttoptr i64 %.583.i to ptr
  %.585.i = load i32, ptr %.584.i, align 4
  %.586.i = sext i32 %.585.i to i64
  %.593.i = add i64 %.580.i, %arg.wanted
  %.594.i = inttoptr i64 %.593.i to ptr
  %.595.i = load i32, ptr %.594.i, align 4
  %.597.i = icmp eq i32 %.595.i, 0
  br i1 %.597.i, label %B1279.i, label %B670.i
B670.i:                                           ; preds = %B590.i
  %.602.i = add i64 %arg.classes, %.586.i
  %.603.i = inttoptr i64 %.602.i to ptr
  %.604.i = load i8, ptr %.603.i, align 1
  %.606.not.i = icmp eq i8 %.604.i, 1
  br i1 %.606.not.i, label %B722.i, label %B1279.i
B722.i:                                           ; preds = %B670.i
  %.617.i = load i64, ptr %.616.i, align 8
  %.618.i = mul nsw i64 %.617.i, 5
  %.629.i = shl nsw i64 %.586.i, 6
  %.630.i = add i64 %.629.i, %arg.table
  %.631.i = inttoptr i64 %.630.i to ptr
  %.632.i = load i64, ptr %.631.i, align 8
  %.619.i = mul i64 %.617.i, 40
  %.636.i = add i64 %.635.i, %.619.i
  %.637.i = inttoptr i64 %.636.i to ptr
  store i64 %.632.i, ptr %.637.i, align 8
  %.762.i = or disjoint i64 %.580.i, 1
  %.757.i = add nsw i64 %.618.i, 15
  br label %B912.i
B912.i:                                           ; preds = %B912.i, %B722.i
  %.662.0223.i = phi i64 [ 0, %B722.i ], [ %.731.i, %B912.i ]
  %.731.i = add nuw nsw i64 %.662.0223.i, 1
  %.763.i = add nuw nsw i64 %.762.i, %.662.0223.i
  %.765.i = shl i64 %.763.i, 2
  %.766.i = add i64 %.765.i, %.8.i.i
  %.767.i = inttoptr i64 %.766.i to ptr
  %.768.i = load i32, ptr %.767.i, align 4
  %.769.i = sext i32 %.768.i to i64
  store i64 0, ptr %.775.i, align 8
  call fastcc void @helper_14(ptr %.775.i, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %.769.i)
  %.789.i = load i64, ptr %.775.i, align 8
  %.758.i = add nsw i64 %.757.i, %.662.0223.i
  %.800.i = shl i64 %.758.i, 3
  %.801.i = add i64 %.800.i, %arg.w
  %.802.i = inttoptr i64 %.801.i to ptr
  store i64 %.789.i, ptr %.802.i, align 8
  %exitcond.not.i = icmp eq i64 %.731.i, 3
  br i1 %exitcond.not.i, label %B1044.i, label %B912.i
B1044.i:                                          ; preds = %B912.i
  store i64 0, ptr %.816.i, align 8
  call fastcc void @helper_14(ptr %.816.i, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %.528.sroa.0.0233.i)
  %.830.i = load i64, ptr %.816.i, align 8
  %.844.i = mul i64 %.830.i, 24
  %.847.i = add i64 %.846.i, %.844.i
  %.848.i = inttoptr i64 %.847.i to ptr
  store i64 1, ptr %.848.i, align 8
  %.856.i = add i64 %.855.i, %.619.i
  %.857.i = inttoptr i64 %.856.i to ptr
  store i64 %.830.i, ptr %.857.i, align 8
  %.863.i = load i64, ptr %.616.i, align 8
  %.864.i = add nsw i64 %.863.i, 1
  store i64 %.864.i, ptr %.616.i, align 8
  br label %B1279.i
B1279.i:                                          ; preds = %B1044.i, %B670.i, %B590.i
  %.538.i = icmp sgt i64 %.484.1232.i, 0
  %.551.i = zext i1 %.538.i to i64
  %.481.1.i = add i64 %.481.1231.i, %.551.i
  %.547.i = sext i1 %.538.i to i64
  %.484.1.i = add nsw i64 %.484.1232.i, %.547.i
  %.528.sroa.0.0.i = select i1 %.538.i, i64 %.481.1231.i, i64 0
  br i1 %.538.i, label %B590.i, label %helper_13.exit
B1280.i:                                          ; preds = %B1281.i, %B184.i, %B142.i
  %.157.i = icmp sgt i64 %.104.1220.i, 0
  %1 = shl i64 %.101.1221.i, 2
  %.166.i = sext i1 %.157.i to i64
  %.104.1.i = add nsw i64 %.104.1220.i, %.166.i
  %.101.1.i = add i64 %.101.1221.i, %.166.i
  %.147.sroa.0.0.i = select i1 %.157.i, i64 %1, i64 0
  br i1 %.157.i, label %B142.i, label %B554.i
B1281.i:                                          ; preds = %B514.i, %B474.i, %B390.i
  %.323.i = icmp ne i64 %.270.1213.i, 0
  %.336.i = zext i1 %.323.i to i64
  %.267.1.i = add i64 %.267.1212.i, %.336.i
  %.332.i = sext i1 %.323.i to i64
  %.270.1.i = add nsw i64 %.270.1213.i, %.332.i
  br i1 %.323.i, label %B390.i, label %B1280.i
helper_13.exit: ; preds = %B1279.i, %B554.i
  %.506177 = icmp sgt i64 %.139, 0
  br i1 %.506177, label %B654.lr.ph, label %B870
B654.lr.ph:                                       ; preds = %helper_13.exit
  %.453.1181 = add nsw i64 %storemerge, -1
  %.450.1179 = add i64 %arg.start, 1
  %.566 = add i64 %.8.i, 4
  %.9.i161 = add i64 %arg.w, 56
  %.10.i162 = inttoptr i64 %.9.i161 to ptr
  br label %B654
B654:                                             ; preds = %B654.lr.ph, %B868
  %.496.sroa.0.0185 = phi i64 [ %arg.start, %B654.lr.ph ], [ %.496.sroa.0.0, %B868 ]
  %.453.1184 = phi i64 [ %.453.1181, %B654.lr.ph ], [ %.453.1, %B868 ]
  %.450.1183 = phi i64 [ %.450.1179, %B654.lr.ph ], [ %.450.1, %B868 ]
  %.550 = shl i64 %.496.sroa.0.0185, 4
  %.551 = add i64 %.550, %.8.i
  %.552 = inttoptr i64 %.551 to ptr
  %.553 = load i32, ptr %.552, align 4
  %.554 = sext i32 %.553 to i64
  %.557 = add i64 %arg.classes, %.554
  %.558 = inttoptr i64 %.557 to ptr
  %.559 = load i8, ptr %.558, align 1
  %.561 = icmp eq i8 %.559, 2
  br i1 %.561, label %B740, label %B868
B740:                                             ; preds = %B654
  %.569 = add i64 %.566, %.550
  %.570 = inttoptr i64 %.569 to ptr
  %.571 = load i32, ptr %.570, align 4
  %.572 = sext i32 %.571 to i64
  store i64 0, ptr %.578, align 8
  call fastcc void @helper_14(ptr %.578, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %.572)
  %.592 = load i64, ptr %.578, align 8
  %.604 = shl nsw i64 %.496.sroa.0.0185, 3
  %.608 = add nsw i64 %.604, %.8.i149
  %.11.i163 = load i64, ptr %.10.i162, align 8
  %.13.i = mul i64 %.11.i163, 24
  %.14.i164 = add i64 %.13.i, %arg.w
  %.15.i165 = add i64 %.14.i164, 46952
  %.16.i166 = inttoptr i64 %.15.i165 to ptr
  store i64 %.592, ptr %.16.i166, align 8
  %.22.i167 = add i64 %.14.i164, 46960
  %.23.i = inttoptr i64 %.22.i167 to ptr
  store i64 %.608, ptr %.23.i, align 8
  %.29.i = add i64 %.14.i164, 46968
  %.30.i = inttoptr i64 %.29.i to ptr
  store i64 0, ptr %.30.i, align 8
  %.32.i = add nsw i64 %.11.i163, 1
  store i64 %.32.i, ptr %.10.i162, align 8
  br label %B868
B868:                                             ; preds = %B740, %B654
  %.506 = icmp sgt i64 %.453.1184, 0
  %.519 = zext i1 %.506 to i64
  %.450.1 = add i64 %.450.1183, %.519
  %.515 = sext i1 %.506 to i64
  %.453.1 = add nsw i64 %.453.1184, %.515
  %.496.sroa.0.0 = select i1 %.506, i64 %.450.1183, i64 0
  br i1 %.506, label %B654, label %B870
B870:                                             ; preds = %B868, %helper_13.exit
  store ptr null, ptr %retptr, align 8
  ret void
B871.sink.split:                                  ; preds = %B492, %B352
  %.337.sink = phi ptr [ %.283, %B352 ], [ %.337, %B492 ]
  %.172.sroa.0.0176.sink = phi i64 [ %.255, %B352 ], [ %.172.sroa.0.0176, %B492 ]
  store i32 1, ptr %.337.sink, align 4
  %.16.i155 = load i64, ptr %.15.i154.sink2, align 8
  %.17.i156 = shl i64 %.16.i155, 3
  %.19.i158 = add i64 %.18.i157.sink, %.17.i156
  %.20.i159 = inttoptr i64 %.19.i158 to ptr
  store i64 %.172.sroa.0.0176.sink, ptr %.20.i159, align 8
  %.22.i160 = add nsw i64 %.16.i155, 1
  store i64 %.22.i160, ptr %.15.i154.sink2, align 8
  br label %B871
B871:                                             ; preds = %B871.sink.split, %B452, %B492, %B186, %B352, %B276
  %.182 = icmp sgt i64 %.129.1174, 0
  %.191 = sext i1 %.182 to i64
  %.129.1 = add nsw i64 %.129.1174, %.191
  %.195 = zext i1 %.182 to i64
  %.126.1 = add i64 %.126.1175, %.195
  %.172.sroa.0.0 = select i1 %.182, i64 %.126.1175, i64 0
  br i1 %.182, label %B186, label %B570
}
define internal fastcc void @helper_12(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.work) unnamed_addr {
entry:
  %.73.i727.i = alloca ptr, align 8
  %.154.i729.i = alloca ptr, align 8
  %.73.i.i = alloca ptr, align 8
  %.154.i.i = alloca ptr, align 8
  %.1114.i = alloca ptr, align 8
  %.1803.i = alloca ptr, align 8
  %.12 = add i64 %arg.w, 8
  %.13 = inttoptr i64 %.12 to ptr
  %.14 = load i64, ptr %.13, align 8
  %.17 = add i64 %arg.w, 64
  %.18 = inttoptr i64 %.17 to ptr
  %.19 = load i64, ptr %.18, align 8
  %.20 = add nsw i64 %.19, %.14
  %.23 = add i64 %arg.w, 56
  %.24 = inttoptr i64 %.23 to ptr
  %.25 = load i64, ptr %.24, align 8
  %.26 = sub i64 0, %.25
  %.27 = icmp eq i64 %.20, %.26
  br i1 %.27, label %common.ret, label %B146
common.ret:                                       ; preds = %helper_15.exit.i, %helper_16.exit, %helper_17.exit, %entry
  %.sink = phi i64 [ 0, %entry ], [ %quot.1.0.i, %helper_17.exit ], [ 0, %helper_16.exit ], [ 0, %helper_15.exit.i ]
  store i64 %.sink, ptr %retptr, align 8
  ret void
B146:                                             ; preds = %entry
  %.12.i = add i64 %arg.w, 16
  %.13.i = inttoptr i64 %.12.i to ptr
  %.14.i = load i64, ptr %.13.i, align 8
  %storemerge.i = tail call i64 @llvm.smax.i64(i64 %.14.i, i64 0)
  br label %B76.i
B76.i:                                            ; preds = %B78.i, %B146
  %.38.0.i = phi i64 [ 0, %B146 ], [ %.38.1.i, %B78.i ]
  %.41.0.i = phi i64 [ %storemerge.i, %B146 ], [ %.41.1.i, %B78.i ]
  %registers.2.0.i = phi i64 [ 0, %B146 ], [ %.142.i, %B78.i ]
  %.96.i = icmp sgt i64 %.41.0.i, 0
  br i1 %.96.i, label %B76.if.i, label %B76.endif.i
B78.i:                                            ; preds = %B76.endif.i
  %.138.i = add i64 %.86.sroa.0.0.i, %arg.w
  %.139.i = inttoptr i64 %.138.i to ptr
  %.140.i = load i64, ptr %.139.i, align 8
  %.142.i = add nsw i64 %.140.i, %registers.2.0.i
  br label %B76.i
B142.i:                                           ; preds = %B76.endif.i
  %.172.i = icmp sgt i64 %registers.2.0.i, 3
  br i1 %.172.i, label %B176.i, label %B216.i
B176.i:                                           ; preds = %B142.i, %B176.i
  %block.2.0.i = phi i64 [ %.185.0.i, %B176.i ], [ 2048, %B142.i ]
  %.185.0.i = lshr i64 %block.2.0.i, 1
  %.227.i = icmp samesign ugt i64 %block.2.0.i, 513
  %.237.i = mul nuw nsw i64 %.185.0.i, %registers.2.0.i
  %.240.i = icmp sgt i64 %.237.i, 6144
  %or.cond.i = select i1 %.227.i, i1 %.240.i, i1 false
  br i1 %or.cond.i, label %B176.i, label %B216.i
B216.i:                                           ; preds = %B176.i, %B142.i
  %block.3.1.i = phi i64 [ 2048, %B142.i ], [ %.185.0.i, %B176.i ]
  %.256.i = add i64 %arg.w, 40
  %.257.i = inttoptr i64 %.256.i to ptr
  store i64 %block.3.1.i, ptr %.257.i, align 8
  %.266.i = load i64, ptr %.13.i, align 8
  %storemerge118.i = tail call i64 @llvm.smax.i64(i64 %.266.i, i64 0)
  %.414.i = shl nsw i64 %block.3.1.i, 3
  br label %B332.i.outer
B332.i.outer:                                     ; preds = %B408.i, %B216.i
  %.290.0.i.ph = phi i64 [ %.290.1.i, %B408.i ], [ 0, %B216.i ]
  %.293.0.i.ph = phi i64 [ %.293.1.i, %B408.i ], [ %storemerge118.i, %B216.i ]
  %place.2.0.i.ph = phi i64 [ %.416.i, %B408.i ], [ 0, %B216.i ]
  br label %B332.i
B332.i:                                           ; preds = %B332.i.outer, %B334.i
  %.290.0.i = phi i64 [ %.290.1.i, %B334.i ], [ %.290.0.i.ph, %B332.i.outer ]
  %.293.0.i = phi i64 [ %.293.1.i, %B334.i ], [ %.293.0.i.ph, %B332.i.outer ]
  %.346.i = icmp sgt i64 %.293.0.i, 0
  br i1 %.346.i, label %B332.if.i, label %B332.endif.i
B334.i:                                           ; preds = %B332.endif.i
  %.396.i = add i64 %.336.sroa.0.0.i, %arg.w
  %.397.i = inttoptr i64 %.396.i to ptr
  %.398.i = load i64, ptr %.397.i, align 8
  %.399.i = icmp eq i64 %.398.i, 1
  br i1 %.399.i, label %B408.i, label %B332.i
B408.i:                                           ; preds = %B334.i
  %.410.i = add i64 %.336.sroa.0.0.i, %.12
  %.411.i = inttoptr i64 %.410.i to ptr
  store i64 %place.2.0.i.ph, ptr %.411.i, align 8
  %.416.i = add nuw nsw i64 %place.2.0.i.ph, %.414.i
  br label %B332.i.outer
B488.i:                                           ; preds = %B332.endif.i
  %.449.i = icmp eq i64 %block.3.1.i, 0
  br i1 %.449.i, label %helper_17.exit, label %B488.else.if.i
B76.if.i:                                         ; preds = %B76.i
  %.105.i = add nsw i64 %.41.0.i, -1
  %.109.i = add i64 %.38.0.i, 1
  %0 = mul i64 %.38.0.i, 24
  %1 = add i64 %0, 3944
  br label %B76.endif.i
B76.endif.i:                                      ; preds = %B76.if.i, %B76.i
  %.38.1.i = phi i64 [ %.109.i, %B76.if.i ], [ %.38.0.i, %B76.i ]
  %.41.1.i = phi i64 [ %.105.i, %B76.if.i ], [ %.41.0.i, %B76.i ]
  %.86.sroa.0.0.i = phi i64 [ %1, %B76.if.i ], [ 3944, %B76.i ]
  br i1 %.96.i, label %B78.i, label %B142.i
B332.if.i:                                        ; preds = %B332.i
  %.355.i = add nsw i64 %.293.0.i, -1
  %.359.i = add i64 %.290.0.i, 1
  %2 = mul i64 %.290.0.i, 24
  %3 = add i64 %2, 3944
  br label %B332.endif.i
B332.endif.i:                                     ; preds = %B332.if.i, %B332.i
  %.290.1.i = phi i64 [ %.359.i, %B332.if.i ], [ %.290.0.i, %B332.i ]
  %.293.1.i = phi i64 [ %.355.i, %B332.if.i ], [ %.293.0.i, %B332.i ]
  %.336.sroa.0.0.i = phi i64 [ %3, %B332.if.i ], [ 3944, %B332.i ]
  br i1 %.346.i, label %B334.i, label %B488.i
B488.else.if.i:                                   ; preds = %B488.i
  %.444.i = add nsw i64 %block.3.1.i, -1
  %.439.i = inttoptr i64 %arg.w to ptr
  %.440.i = load i64, ptr %.439.i, align 8
  %.445.i = add i64 %.444.i, %.440.i
  %.465.i = sdiv i64 %.445.i, %block.3.1.i
  %.466.i = srem i64 %.445.i, %block.3.1.i
  %.466.lobit.i = ashr i64 %.466.i, 63
  %spec.select.i = add i64 %.466.lobit.i, %.465.i
  br label %helper_17.exit
helper_17.exit: ; preds = %B488.i, %B488.else.if.i
  %quot.1.0.i = phi i64 [ 0, %B488.i ], [ %spec.select.i, %B488.else.if.i ]
  %.69 = inttoptr i64 %arg.w to ptr
  %.70 = load i64, ptr %.69, align 8
  %.73 = icmp sgt i64 %.70, 65536
  br i1 %.73, label %common.ret, label %B240
B240:                                             ; preds = %helper_17.exit
  %.84 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 5)
  %.6.i = add i64 %.84, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  store ptr null, ptr %.1114.i, align 8
  store ptr null, ptr %.1803.i, align 8
  %.15.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i = add i64 %.15.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.43.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 4)
  %.6.i664.i = add i64 %.43.i, 16
  %.7.i665.i = inttoptr i64 %.6.i664.i to ptr
  %.8.i666.i = load i64, ptr %.7.i665.i, align 8
  %.74.i = inttoptr i64 %.8.i.i to ptr
  %.75.i = load i64, ptr %.74.i, align 8
  %.78.i = add i64 %.8.i.i, 40
  %.79.i = inttoptr i64 %.78.i to ptr
  %.80.i = load i64, ptr %.79.i, align 8
  %.83.i = add i64 %.8.i.i, 48
  %.84.i = inttoptr i64 %.83.i to ptr
  %.85.i = load i64, ptr %.84.i, align 8
  %.88.i = add i64 %.8.i.i, 16
  %.89.i = inttoptr i64 %.88.i to ptr
  %.90.i = load i64, ptr %.89.i, align 8
  %.93.i = add i64 %.8.i.i, 56
  %.94.i = inttoptr i64 %.93.i to ptr
  %.95.i = load i64, ptr %.94.i, align 8
  %.145.i = shl nsw i64 %.90.i, 3
  %.146.i = add nsw i64 %.145.i, %.8.i666.i
  %.152.i = shl nsw i64 %.90.i, 6
  %.154.i = or disjoint i64 %.152.i, 63
  %.155.i = add i64 %.154.i, %.146.i
  %.196.i = and i64 %.155.i, -64
  %.202.i = add i64 %.8.i.i, 32
  %.203.i = inttoptr i64 %.202.i to ptr
  %.204.i = load i64, ptr %.203.i, align 8
  %.284748.i = icmp sgt i64 %.204.i, 0
  br i1 %.284748.i, label %B476.lr.ph.i, label %B824.i
B476.lr.ph.i:                                     ; preds = %B240
  %.231.1750.i = add nsw i64 %.204.i, -1
  %4 = add i64 %.8.i.i, 34664
  %.333.i = add i64 %.8.i.i, 3952
  %.346.i19 = add i64 %.8.i.i, 34672
  %.355.i20 = add nsw i64 %.75.i, 7
  %.396.i21 = and i64 %.355.i20, -8
  %.399.i22 = tail call i64 @llvm.smin.i64(i64 %.396.i21, i64 %.80.i)
  %storemerge663.i = tail call i64 @llvm.smax.i64(i64 %.399.i22, i64 0)
  %.479741.i = icmp sgt i64 %.399.i22, 0
  %.488742.i = sext i1 %.479741.i to i64
  %.426.1743.i = add nsw i64 %storemerge663.i, %.488742.i
  %.492744.i = zext i1 %.479741.i to i64
  br label %B476.i
B474.loopexit.i:                                  ; preds = %helper_18.exit.i, %B476.i
  %.284.i = icmp sgt i64 %.231.1753.i, 0
  %.293.i = sext i1 %.284.i to i64
  %.231.1.i = add nsw i64 %.231.1753.i, %.293.i
  %.297.i = zext i1 %.284.i to i64
  %.228.1.i = add i64 %.228.1754.i, %.297.i
  br i1 %.284.i, label %B476.i, label %B824.i
B476.i:                                           ; preds = %B474.loopexit.i, %B476.lr.ph.i
  %.228.1754.i = phi i64 [ 1, %B476.lr.ph.i ], [ %.228.1.i, %B474.loopexit.i ]
  %.231.1753.i = phi i64 [ %.231.1750.i, %B476.lr.ph.i ], [ %.231.1.i, %B474.loopexit.i ]
  %.228.0752.i = phi i64 [ 0, %B476.lr.ph.i ], [ %.228.1754.i, %B474.loopexit.i ]
  %5 = shl i64 %.228.0752.i, 4
  %.326.i = add i64 %4, %5
  %.327.i = inttoptr i64 %.326.i to ptr
  %.328.i = load i64, ptr %.327.i, align 8
  %.331.i = mul i64 %.328.i, 24
  %.334.i = add i64 %.333.i, %.331.i
  %.335.i = inttoptr i64 %.334.i to ptr
  %.336.i = load i64, ptr %.335.i, align 8
  %.338.i = add nsw i64 %.336.i, %.196.i
  br i1 %.479741.i, label %B768.lr.ph.i, label %B474.loopexit.i
B768.lr.ph.i:                                     ; preds = %B476.i
  %.347.i = add i64 %.346.i19, %5
  %.348.i = inttoptr i64 %.347.i to ptr
  %.349.i = load i64, ptr %.348.i, align 8
  %.11.i22.i.i = inttoptr i64 %.349.i to ptr
  br label %B768.i
B768.i:                                           ; preds = %helper_18.exit.i, %B768.lr.ph.i
  %.469.sroa.0.0747.i = phi i64 [ 0, %B768.lr.ph.i ], [ %.469.sroa.0.0.i, %helper_18.exit.i ]
  %.423.1746.i = phi i64 [ %.492744.i, %B768.lr.ph.i ], [ %.423.1.i, %helper_18.exit.i ]
  %.426.1745.i = phi i64 [ %.426.1743.i, %B768.lr.ph.i ], [ %.426.1.i, %helper_18.exit.i ]
  %.17.i.i = load i64, ptr %.84.i, align 8
  %.18.i.i = icmp eq i64 %.17.i.i, 8
  br i1 %.18.i.i, label %B54.i.i, label %B82.i.i
B54.i.i:                                          ; preds = %B768.i
  %.12.i.i.i = load double, ptr %.11.i22.i.i, align 8
  %.13.i.i.i = shl i64 %.469.sroa.0.0747.i, 3
  %.14.i.i.i = add i64 %.13.i.i.i, %.338.i
  %.15.i.i.i = inttoptr i64 %.14.i.i.i to ptr
  store double %.12.i.i.i, ptr %.15.i.i.i, align 8
  br label %helper_18.exit.i
B82.i.i:                                          ; preds = %B768.i
  %.12.i23.i.i = load float, ptr %.11.i22.i.i, align 4
  %.13.i24.i.i = shl i64 %.469.sroa.0.0747.i, 2
  %.14.i25.i.i = add i64 %.13.i24.i.i, %.338.i
  %.15.i26.i.i = inttoptr i64 %.14.i25.i.i to ptr
  store float %.12.i23.i.i, ptr %.15.i26.i.i, align 4
  br label %helper_18.exit.i
helper_18.exit.i: ; preds = %B82.i.i, %B54.i.i
  %.479.i = icmp sgt i64 %.426.1745.i, 0
  %.488.i = sext i1 %.479.i to i64
  %.426.1.i = add nsw i64 %.426.1745.i, %.488.i
  %.492.i = zext i1 %.479.i to i64
  %.423.1.i = add i64 %.423.1746.i, %.492.i
  %.469.sroa.0.0.i = select i1 %.479.i, i64 %.423.1746.i, i64 0
  br i1 %.479.i, label %B768.i, label %B474.loopexit.i
B824.i:                                           ; preds = %B474.loopexit.i, %B240
  %.650830.i = icmp sgt i64 %quot.1.0.i, 0
  br i1 %.650830.i, label %B860.lr.ph.i, label %helper_16.exit
B860.lr.ph.i:                                     ; preds = %B824.i
  %.596.1832.i = add nsw i64 %quot.1.0.i, -1
  %storemerge652.i = tail call i64 @llvm.smax.i64(i64 %.90.i, i64 0)
  %.827755.i = icmp sgt i64 %.90.i, 0
  %.840756.i = zext i1 %.827755.i to i64
  %.836757.i = sext i1 %.827755.i to i64
  %.774.1758.i = add nsw i64 %storemerge652.i, %.836757.i
  %.873.i = add i64 %.8.i.i, 3952
  %.884.i = add i64 %.8.i.i, 3944
  %.926.i = add i64 %.8.i.i, 24
  %.927.i = inttoptr i64 %.926.i to ptr
  %6 = add i64 %.8.i.i, 22376
  %.1064.i = add i64 %.8.i.i, 22384
  %.1979.i = add i64 %.8.i.i, 3960
  %storemerge657.i = tail call i64 @llvm.smax.i64(i64 %.95.i, i64 0)
  %.2314816.i = icmp sgt i64 %.95.i, 0
  %.2327817.i = zext i1 %.2314816.i to i64
  %.2323818.i = sext i1 %.2314816.i to i64
  %.2261.1819.i = add nsw i64 %storemerge657.i, %.2323818.i
  %.2359.i = add i64 %.8.i.i, 46952
  %.2596.i = add i64 %.8.i.i, 72
  %.2597.i = inttoptr i64 %.2596.i to ptr
  %7 = add i64 %.8.i.i, 89960
  %.2734.i = add i64 %.8.i.i, 89968
  br label %B860.i
B856.loopexit.i:                                  ; preds = %helper_19.exit.i, %B3022.i
  %.650.i = icmp sgt i64 %.596.1835.i, 0
  %.659.i = sext i1 %.650.i to i64
  %.596.1.i = add nsw i64 %.596.1835.i, %.659.i
  %.663.i = zext i1 %.650.i to i64
  %.593.1.i = add i64 %.593.1836.i, %.663.i
  br i1 %.650.i, label %B860.i, label %helper_16.exit
B860.i:                                           ; preds = %B856.loopexit.i, %B860.lr.ph.i
  %.593.1836.i = phi i64 [ 1, %B860.lr.ph.i ], [ %.593.1.i, %B856.loopexit.i ]
  %.596.1835.i = phi i64 [ %.596.1832.i, %B860.lr.ph.i ], [ %.596.1.i, %B856.loopexit.i ]
  %.593.0834.i = phi i64 [ 0, %B860.lr.ph.i ], [ %.593.1836.i, %B856.loopexit.i ]
  %.689.i = mul nsw i64 %.593.0834.i, %.80.i
  %.695.i = sub nsw i64 %.75.i, %.689.i
  %.698.i = tail call i64 @llvm.smin.i64(i64 %.695.i, i64 %.80.i)
  %.743.i = and i64 %.698.i, -8
  br i1 %.827755.i, label %B978.lr.ph.i, label %B1202.i
B978.lr.ph.i:                                     ; preds = %B860.i
  %.906.i = mul nsw i64 %.689.i, %.85.i
  br label %B978.i
B978.i:                                           ; preds = %B978.i, %B978.lr.ph.i
  %.817.sroa.0.0761.i = phi i64 [ 0, %B978.lr.ph.i ], [ %.817.sroa.0.0.i, %B978.i ]
  %.774.1760.i = phi i64 [ %.774.1758.i, %B978.lr.ph.i ], [ %.774.1.i, %B978.i ]
  %.771.1759.i = phi i64 [ %.840756.i, %B978.lr.ph.i ], [ %.771.1.i, %B978.i ]
  %.871.i = mul i64 %.817.sroa.0.0761.i, 24
  %.874.i = add i64 %.871.i, %.873.i
  %.875.i = inttoptr i64 %.874.i to ptr
  %.876.i = load i64, ptr %.875.i, align 8
  %.885.i = add i64 %.871.i, %.884.i
  %.886.i = inttoptr i64 %.885.i to ptr
  %.887.i = load i64, ptr %.886.i, align 8
  %.888.i = icmp eq i64 %.887.i, 1
  %.897.i = shl i64 %.817.sroa.0.0761.i, 3
  %.898.i = add i64 %.897.i, %.8.i666.i
  %.899.i = inttoptr i64 %.898.i to ptr
  %.196.i..906.i = select i1 %.888.i, i64 %.196.i, i64 %.906.i
  %.908.i = add nsw i64 %.876.i, %.196.i..906.i
  store i64 %.908.i, ptr %.899.i, align 8
  %.827.i = icmp sgt i64 %.774.1760.i, 0
  %.840.i = zext i1 %.827.i to i64
  %.771.1.i = add i64 %.771.1759.i, %.840.i
  %.836.i = sext i1 %.827.i to i64
  %.774.1.i = add nsw i64 %.774.1760.i, %.836.i
  %.817.sroa.0.0.i = select i1 %.827.i, i64 %.771.1759.i, i64 0
  br i1 %.827.i, label %B978.i, label %B1202.i
B1202.i:                                          ; preds = %B978.i, %B860.i
  %.928.i = load i64, ptr %.927.i, align 8
  %.1008762.i = icmp sgt i64 %.928.i, 0
  br i1 %.1008762.i, label %B1272.preheader.i, label %B1468.i
B1272.preheader.i:                                ; preds = %B1202.i
  %.955.1765.i = add nsw i64 %.928.i, -1
  br label %B1272.i
B1272.i:                                          ; preds = %helper_20.exit.i, %B1272.preheader.i
  %.955.1768.i = phi i64 [ %.955.1.i, %helper_20.exit.i ], [ %.955.1765.i, %B1272.preheader.i ]
  %.952.1767.i = phi i64 [ %.952.1.i, %helper_20.exit.i ], [ 1, %B1272.preheader.i ]
  %.952.0766.i = phi i64 [ %.952.1767.i, %helper_20.exit.i ], [ 0, %B1272.preheader.i ]
  %8 = shl i64 %.952.0766.i, 4
  %.1050.i = add i64 %8, %6
  %.1051.i = inttoptr i64 %.1050.i to ptr
  %.1052.i = load i64, ptr %.1051.i, align 8
  %.1054.i = shl i64 %.1052.i, 3
  %.1055.i = add i64 %.1054.i, %.8.i666.i
  %.1056.i = inttoptr i64 %.1055.i to ptr
  %.1057.i = load i64, ptr %.1056.i, align 8
  %.1065.i = add i64 %.1064.i, %8
  %.1066.i = inttoptr i64 %.1065.i to ptr
  %.1067.i = load i64, ptr %.1066.i, align 8
  store ptr null, ptr %.73.i.i, align 8
  store ptr null, ptr %.154.i.i, align 8
  %.19.i.i = load i64, ptr %.84.i, align 8
  %.20.i.i = icmp eq i64 %.19.i.i, 8
  br i1 %.20.i.i, label %B54.i670.i, label %B82.i669.i
B54.i670.i:                                       ; preds = %B1272.i
  store ptr null, ptr %.73.i.i, align 8
  call fastcc void @helper_21(ptr %.73.i.i, i64 %.8.i.i, i64 %.1067.i, i64 %.1057.i, i64 %.689.i, i64 %.698.i, i64 0)
  br label %helper_20.exit.i
B82.i669.i:                                       ; preds = %B1272.i
  store ptr null, ptr %.154.i.i, align 8
  call fastcc void @helper_22(ptr %.154.i.i, i64 %.8.i.i, i64 %.1067.i, i64 %.1057.i, i64 %.689.i, i64 %.698.i, i64 0)
  br label %helper_20.exit.i
helper_20.exit.i: ; preds = %B82.i669.i, %B54.i670.i
  %.1008.i = icmp sgt i64 %.955.1768.i, 0
  %.1021.i = zext i1 %.1008.i to i64
  %.952.1.i = add i64 %.952.1767.i, %.1021.i
  %.1017.i = sext i1 %.1008.i to i64
  %.955.1.i = add nsw i64 %.955.1768.i, %.1017.i
  br i1 %.1008.i, label %B1272.i, label %B1468.i
B1468.i:                                          ; preds = %helper_20.exit.i, %B1202.i
  %.1108.not.i = icmp ult i64 %.698.i, 8
  br i1 %.1108.not.i, label %B1506.i, label %B1472.i
B1472.i:                                          ; preds = %B1468.i
  store ptr null, ptr %.1114.i, align 8
  call fastcc void @helper_23(ptr %.1114.i, i64 %.8.i.i, i64 %.8.i666.i, i64 %.743.i)
  br label %B1506.i
B1506.i:                                          ; preds = %B1472.i, %B1468.i
  %.1141.not.i = icmp eq i64 %.743.i, %.698.i
  br i1 %.1141.not.i, label %B2664.else.if.i, label %B1520.i
B1520.i:                                          ; preds = %B1506.i
  %.1147.i = load i64, ptr %.927.i, align 8
  %.1227778.i = icmp sgt i64 %.1147.i, 0
  br i1 %.1227778.i, label %B1590.lr.ph.i, label %B1816.preheader.i
B1590.lr.ph.i:                                    ; preds = %B1520.i
  %.1174.1781.i = add nsw i64 %.1147.i, -1
  %reass.sub = sub i64 %.743.i, %.698.i
  %.1319.reass.i = add i64 %reass.sub, 8
  %storemerge662.i = tail call i64 @llvm.smax.i64(i64 %.1319.reass.i, i64 0)
  %.1362769.i = icmp sgt i64 %.1319.reass.i, 0
  %.1375770.i = zext i1 %.1362769.i to i64
  %.1306.1771.i = add i64 %.698.i, %.1375770.i
  %.1371772.i = sext i1 %.1362769.i to i64
  %.1309.1773.i = add nsw i64 %storemerge662.i, %.1371772.i
  %.1352.sroa.0.0774.i = select i1 %.1362769.i, i64 %.698.i, i64 0
  %.1403.i = add nsw i64 %.698.i, -1
  %.9.i22.i.i = shl i64 %.1403.i, 2
  %.9.i.i.i = shl i64 %.1403.i, 3
  br label %B1590.i
B1588.loopexit.i:                                 ; preds = %helper_24.exit.i, %B1590.i
  %.1227.i = icmp sgt i64 %.1174.1784.i, 0
  %.1240.i = zext i1 %.1227.i to i64
  %.1171.1.i = add i64 %.1171.1783.i, %.1240.i
  %.1236.i = sext i1 %.1227.i to i64
  %.1174.1.i = add nsw i64 %.1174.1784.i, %.1236.i
  br i1 %.1227.i, label %B1590.i, label %B1816.preheader.i
B1816.preheader.i:                                ; preds = %B1588.loopexit.i, %B1520.i
  br i1 %.827755.i, label %B1818.lr.ph.i, label %B2664.else.if.i.critedge
B1818.lr.ph.i:                                    ; preds = %B1816.preheader.i
  %.1580.i = mul nsw i64 %.743.i, %.85.i
  %9 = xor i64 %.743.i, -1
  %.1731.i = add i64 %.698.i, %9
  br label %B1818.i
B1590.i:                                          ; preds = %B1588.loopexit.i, %B1590.lr.ph.i
  %.1174.1784.i = phi i64 [ %.1174.1781.i, %B1590.lr.ph.i ], [ %.1174.1.i, %B1588.loopexit.i ]
  %.1171.1783.i = phi i64 [ 1, %B1590.lr.ph.i ], [ %.1171.1.i, %B1588.loopexit.i ]
  %.1171.0782.i = phi i64 [ 0, %B1590.lr.ph.i ], [ %.1171.1783.i, %B1588.loopexit.i ]
  %10 = shl i64 %.1171.0782.i, 4
  %.1269.i = add i64 %10, %6
  %.1270.i = inttoptr i64 %.1269.i to ptr
  %.1271.i = load i64, ptr %.1270.i, align 8
  %.1273.i = shl i64 %.1271.i, 3
  %.1274.i = add i64 %.1273.i, %.8.i666.i
  %.1275.i = inttoptr i64 %.1274.i to ptr
  %.1276.i = load i64, ptr %.1275.i, align 8
  br i1 %.1362769.i, label %B1724.lr.ph.i, label %B1588.loopexit.i
B1724.lr.ph.i:                                    ; preds = %B1590.i
  %.10.i23.i.i = add i64 %.1276.i, %.9.i22.i.i
  %.11.i24.i.i = inttoptr i64 %.10.i23.i.i to ptr
  %.10.i.i.i = add i64 %.1276.i, %.9.i.i.i
  %.11.i.i673.i = inttoptr i64 %.10.i.i.i to ptr
  br label %B1724.i
B1724.i:                                          ; preds = %helper_24.exit.i, %B1724.lr.ph.i
  %.1352.sroa.0.0777.i = phi i64 [ %.1352.sroa.0.0774.i, %B1724.lr.ph.i ], [ %.1352.sroa.0.0.i, %helper_24.exit.i ]
  %.1309.1776.i = phi i64 [ %.1309.1773.i, %B1724.lr.ph.i ], [ %.1309.1.i, %helper_24.exit.i ]
  %.1306.1775.i = phi i64 [ %.1306.1771.i, %B1724.lr.ph.i ], [ %.1306.1.i, %helper_24.exit.i ]
  %.25.i.i = load i64, ptr %.84.i, align 8
  %.26.i.i = icmp eq i64 %.25.i.i, 8
  br i1 %.26.i.i, label %B54.i672.i, label %B82.i671.i
B54.i672.i:                                       ; preds = %B1724.i
  %.12.i.i674.i = load double, ptr %.11.i.i673.i, align 8
  %.13.i.i675.i = shl i64 %.1352.sroa.0.0777.i, 3
  %.14.i.i676.i = add i64 %.13.i.i675.i, %.1276.i
  %.15.i.i677.i = inttoptr i64 %.14.i.i676.i to ptr
  store double %.12.i.i674.i, ptr %.15.i.i677.i, align 8
  br label %helper_24.exit.i
B82.i671.i:                                       ; preds = %B1724.i
  %.12.i25.i.i = load float, ptr %.11.i24.i.i, align 4
  %.13.i26.i.i = shl i64 %.1352.sroa.0.0777.i, 2
  %.14.i27.i.i = add i64 %.13.i26.i.i, %.1276.i
  %.15.i28.i.i = inttoptr i64 %.14.i27.i.i to ptr
  store float %.12.i25.i.i, ptr %.15.i28.i.i, align 4
  br label %helper_24.exit.i
helper_24.exit.i: ; preds = %B82.i671.i, %B54.i672.i
  %.1362.i = icmp sgt i64 %.1309.1776.i, 0
  %.1375.i = zext i1 %.1362.i to i64
  %.1306.1.i = add i64 %.1306.1775.i, %.1375.i
  %.1371.i = sext i1 %.1362.i to i64
  %.1309.1.i = add nsw i64 %.1309.1776.i, %.1371.i
  %.1352.sroa.0.0.i = select i1 %.1362.i, i64 %.1306.1775.i, i64 0
  br i1 %.1362.i, label %B1724.i, label %B1588.loopexit.i
B1818.i:                                          ; preds = %B2108.i, %B1818.lr.ph.i
  %.1521.sroa.0.0794.i = phi i64 [ 0, %B1818.lr.ph.i ], [ %.1521.sroa.0.0.i, %B2108.i ]
  %.1478.1793.i = phi i64 [ %.774.1758.i, %B1818.lr.ph.i ], [ %.1478.1.i, %B2108.i ]
  %.1475.1792.i = phi i64 [ %.840756.i, %B1818.lr.ph.i ], [ %.1475.1.i, %B2108.i ]
  %.1574.i = shl i64 %.1521.sroa.0.0794.i, 3
  %.1575.i = add i64 %.1574.i, %.8.i666.i
  %.1576.i = inttoptr i64 %.1575.i to ptr
  %.1577.i = load i64, ptr %.1576.i, align 8
  %.1581.i = add nsw i64 %.1577.i, %.1580.i
  %.1591.i = mul i64 %.1521.sroa.0.0794.i, 24
  %.1594.i = add i64 %.1591.i, %.884.i
  %.1595.i = inttoptr i64 %.1594.i to ptr
  %.1596.i = load i64, ptr %.1595.i, align 8
  %.1597.i = icmp eq i64 %.1596.i, 0
  br i1 %.1597.i, label %B1936.i, label %B2108.i
B1936.i:                                          ; preds = %B1818.i
  %.1603.i = shl nsw i64 %.1521.sroa.0.0794.i, 6
  %.1605.i = add nsw i64 %.1603.i, %.146.i
  br label %B2010.i
B2010.i:                                          ; preds = %helper_24.exit698.i, %B1936.i
  %.1678.sroa.0.0787.i = phi i64 [ 0, %B1936.i ], [ %.1678.sroa.0.0.i, %helper_24.exit698.i ]
  %.1635.1786.i = phi i64 [ 7, %B1936.i ], [ %.1635.1.i, %helper_24.exit698.i ]
  %.1632.1785.i = phi i64 [ 1, %B1936.i ], [ %.1632.1.i, %helper_24.exit698.i ]
  %.1733.i = tail call i64 @llvm.smin.i64(i64 %.1731.i, i64 %.1678.sroa.0.0787.i)
  %.25.i680.i = load i64, ptr %.84.i, align 8
  %.26.i681.i = icmp eq i64 %.25.i680.i, 8
  br i1 %.26.i681.i, label %B54.i690.i, label %B82.i682.i
B54.i690.i:                                       ; preds = %B2010.i
  %.9.i.i691.i = shl i64 %.1733.i, 3
  %.10.i.i692.i = add i64 %.9.i.i691.i, %.1581.i
  %.11.i.i693.i = inttoptr i64 %.10.i.i692.i to ptr
  %.12.i.i694.i = load double, ptr %.11.i.i693.i, align 8
  %.13.i.i695.i = shl i64 %.1678.sroa.0.0787.i, 3
  %.14.i.i696.i = add i64 %.13.i.i695.i, %.1605.i
  %.15.i.i697.i = inttoptr i64 %.14.i.i696.i to ptr
  store double %.12.i.i694.i, ptr %.15.i.i697.i, align 8
  br label %helper_24.exit698.i
B82.i682.i:                                       ; preds = %B2010.i
  %.9.i22.i683.i = shl i64 %.1733.i, 2
  %.10.i23.i684.i = add i64 %.9.i22.i683.i, %.1581.i
  %.11.i24.i685.i = inttoptr i64 %.10.i23.i684.i to ptr
  %.12.i25.i686.i = load float, ptr %.11.i24.i685.i, align 4
  %.13.i26.i687.i = shl i64 %.1678.sroa.0.0787.i, 2
  %.14.i27.i688.i = add i64 %.13.i26.i687.i, %.1605.i
  %.15.i28.i689.i = inttoptr i64 %.14.i27.i688.i to ptr
  store float %.12.i25.i686.i, ptr %.15.i28.i689.i, align 4
  br label %helper_24.exit698.i
helper_24.exit698.i: ; preds = %B82.i682.i, %B54.i690.i
  %.1688.i = icmp ne i64 %.1635.1786.i, 0
  %.1701.i = zext i1 %.1688.i to i64
  %.1632.1.i = add i64 %.1632.1785.i, %.1701.i
  %.1697.i = sext i1 %.1688.i to i64
  %.1635.1.i = add nsw i64 %.1635.1786.i, %.1697.i
  %.1678.sroa.0.0.i = select i1 %.1688.i, i64 %.1632.1785.i, i64 0
  br i1 %.1688.i, label %B2010.i, label %B2108.i
B2108.i:                                          ; preds = %helper_24.exit698.i, %B1818.i
  %cursor.4.3.i = phi i64 [ %.1581.i, %B1818.i ], [ %.1605.i, %helper_24.exit698.i ]
  store i64 %cursor.4.3.i, ptr %.1576.i, align 8
  %.1531.i = icmp sgt i64 %.1478.1793.i, 0
  %.1544.i = zext i1 %.1531.i to i64
  %.1475.1.i = add i64 %.1475.1792.i, %.1544.i
  %.1540.i = sext i1 %.1531.i to i64
  %.1478.1.i = add nsw i64 %.1478.1793.i, %.1540.i
  %.1521.sroa.0.0.i = select i1 %.1531.i, i64 %.1475.1792.i, i64 0
  br i1 %.1531.i, label %B1818.i, label %B2144.i
B2144.i:                                          ; preds = %B2108.i
  store ptr null, ptr %.1803.i, align 8
  call fastcc void @helper_25(ptr %.1803.i, i64 %.8.i.i, i64 %.8.i666.i)
  %.2173.i = mul nsw i64 %.743.i, %.85.i
  %.1969.i = mul nsw i64 %.689.i, %.85.i
  %.1987.i = and i64 %.698.i, 7
  %.2067795.i = icmp ne i64 %.1987.i, 0
  %.2080796.i = zext i1 %.2067795.i to i64
  %.2076797.i = sext i1 %.2067795.i to i64
  %.2014.1798.i = add nsw i64 %.1987.i, %.2076797.i
  br label %B2220.i
B2220.i:                                          ; preds = %B3293.i, %B2144.i
  %.1897.sroa.0.0808.i = phi i64 [ 0, %B2144.i ], [ %.1897.sroa.0.0.i, %B3293.i ]
  %.1854.1807.i = phi i64 [ %.774.1758.i, %B2144.i ], [ %.1854.1.i, %B3293.i ]
  %.1851.1806.i = phi i64 [ %.840756.i, %B2144.i ], [ %.1851.1.i, %B3293.i ]
  %.1950.i = mul i64 %.1897.sroa.0.0808.i, 24
  %.1953.i = add i64 %.1950.i, %.884.i
  %.1954.i = inttoptr i64 %.1953.i to ptr
  %.1955.i = load i64, ptr %.1954.i, align 8
  %.1956.i = icmp eq i64 %.1955.i, 0
  br i1 %.1956.i, label %B2294.i, label %B2588.i
B2294.i:                                          ; preds = %B2220.i
  %.1964.i = add i64 %.1950.i, %.873.i
  %.1965.i = inttoptr i64 %.1964.i to ptr
  %.1966.i = load i64, ptr %.1965.i, align 8
  %.1970.i = add nsw i64 %.1966.i, %.1969.i
  %.1980.i = add i64 %.1979.i, %.1950.i
  %.1981.i = inttoptr i64 %.1980.i to ptr
  %.1982.i = load i64, ptr %.1981.i, align 8
  %.1983.not.i = icmp ne i64 %.1982.i, 0
  %brmerge.not.i = select i1 %.1983.not.i, i1 %.2067795.i, i1 false
  br i1 %brmerge.not.i, label %B2464.lr.ph.i, label %B2552.i
B2464.lr.ph.i:                                    ; preds = %B2294.i
  %.2111.i = shl nsw i64 %.1897.sroa.0.0808.i, 6
  %.2113.i = add nsw i64 %.2111.i, %.146.i
  br label %B2464.i
B2464.i:                                          ; preds = %helper_24.exit719.i, %B2464.lr.ph.i
  %.2057.sroa.0.0801.i = phi i64 [ 0, %B2464.lr.ph.i ], [ %.2057.sroa.0.0.i, %helper_24.exit719.i ]
  %.2014.1800.i = phi i64 [ %.2014.1798.i, %B2464.lr.ph.i ], [ %.2014.1.i, %helper_24.exit719.i ]
  %.2011.1799.i = phi i64 [ %.2080796.i, %B2464.lr.ph.i ], [ %.2011.1.i, %helper_24.exit719.i ]
  %.2108.i = add nsw i64 %.2057.sroa.0.0801.i, %.743.i
  %.25.i701.i = load i64, ptr %.84.i, align 8
  %.26.i702.i = icmp eq i64 %.25.i701.i, 8
  br i1 %.26.i702.i, label %B54.i711.i, label %B82.i703.i
B54.i711.i:                                       ; preds = %B2464.i
  %.9.i.i712.i = shl i64 %.2057.sroa.0.0801.i, 3
  %.10.i.i713.i = add i64 %.9.i.i712.i, %.2113.i
  %.11.i.i714.i = inttoptr i64 %.10.i.i713.i to ptr
  %.12.i.i715.i = load double, ptr %.11.i.i714.i, align 8
  %.13.i.i716.i = shl i64 %.2108.i, 3
  %.14.i.i717.i = add i64 %.13.i.i716.i, %.1970.i
  %.15.i.i718.i = inttoptr i64 %.14.i.i717.i to ptr
  store double %.12.i.i715.i, ptr %.15.i.i718.i, align 8
  br label %helper_24.exit719.i
B82.i703.i:                                       ; preds = %B2464.i
  %.9.i22.i704.i = shl i64 %.2057.sroa.0.0801.i, 2
  %.10.i23.i705.i = add i64 %.9.i22.i704.i, %.2113.i
  %.11.i24.i706.i = inttoptr i64 %.10.i23.i705.i to ptr
  %.12.i25.i707.i = load float, ptr %.11.i24.i706.i, align 4
  %.13.i26.i708.i = shl i64 %.2108.i, 2
  %.14.i27.i709.i = add i64 %.13.i26.i708.i, %.1970.i
  %.15.i28.i710.i = inttoptr i64 %.14.i27.i709.i to ptr
  store float %.12.i25.i707.i, ptr %.15.i28.i710.i, align 4
  br label %helper_24.exit719.i
helper_24.exit719.i: ; preds = %B82.i703.i, %B54.i711.i
  %.2067.i = icmp sgt i64 %.2014.1800.i, 0
  %.2080.i = zext i1 %.2067.i to i64
  %.2011.1.i = add i64 %.2011.1799.i, %.2080.i
  %.2076.i = sext i1 %.2067.i to i64
  %.2014.1.i = add nsw i64 %.2014.1800.i, %.2076.i
  %.2057.sroa.0.0.i = select i1 %.2067.i, i64 %.2011.1799.i, i64 0
  br i1 %.2067.i, label %B2464.i, label %B2552.i
B2552.i:                                          ; preds = %helper_24.exit719.i, %B2294.i
  %.2156.i = shl i64 %.1897.sroa.0.0808.i, 3
  %.2157.i = add i64 %.2156.i, %.8.i666.i
  %.2158.i = inttoptr i64 %.2157.i to ptr
  store i64 %.1970.i, ptr %.2158.i, align 8
  br label %B3293.i
B2588.i:                                          ; preds = %B2220.i
  %.2167.i = shl i64 %.1897.sroa.0.0808.i, 3
  %.2168.i = add i64 %.2167.i, %.8.i666.i
  %.2169.i = inttoptr i64 %.2168.i to ptr
  %.2170.i = load i64, ptr %.2169.i, align 8
  %.2174.i = sub nsw i64 %.2170.i, %.2173.i
  store i64 %.2174.i, ptr %.2169.i, align 8
  br label %B3293.i
B2714.loopexit.i:                                 ; preds = %helper_26.exit.i, %B2716.i
  %.2314.i = icmp sgt i64 %.2261.1821.i, 0
  %.2327.i = zext i1 %.2314.i to i64
  %.2258.1.i = add i64 %.2258.1820.i, %.2327.i
  %.2323.i = sext i1 %.2314.i to i64
  %.2261.1.i = add nsw i64 %.2261.1821.i, %.2323.i
  %.2304.sroa.0.0.i = select i1 %.2314.i, i64 %.2258.1820.i, i64 0
  br i1 %.2314.i, label %B2716.i, label %B3022.i
B2716.i:                                          ; preds = %B2716.lr.ph.i, %B2714.loopexit.i
  %.2304.sroa.0.0822.i = phi i64 [ 0, %B2716.lr.ph.i ], [ %.2304.sroa.0.0.i, %B2714.loopexit.i ]
  %.2261.1821.i = phi i64 [ %.2261.1819.i, %B2716.lr.ph.i ], [ %.2261.1.i, %B2714.loopexit.i ]
  %.2258.1820.i = phi i64 [ %.2327817.i, %B2716.lr.ph.i ], [ %.2258.1.i, %B2714.loopexit.i ]
  %.2357.i = mul i64 %.2304.sroa.0.0822.i, 24
  %.2360.i = add i64 %.2359.i, %.2357.i
  %.2361.i = inttoptr i64 %.2360.i to ptr
  %.2362.i = load i64, ptr %.2361.i, align 8
  %.2364.i = shl i64 %.2362.i, 3
  %.2365.i = add i64 %.2364.i, %.8.i666.i
  %.2366.i = inttoptr i64 %.2365.i to ptr
  %.2367.i = load i64, ptr %.2366.i, align 8
  br i1 %.2451809.not.i, label %B2714.loopexit.i, label %B2846.i
B2846.i:                                          ; preds = %B2716.i, %helper_26.exit.i
  %.2441.sroa.0.0815.i = phi i64 [ %.2441.sroa.0.0.i, %helper_26.exit.i ], [ 0, %B2716.i ]
  %.2398.1814.i = phi i64 [ %.2398.1.i, %helper_26.exit.i ], [ %.2398.1812.i, %B2716.i ]
  %.2395.1813.i = phi i64 [ %.2395.1.i, %helper_26.exit.i ], [ 256, %B2716.i ]
  %.2491.i = mul nsw i64 %.2441.sroa.0.0815.i, %.85.i
  %.2493.i = add nsw i64 %.2491.i, %.2367.i
  %.2495.i = sub nsw i64 %.698.i, %.2441.sroa.0.0815.i
  %.2497.i = tail call i64 @llvm.smin.i64(i64 %.2495.i, i64 256)
  %.19.i722.i = load i64, ptr %.84.i, align 8
  %.20.i723.i = icmp eq i64 %.19.i722.i, 8
  %first.i.i.i = inttoptr i64 %.2493.i to ptr
  %whole.i.i.i = and i64 %.2497.i, -8
  %some.i.i.i = icmp sgt i64 %.2495.i, 7
  br i1 %.20.i723.i, label %B54.i726.i, label %B82.i724.i
B54.i726.i:                                       ; preds = %B2846.i
  br i1 %some.i.i.i, label %loop.i.i.i, label %end.i.i.i
loop.i.i.i:                                       ; preds = %B54.i726.i, %loop.i.i.i
  %i.i.i.i = phi i64 [ %next.i.i.i, %loop.i.i.i ], [ 0, %B54.i726.i ]
  %sum.i.i.i = phi <8 x double> [ %more.i.i.i, %loop.i.i.i ], [ zeroinitializer, %B54.i726.i ]
  %at.i.i.i = getelementptr double, ptr %first.i.i.i, i64 %i.i.i.i
  %items.i.i.i = load <8 x double>, ptr %at.i.i.i, align 8
  %more.i.i.i = fadd <8 x double> %sum.i.i.i, %items.i.i.i
  %next.i.i.i = add nuw nsw i64 %i.i.i.i, 8
  %again.i.i.i = icmp slt i64 %next.i.i.i, %whole.i.i.i
  br i1 %again.i.i.i, label %loop.i.i.i, label %end.i.i.i
end.i.i.i:                                        ; preds = %loop.i.i.i, %B54.i726.i
  %most.i.i.i = phi <8 x double> [ zeroinitializer, %B54.i726.i ], [ %more.i.i.i, %loop.i.i.i ]
  %left.i.i.i = and i64 %.2497.i, 7
  %any.not.i.i.i = icmp eq i64 %left.i.i.i, 0
  br i1 %any.not.i.i.i, label %helper_26.exit.i, label %rest.i.i.i
rest.i.i.i:                                       ; preds = %end.i.i.i
  %limit.i.i.i = insertelement <8 x i64> poison, i64 %left.i.i.i, i64 0
  %limits.i.i.i = shufflevector <8 x i64> %limit.i.i.i, <8 x i64> poison, <8 x i32> zeroinitializer
  %mask.i.i.i = icmp samesign ugt <8 x i64> %limits.i.i.i, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %tail.i.i.i = getelementptr double, ptr %first.i.i.i, i64 %whole.i.i.i
  %last.i.i.i = tail call <8 x double> @llvm.masked.load.v8f64.p0(ptr %tail.i.i.i, i32 8, <8 x i1> %mask.i.i.i, <8 x double> zeroinitializer)
  %full.i.i.i = fadd <8 x double> %most.i.i.i, %last.i.i.i
  br label %helper_26.exit.i
B82.i724.i:                                       ; preds = %B2846.i
  br i1 %some.i.i.i, label %loop.i41.i.i, label %end.i14.i.i
loop.i41.i.i:                                     ; preds = %B82.i724.i, %loop.i41.i.i
  %i.i42.i.i = phi i64 [ %next.i47.i.i, %loop.i41.i.i ], [ 0, %B82.i724.i ]
  %sum.i43.i.i = phi <8 x double> [ %more.i46.i.i, %loop.i41.i.i ], [ zeroinitializer, %B82.i724.i ]
  %at.i44.i.i = getelementptr float, ptr %first.i.i.i, i64 %i.i42.i.i
  %items.i45.i.i = load <8 x float>, ptr %at.i44.i.i, align 4
  %wide.i.i.i = fpext <8 x float> %items.i45.i.i to <8 x double>
  %more.i46.i.i = fadd <8 x double> %sum.i43.i.i, %wide.i.i.i
  %next.i47.i.i = add nuw nsw i64 %i.i42.i.i, 8
  %again.i48.i.i = icmp slt i64 %next.i47.i.i, %whole.i.i.i
  br i1 %again.i48.i.i, label %loop.i41.i.i, label %end.i14.i.i
end.i14.i.i:                                      ; preds = %loop.i41.i.i, %B82.i724.i
  %most.i15.i.i = phi <8 x double> [ zeroinitializer, %B82.i724.i ], [ %more.i46.i.i, %loop.i41.i.i ]
  %left.i16.i.i = and i64 %.2497.i, 7
  %any.not.i17.i.i = icmp eq i64 %left.i16.i.i, 0
  br i1 %any.not.i17.i.i, label %helper_26.exit.i, label %rest.i18.i.i
rest.i18.i.i:                                     ; preds = %end.i14.i.i
  %limit.i19.i.i = insertelement <8 x i64> poison, i64 %left.i16.i.i, i64 0
  %limits.i20.i.i = shufflevector <8 x i64> %limit.i19.i.i, <8 x i64> poison, <8 x i32> zeroinitializer
  %mask.i21.i.i = icmp samesign ugt <8 x i64> %limits.i20.i.i, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %tail.i22.i.i = getelementptr float, ptr %first.i.i.i, i64 %whole.i.i.i
  %last.i23.i.i = tail call <8 x float> @llvm.masked.load.v8f32.p0(ptr %tail.i22.i.i, i32 4, <8 x i1> %mask.i21.i.i, <8 x float> zeroinitializer)
  %lastwide.i.i.i = fpext <8 x float> %last.i23.i.i to <8 x double>
  %full.i24.i.i = fadd <8 x double> %most.i15.i.i, %lastwide.i.i.i
  br label %helper_26.exit.i
helper_26.exit.i: ; preds = %end.i14.i.i, %rest.i18.i.i, %end.i.i.i, %rest.i.i.i
  %all.i25.i.i.sink7 = phi <8 x double> [ %most.i.i.i, %end.i.i.i ], [ %full.i.i.i, %rest.i.i.i ], [ %most.i15.i.i, %end.i14.i.i ], [ %full.i24.i.i, %rest.i18.i.i ]
  %t1.i26.i.i = extractelement <8 x double> %all.i25.i.i.sink7, i64 0
  %t2.i27.i.i = extractelement <8 x double> %all.i25.i.i.sink7, i64 1
  %t3.i28.i.i = extractelement <8 x double> %all.i25.i.i.sink7, i64 2
  %t4.i29.i.i = extractelement <8 x double> %all.i25.i.i.sink7, i64 3
  %t5.i30.i.i = extractelement <8 x double> %all.i25.i.i.sink7, i64 4
  %t6.i31.i.i = extractelement <8 x double> %all.i25.i.i.sink7, i64 5
  %t7.i32.i.i = extractelement <8 x double> %all.i25.i.i.sink7, i64 6
  %t8.i33.i.i = extractelement <8 x double> %all.i25.i.i.sink7, i64 7
  %t9.i34.i.i = fadd double %t1.i26.i.i, %t2.i27.i.i
  %t10.i35.i.i = fadd double %t3.i28.i.i, %t4.i29.i.i
  %t11.i36.i.i = fadd double %t5.i30.i.i, %t6.i31.i.i
  %t12.i37.i.i = fadd double %t7.i32.i.i, %t8.i33.i.i
  %t13.i38.i.i = fadd double %t9.i34.i.i, %t10.i35.i.i
  %t14.i39.i.i = fadd double %t11.i36.i.i, %t12.i37.i.i
  %t15.i40.i.i = fadd double %t13.i38.i.i, %t14.i39.i.i
  %.2534.0.i = ashr i64 %.2441.sroa.0.0815.i, 8
  %.2568.i = add nsw i64 %.2534.0.i, %.2198.0.i
  %.2570.i = mul nsw i64 %.2568.i, %.95.i
  %.2572.i = add nsw i64 %.2570.i, %.2304.sroa.0.0822.i
  %.2574.i = shl i64 %.2572.i, 3
  %.2575.i = add i64 %.2574.i, %.8.i
  %.2576.i = inttoptr i64 %.2575.i to ptr
  store double %t15.i40.i.i, ptr %.2576.i, align 8
  %.2451.i = icmp sgt i64 %.2398.1814.i, 0
  %.2464.i = add i64 %.2395.1813.i, 256
  %.2395.1.i = select i1 %.2451.i, i64 %.2464.i, i64 %.2395.1813.i
  %.2460.i = sext i1 %.2451.i to i64
  %.2398.1.i = add nsw i64 %.2398.1814.i, %.2460.i
  %.2441.sroa.0.0.i = select i1 %.2451.i, i64 %.2395.1813.i, i64 0
  br i1 %.2451.i, label %B2846.i, label %B2714.loopexit.i
B3022.i:                                          ; preds = %B2714.loopexit.i, %B2664.else.if.i
  %.2598.i = load i64, ptr %.2597.i, align 8
  %.2678823.i = icmp sgt i64 %.2598.i, 0
  br i1 %.2678823.i, label %B3092.preheader.i, label %B856.loopexit.i
B3092.preheader.i:                                ; preds = %B3022.i
  %.2625.1826.i = add nsw i64 %.2598.i, -1
  br label %B3092.i
B3092.i:                                          ; preds = %helper_19.exit.i, %B3092.preheader.i
  %.2625.1829.i = phi i64 [ %.2625.1.i, %helper_19.exit.i ], [ %.2625.1826.i, %B3092.preheader.i ]
  %.2622.1828.i = phi i64 [ %.2622.1.i, %helper_19.exit.i ], [ 1, %B3092.preheader.i ]
  %.2622.0827.i = phi i64 [ %.2622.1828.i, %helper_19.exit.i ], [ 0, %B3092.preheader.i ]
  %11 = shl i64 %.2622.0827.i, 4
  %.2720.i = add i64 %7, %11
  %.2721.i = inttoptr i64 %.2720.i to ptr
  %.2722.i = load i64, ptr %.2721.i, align 8
  %.2724.i = shl i64 %.2722.i, 3
  %.2725.i = add i64 %.2724.i, %.8.i666.i
  %.2726.i = inttoptr i64 %.2725.i to ptr
  %.2727.i = load i64, ptr %.2726.i, align 8
  %.2735.i = add i64 %.2734.i, %11
  %.2736.i = inttoptr i64 %.2735.i to ptr
  %.2737.i = load i64, ptr %.2736.i, align 8
  store ptr null, ptr %.73.i727.i, align 8
  store ptr null, ptr %.154.i729.i, align 8
  %.19.i733.i = load i64, ptr %.84.i, align 8
  %.20.i734.i = icmp eq i64 %.19.i733.i, 8
  br i1 %.20.i734.i, label %B54.i739.i, label %B82.i735.i
B54.i739.i:                                       ; preds = %B3092.i
  store ptr null, ptr %.73.i727.i, align 8
  call fastcc void @helper_21(ptr %.73.i727.i, i64 %.8.i.i, i64 %.2737.i, i64 %.2727.i, i64 %.689.i, i64 %.698.i, i64 1)
  br label %helper_19.exit.i
B82.i735.i:                                       ; preds = %B3092.i
  store ptr null, ptr %.154.i729.i, align 8
  call fastcc void @helper_22(ptr %.154.i729.i, i64 %.8.i.i, i64 %.2737.i, i64 %.2727.i, i64 %.689.i, i64 %.698.i, i64 1)
  br label %helper_19.exit.i
helper_19.exit.i: ; preds = %B82.i735.i, %B54.i739.i
  %.2678.i = icmp sgt i64 %.2625.1829.i, 0
  %.2691.i = zext i1 %.2678.i to i64
  %.2622.1.i = add i64 %.2622.1828.i, %.2691.i
  %.2687.i = sext i1 %.2678.i to i64
  %.2625.1.i = add nsw i64 %.2625.1829.i, %.2687.i
  br i1 %.2678.i, label %B3092.i, label %B856.loopexit.i
B3293.i:                                          ; preds = %B2588.i, %B2552.i
  %.1907.i = icmp sgt i64 %.1854.1807.i, 0
  %.1920.i = zext i1 %.1907.i to i64
  %.1851.1.i = add i64 %.1851.1806.i, %.1920.i
  %.1916.i = sext i1 %.1907.i to i64
  %.1854.1.i = add nsw i64 %.1854.1807.i, %.1916.i
  %.1897.sroa.0.0.i = select i1 %.1907.i, i64 %.1851.1806.i, i64 0
  br i1 %.1907.i, label %B2220.i, label %B2664.else.if.i
B2664.else.if.i.critedge:                         ; preds = %B1816.preheader.i
  store ptr null, ptr %.1803.i, align 8
  call fastcc void @helper_25(ptr %.1803.i, i64 %.8.i.i, i64 %.8.i666.i)
  br label %B2664.else.if.i
B2664.else.if.i:                                  ; preds = %B3293.i, %B2664.else.if.i.critedge, %B1506.i
  %.2198.0.i = ashr i64 %.689.i, 8
  br i1 %.2314816.i, label %B2716.lr.ph.i, label %B3022.i
B2716.lr.ph.i:                                    ; preds = %B2664.else.if.i
  %.2424.i = and i64 %.698.i, 255
  %.2427.not.i = icmp ne i64 %.2424.i, 0
  %.2428659.i = lshr i64 %.698.i, 8
  %.2429.i = zext i1 %.2427.not.i to i64
  %.2430.i = add nuw nsw i64 %.2428659.i, %.2429.i
  %.2409.inv.i = icmp slt i64 %.698.i, 1
  %.2451809.not837.i = icmp eq i64 %.2430.i, 0
  %.2451809.not.i = select i1 %.2409.inv.i, i1 true, i1 %.2451809.not837.i
  %.2398.1812.i = add nsw i64 %.2430.i, -1
  br label %B2716.i
helper_16.exit: ; preds = %B856.loopexit.i, %B824.i
  %.9.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i23 = add i64 %.9.i, 16
  %.7.i.i24 = inttoptr i64 %.6.i.i23 to ptr
  %.8.i.i25 = load i64, ptr %.7.i.i24, align 8
  %.41.i = add i64 %.8.i.i25, 56
  %.42.i = inttoptr i64 %.41.i to ptr
  %.43.i26 = load i64, ptr %.42.i, align 8
  %.50.i = inttoptr i64 %.8.i.i25 to ptr
  %.51.i = load i64, ptr %.50.i, align 8
  %.53.i = add nsw i64 %.51.i, 255
  %.61.0.i = ashr i64 %.53.i, 8
  %.17748.i = icmp sgt i64 %.43.i26, 0
  br i1 %.17748.i, label %B216.lr.ph.i, label %common.ret
B216.lr.ph.i:                                     ; preds = %helper_16.exit
  %.124.150.i = add nsw i64 %.43.i26, -1
  %again1.i.i = icmp sgt i64 %.61.0.i, 0
  %.227.i27 = add i64 %.8.i.i25, 46960
  %.235.i = add i64 %.8.i.i25, 46968
  %.14.i.i = add i64 %.8.i.i25, 48
  %.15.i.i = inttoptr i64 %.14.i.i to ptr
  br label %B216.i28
B216.i28:                                         ; preds = %helper_15.exit.i, %B216.lr.ph.i
  %.167.sroa.0.054.i = phi i64 [ 0, %B216.lr.ph.i ], [ %.167.sroa.0.0.i, %helper_15.exit.i ]
  %.121.153.i = phi i64 [ 1, %B216.lr.ph.i ], [ %.121.1.i, %helper_15.exit.i ]
  %.124.152.i = phi i64 [ %.124.150.i, %B216.lr.ph.i ], [ %.124.1.i, %helper_15.exit.i ]
  %.215.i = shl nsw i64 %.167.sroa.0.054.i, 3
  %.217.i = add nsw i64 %.215.i, %.8.i
  %first.i.i = inttoptr i64 %.217.i to ptr
  br i1 %again1.i.i, label %body.i.i, label %sum_chunks.exit.i
body.i.i:                                         ; preds = %B216.i28, %body.i.i
  %lost4.i.i = phi double [ %t10.i.i, %body.i.i ], [ 0.000000e+00, %B216.i28 ]
  %total3.i.i = phi double [ %t1.i.i, %body.i.i ], [ 0.000000e+00, %B216.i28 ]
  %k2.i.i = phi i64 [ %next.i.i, %body.i.i ], [ 0, %B216.i28 ]
  %offset.i.i = mul i64 %k2.i.i, %.43.i26
  %at.i.i = getelementptr double, ptr %first.i.i, i64 %offset.i.i
  %x.i.i = load double, ptr %at.i.i, align 8
  %t1.i.i = fadd double %total3.i.i, %x.i.i
  %t2.i.i = tail call double @llvm.fabs.f64(double %total3.i.i)
  %t3.i.i = tail call double @llvm.fabs.f64(double %x.i.i)
  %t4.i.i = fcmp oge double %t2.i.i, %t3.i.i
  %t5.i.i = fsub double %total3.i.i, %t1.i.i
  %t6.i.i = fadd double %x.i.i, %t5.i.i
  %t7.i.i = fsub double %x.i.i, %t1.i.i
  %t8.i.i = fadd double %total3.i.i, %t7.i.i
  %t9.i.i = select i1 %t4.i.i, double %t6.i.i, double %t8.i.i
  %t10.i.i = fadd double %lost4.i.i, %t9.i.i
  %next.i.i = add nuw nsw i64 %k2.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %next.i.i, %.61.0.i
  br i1 %exitcond.not.i.i, label %sum_chunks.exit.i, label %body.i.i
sum_chunks.exit.i:                                ; preds = %body.i.i, %B216.i28
  %total.lcssa.i.i = phi double [ 0.000000e+00, %B216.i28 ], [ %t1.i.i, %body.i.i ]
  %lost.lcssa.i.i = phi double [ 0.000000e+00, %B216.i28 ], [ %t10.i.i, %body.i.i ]
  %t11.i.i = fcmp ord double %lost.lcssa.i.i, 0.000000e+00
  %t12.i.i = fadd double %total.lcssa.i.i, %lost.lcssa.i.i
  %t13.i.i = select i1 %t11.i.i, double %t12.i.i, double %total.lcssa.i.i
  %.225.i = mul i64 %.167.sroa.0.054.i, 24
  %.228.i = add i64 %.227.i27, %.225.i
  %.229.i = inttoptr i64 %.228.i to ptr
  %.230.i = load i64, ptr %.229.i, align 8
  %.236.i = add i64 %.235.i, %.225.i
  %.237.i29 = inttoptr i64 %.236.i to ptr
  %.238.i = load i64, ptr %.237.i29, align 8
  %.16.i.i = load i64, ptr %.15.i.i, align 8
  %.17.i.i30 = icmp eq i64 %.16.i.i, 8
  %.14.not.i.i.i = icmp eq i64 %.238.i, 0
  br i1 %.17.i.i30, label %B54.i.i32, label %B82.i.i31
B54.i.i32:                                        ; preds = %sum_chunks.exit.i
  br i1 %.14.not.i.i.i, label %helper_27.exit.i.i, label %B26.i.i.i
B26.i.i.i:                                        ; preds = %B54.i.i32
  %.34.i.i.i = inttoptr i64 %.230.i to ptr
  %.35.i.i.i = load double, ptr %.34.i.i.i, align 8
  %.41.i.i.i = fadd double %t13.i.i, %.35.i.i.i
  br label %helper_27.exit.i.i
helper_27.exit.i.i: ; preds = %B26.i.i.i, %B54.i.i32
  %"$phi68.5.2.0.i.i.i" = phi double [ %.41.i.i.i, %B26.i.i.i ], [ %t13.i.i, %B54.i.i32 ]
  %.64.i.i.i = inttoptr i64 %.230.i to ptr
  store double %"$phi68.5.2.0.i.i.i", ptr %.64.i.i.i, align 8
  br label %helper_15.exit.i
B82.i.i31:                                        ; preds = %sum_chunks.exit.i
  br i1 %.14.not.i.i.i, label %helper_28.exit.i.i, label %B26.i15.i.i
B26.i15.i.i:                                      ; preds = %B82.i.i31
  %.34.i16.i.i = inttoptr i64 %.230.i to ptr
  %.35.i17.i.i = load float, ptr %.34.i16.i.i, align 4
  %.41.i18.i.i = fpext float %.35.i17.i.i to double
  %.42.i.i.i = fadd double %t13.i.i, %.41.i18.i.i
  br label %helper_28.exit.i.i
helper_28.exit.i.i: ; preds = %B26.i15.i.i, %B82.i.i31
  %"$phi68.5.2.0.i19.i.i" = phi double [ %.42.i.i.i, %B26.i15.i.i ], [ %t13.i.i, %B82.i.i31 ]
  %.63.i.i.i = fptrunc double %"$phi68.5.2.0.i19.i.i" to float
  %.66.i.i.i = inttoptr i64 %.230.i to ptr
  store float %.63.i.i.i, ptr %.66.i.i.i, align 4
  br label %helper_15.exit.i
helper_15.exit.i: ; preds = %helper_28.exit.i.i, %helper_27.exit.i.i
  %.177.i = icmp sgt i64 %.124.152.i, 0
  %.186.i = sext i1 %.177.i to i64
  %.124.1.i = add nsw i64 %.124.152.i, %.186.i
  %.190.i = zext i1 %.177.i to i64
  %.121.1.i = add i64 %.121.153.i, %.190.i
  %.167.sroa.0.0.i = select i1 %.177.i, i64 %.121.153.i, i64 0
  br i1 %.177.i, label %B216.i28, label %common.ret
}
define internal fastcc void @helper_23(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.cursors, i64 range(i64 -9223372036854775808, 9223372036854775801) %arg.n) unnamed_addr {
entry:
  %.15 = add i64 %arg.w, 8
  %.16 = inttoptr i64 %.15 to ptr
  %.17 = load i64, ptr %.16, align 8
  %storemerge = tail call i64 @llvm.smax.i64(i64 %.17, i64 0)
  br label %B72
B72:                                              ; preds = %entry, %B74
  %.44.0 = phi i64 [ %storemerge, %entry ], [ %.44.1, %B74 ]
  %.41.0 = phi i64 [ 0, %entry ], [ %.41.1, %B74 ]
  %.99 = icmp sgt i64 %.44.0, 0
  br i1 %.99, label %B72.if, label %B72.endif
B74:                                              ; preds = %B72.endif
  %.141 = add nsw i64 %.89.sroa.0.0, %arg.w
  %.144 = inttoptr i64 %.141 to ptr
  %.145 = load i64, ptr %.144, align 8
  %.147 = add i64 %.141, 8
  %.148 = inttoptr i64 %.147 to ptr
  %.149 = load i64, ptr %.148, align 8
  %.151 = shl i64 %.149, 3
  %.152 = add i64 %.151, %arg.cursors
  %.153 = inttoptr i64 %.152 to ptr
  %.154 = load i64, ptr %.153, align 8
  %.156 = add i64 %.141, 16
  %.157 = inttoptr i64 %.156 to ptr
  %.158 = load i64, ptr %.157, align 8
  %.160 = shl i64 %.158, 3
  %.161 = add i64 %.160, %arg.cursors
  %.162 = inttoptr i64 %.161 to ptr
  %.163 = load i64, ptr %.162, align 8
  %.165 = add i64 %.141, 24
  %.166 = inttoptr i64 %.165 to ptr
  %.167 = load i64, ptr %.166, align 8
  %.169 = shl i64 %.167, 3
  %.170 = add i64 %.169, %arg.cursors
  %.171 = inttoptr i64 %.170 to ptr
  %.172 = load i64, ptr %.171, align 8
  %.174 = add i64 %.141, 32
  %.175 = inttoptr i64 %.174 to ptr
  %.176 = load i64, ptr %.175, align 8
  %.178 = shl i64 %.176, 3
  %.179 = add i64 %.178, %arg.cursors
  %.180 = inttoptr i64 %.179 to ptr
  %.181 = load i64, ptr %.180, align 8
  %.183 = inttoptr i64 %.145 to ptr
  tail call void %.183(i64 %.154, i64 %.163, i64 %.172, i64 %.181, i64 %arg.n)
  br label %B72
B408:                                             ; preds = %B72.endif
  %.192 = add i64 %arg.w, 64
  %.193 = inttoptr i64 %.192 to ptr
  %.194 = load i64, ptr %.193, align 8
  %.275111 = icmp sgt i64 %.194, 0
  br i1 %.275111, label %B480.lr.ph, label %B1100
B480.lr.ph:                                       ; preds = %B408
  %.221.1114 = add nsw i64 %.194, -1
  %0 = add i64 %arg.w, 65384
  %.23.i = add i64 %arg.w, 48
  %.24.i = inttoptr i64 %.23.i to ptr
  %.11177.not.i.i = icmp slt i64 %arg.n, 1
  %.26080.not.i.i = icmp slt i64 %arg.n, 1
  %.11077.not.i.i = icmp slt i64 %arg.n, 1
  %.25780.not.i.i = icmp slt i64 %arg.n, 1
  br label %B480
B480:                                             ; preds = %B480.lr.ph, %B1101
  %.221.1117 = phi i64 [ %.221.1114, %B480.lr.ph ], [ %.221.1, %B1101 ]
  %.218.1116 = phi i64 [ 1, %B480.lr.ph ], [ %.218.1, %B1101 ]
  %.218.0115 = phi i64 [ 0, %B480.lr.ph ], [ %.218.1116, %B1101 ]
  %1 = shl i64 %.218.0115, 6
  %.317 = add i64 %0, %1
  %.324 = inttoptr i64 %.317 to ptr
  %.325 = load i64, ptr %.324, align 8
  %.328 = add i64 %.317, 8
  %.329 = inttoptr i64 %.328 to ptr
  %.330 = load i64, ptr %.329, align 8
  %.332 = shl i64 %.330, 3
  %.333 = add i64 %.332, %arg.cursors
  %.334 = inttoptr i64 %.333 to ptr
  %.335 = load i64, ptr %.334, align 8
  %.343 = icmp eq i64 %.325, 1
  %.351 = add i64 %.317, 16
  %.352 = inttoptr i64 %.351 to ptr
  %.353 = load i64, ptr %.352, align 8
  br i1 %.343, label %B634, label %B742
B634:                                             ; preds = %B480
  %.356 = add i64 %.317, 56
  %.357 = inttoptr i64 %.356 to ptr
  %.358 = load i64, ptr %.357, align 8
  %.25.i = load i64, ptr %.24.i, align 8
  %.26.i = icmp eq i64 %.25.i, 8
  %.18.i.i = inttoptr i64 %.353 to ptr
  br i1 %.26.i, label %B54.i, label %B82.i
B54.i:                                            ; preds = %B634
  %.19.i.i = load double, ptr %.18.i.i, align 8
  %.20.i.i = fadd double %.19.i.i, 0.000000e+00
  %.24.not.i.i = icmp eq i64 %.358, 0
  br i1 %.24.not.i.i, label %B160.i.i, label %B48.i.i
B48.i.i:                                          ; preds = %B54.i
  br i1 %.11077.not.i.i, label %B1101, label %B80.i.i
B80.i.i:                                          ; preds = %B48.i.i, %B80.i.i
  %.52.078.i.i = phi i64 [ %.123.i.i, %B80.i.i ], [ 0, %B48.i.i ]
  %2 = shl i64 %.52.078.i.i, 3
  %.123.i.i = add nuw nsw i64 %.52.078.i.i, 1
  %.151.i.i = add i64 %2, %.335
  %.152.i.i = inttoptr i64 %.151.i.i to ptr
  %.153.i.i = load double, ptr %.152.i.i, align 8
  %.155.i.i = fadd double %.20.i.i, %.153.i.i
  store double %.155.i.i, ptr %.152.i.i, align 8
  %exitcond.not.i.i = icmp eq i64 %arg.n, %.123.i.i
  br i1 %exitcond.not.i.i, label %B1101, label %B80.i.i
B160.i.i:                                         ; preds = %B54.i
  br i1 %.25780.not.i.i, label %B1101, label %B192.i.i
B192.i.i:                                         ; preds = %B160.i.i, %B192.i.i
  %.201.081.i.i = phi i64 [ %.270.i.i, %B192.i.i ], [ 0, %B160.i.i ]
  %3 = shl i64 %.201.081.i.i, 3
  %.270.i.i = add nuw nsw i64 %.201.081.i.i, 1
  %.299.i.i = add i64 %3, %.335
  %.300.i.i = inttoptr i64 %.299.i.i to ptr
  store double %.20.i.i, ptr %.300.i.i, align 8
  %exitcond84.not.i.i = icmp eq i64 %arg.n, %.270.i.i
  br i1 %exitcond84.not.i.i, label %B1101, label %B192.i.i
B82.i:                                            ; preds = %B634
  %.19.i23.i = load float, ptr %.18.i.i, align 4
  %.20.i24.i = fpext float %.19.i23.i to double
  %.21.i.i = fadd double %.20.i24.i, 0.000000e+00
  %.25.not.i.i = icmp eq i64 %.358, 0
  br i1 %.25.not.i.i, label %B160.i30.i, label %B48.i25.i
B48.i25.i:                                        ; preds = %B82.i
  br i1 %.11177.not.i.i, label %B1101, label %B80.i26.i
B80.i26.i:                                        ; preds = %B48.i25.i, %B80.i26.i
  %.53.078.i.i = phi i64 [ %.124.i.i, %B80.i26.i ], [ 0, %B48.i25.i ]
  %4 = shl i64 %.53.078.i.i, 2
  %.124.i.i = add nuw nsw i64 %.53.078.i.i, 1
  %.152.i27.i = add i64 %4, %.335
  %.153.i28.i = inttoptr i64 %.152.i27.i to ptr
  %.154.i.i = load float, ptr %.153.i28.i, align 4
  %.156.i.i = fpext float %.154.i.i to double
  %.157.i.i = fadd double %.21.i.i, %.156.i.i
  %.160.i.i = fptrunc double %.157.i.i to float
  store float %.160.i.i, ptr %.153.i28.i, align 4
  %exitcond.not.i29.i = icmp eq i64 %arg.n, %.124.i.i
  br i1 %exitcond.not.i29.i, label %B1101, label %B80.i26.i
B160.i30.i:                                       ; preds = %B82.i
  br i1 %.26080.not.i.i, label %B1101, label %B192.lr.ph.i.i
B192.lr.ph.i.i:                                   ; preds = %B160.i30.i
  %.301.i.i = fptrunc double %.21.i.i to float
  br label %B192.i31.i
B192.i31.i:                                       ; preds = %B192.i31.i, %B192.lr.ph.i.i
  %.204.081.i.i = phi i64 [ 0, %B192.lr.ph.i.i ], [ %.273.i.i, %B192.i31.i ]
  %5 = shl i64 %.204.081.i.i, 2
  %.273.i.i = add nuw nsw i64 %.204.081.i.i, 1
  %.303.i.i = add i64 %5, %.335
  %.304.i.i = inttoptr i64 %.303.i.i to ptr
  store float %.301.i.i, ptr %.304.i.i, align 4
  %exitcond84.not.i32.i = icmp eq i64 %.273.i.i, %arg.n
  br i1 %exitcond84.not.i32.i, label %B1101, label %B192.i31.i
B742:                                             ; preds = %B480
  %.405 = shl i64 %.353, 3
  %.406 = add i64 %.405, %arg.cursors
  %.407 = inttoptr i64 %.406 to ptr
  %.408 = load i64, ptr %.407, align 8
  %.411 = add i64 %.317, 24
  %.412 = inttoptr i64 %.411 to ptr
  %.413 = load i64, ptr %.412, align 8
  %.415 = shl i64 %.413, 3
  %.416 = add i64 %.415, %arg.cursors
  %.417 = inttoptr i64 %.416 to ptr
  %.418 = load i64, ptr %.417, align 8
  %.421 = add i64 %.317, 32
  %.422 = inttoptr i64 %.421 to ptr
  %.423 = load i64, ptr %.422, align 8
  %.425 = shl i64 %.423, 3
  %.426 = add i64 %.425, %arg.cursors
  %.427 = inttoptr i64 %.426 to ptr
  %.428 = load i64, ptr %.427, align 8
  %.431 = add i64 %.317, 40
  %.432 = inttoptr i64 %.431 to ptr
  %.433 = load i64, ptr %.432, align 8
  %.435 = shl i64 %.433, 3
  %.436 = add i64 %.435, %arg.cursors
  %.437 = inttoptr i64 %.436 to ptr
  %.438 = load i64, ptr %.437, align 8
  %.441 = add i64 %.317, 48
  %.442 = inttoptr i64 %.441 to ptr
  %.443 = load i64, ptr %.442, align 8
  %.445 = shl i64 %.443, 3
  %.446 = add i64 %.445, %arg.cursors
  %.447 = inttoptr i64 %.446 to ptr
  %.448 = load i64, ptr %.447, align 8
  %.451 = add i64 %.317, 56
  %.452 = inttoptr i64 %.451 to ptr
  %.453 = load i64, ptr %.452, align 8
  %.459 = inttoptr i64 %.325 to ptr
  tail call void %.459(i64 %.335, i64 %.408, i64 %.418, i64 %.428, i64 %.438, i64 %.448, i64 %arg.n, i64 %.453)
  br label %B1101
B1100:                                            ; preds = %B1101, %B408
  store ptr null, ptr %retptr, align 8
  ret void
B1101:                                            ; preds = %B80.i26.i, %B192.i31.i, %B80.i.i, %B192.i.i, %B160.i30.i, %B48.i25.i, %B160.i.i, %B48.i.i, %B742
  %.275 = icmp sgt i64 %.221.1117, 0
  %.288 = zext i1 %.275 to i64
  %.218.1 = add i64 %.218.1116, %.288
  %.284 = sext i1 %.275 to i64
  %.221.1 = add nsw i64 %.221.1117, %.284
  br i1 %.275, label %B480, label %B1100
B72.if:                                           ; preds = %B72
  %.108 = add nsw i64 %.44.0, -1
  %.112 = add i64 %.41.0, 1
  %6 = mul i64 %.41.0, 40
  %7 = add i64 %6, 104
  br label %B72.endif
B72.endif:                                        ; preds = %B72.if, %B72
  %.44.1 = phi i64 [ %.108, %B72.if ], [ %.44.0, %B72 ]
  %.41.1 = phi i64 [ %.112, %B72.if ], [ %.41.0, %B72 ]
  %.89.sroa.0.0 = phi i64 [ %7, %B72.if ], [ 104, %B72 ]
  br i1 %.99, label %B74, label %B408
}
define internal fastcc void @helper_25(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.cursors) unnamed_addr {
entry:
  %.15 = add i64 %arg.w, 8
  %.16 = inttoptr i64 %.15 to ptr
  %.17 = load i64, ptr %.16, align 8
  %storemerge = tail call i64 @llvm.smax.i64(i64 %.17, i64 0)
  br label %B72
B72:                                              ; preds = %entry, %B74
  %.44.0 = phi i64 [ %storemerge, %entry ], [ %.44.1, %B74 ]
  %.41.0 = phi i64 [ 0, %entry ], [ %.41.1, %B74 ]
  %.99 = icmp sgt i64 %.44.0, 0
  br i1 %.99, label %B72.if, label %B72.endif
B74:                                              ; preds = %B72.endif
  %.141 = add nsw i64 %.89.sroa.0.0, %arg.w
  %.144 = inttoptr i64 %.141 to ptr
  %.145 = load i64, ptr %.144, align 8
  %.147 = add i64 %.141, 8
  %.148 = inttoptr i64 %.147 to ptr
  %.149 = load i64, ptr %.148, align 8
  %.151 = shl i64 %.149, 3
  %.152 = add i64 %.151, %arg.cursors
  %.153 = inttoptr i64 %.152 to ptr
  %.154 = load i64, ptr %.153, align 8
  %.156 = add i64 %.141, 16
  %.157 = inttoptr i64 %.156 to ptr
  %.158 = load i64, ptr %.157, align 8
  %.160 = shl i64 %.158, 3
  %.161 = add i64 %.160, %arg.cursors
  %.162 = inttoptr i64 %.161 to ptr
  %.163 = load i64, ptr %.162, align 8
  %.165 = add i64 %.141, 24
  %.166 = inttoptr i64 %.165 to ptr
  %.167 = load i64, ptr %.166, align 8
  %.169 = shl i64 %.167, 3
  %.170 = add i64 %.169, %arg.cursors
  %.171 = inttoptr i64 %.170 to ptr
  %.172 = load i64, ptr %.171, align 8
  %.174 = add i64 %.141, 32
  %.175 = inttoptr i64 %.174 to ptr
  %.176 = load i64, ptr %.175, align 8
  %.178 = shl i64 %.176, 3
  %.179 = add i64 %.178, %arg.cursors
  %.180 = inttoptr i64 %.179 to ptr
  %.181 = load i64, ptr %.180, align 8
  %.183 = inttoptr i64 %.145 to ptr
  tail call void %.183(i64 %.154, i64 %.163, i64 %.172, i64 %.181, i64 8)
  br label %B72
B408:                                             ; preds = %B72.endif
  %.192 = add i64 %arg.w, 64
  %.193 = inttoptr i64 %.192 to ptr
  %.194 = load i64, ptr %.193, align 8
  %.275111 = icmp sgt i64 %.194, 0
  br i1 %.275111, label %B480.lr.ph, label %B1100
B480.lr.ph:                                       ; preds = %B408
  %.221.1114 = add nsw i64 %.194, -1
  %0 = add i64 %arg.w, 65384
  %.15.i = add i64 %arg.w, 48
  %.16.i = inttoptr i64 %.15.i to ptr
  br label %B480
B480:                                             ; preds = %B480.lr.ph, %B1101
  %.221.1117 = phi i64 [ %.221.1114, %B480.lr.ph ], [ %.221.1, %B1101 ]
  %.218.1116 = phi i64 [ 1, %B480.lr.ph ], [ %.218.1, %B1101 ]
  %.218.0115 = phi i64 [ 0, %B480.lr.ph ], [ %.218.1116, %B1101 ]
  %1 = shl i64 %.218.0115, 6
  %.317 = add i64 %0, %1
  %.324 = inttoptr i64 %.317 to ptr
  %.325 = load i64, ptr %.324, align 8
  %.328 = add i64 %.317, 8
  %.329 = inttoptr i64 %.328 to ptr
  %.330 = load i64, ptr %.329, align 8
  %.332 = shl i64 %.330, 3
  %.333 = add i64 %.332, %arg.cursors
  %.334 = inttoptr i64 %.333 to ptr
  %.335 = load i64, ptr %.334, align 8
  %.343 = icmp eq i64 %.325, 1
  %.351 = add i64 %.317, 16
  %.352 = inttoptr i64 %.351 to ptr
  %.353 = load i64, ptr %.352, align 8
  br i1 %.343, label %B634, label %B742
B634:                                             ; preds = %B480
  %.356 = add i64 %.317, 56
  %.357 = inttoptr i64 %.356 to ptr
  %.358 = load i64, ptr %.357, align 8
  %.17.i = load i64, ptr %.16.i, align 8
  %.18.i = icmp eq i64 %.17.i, 8
  %.18.i.i = inttoptr i64 %.353 to ptr
  br i1 %.18.i, label %B54.i, label %B82.i
B54.i:                                            ; preds = %B634
  %.19.i.i = load double, ptr %.18.i.i, align 8
  %.20.i.i = fadd double %.19.i.i, 0.000000e+00
  %.24.not.i.i = icmp eq i64 %.358, 0
  br i1 %.24.not.i.i, label %B192.i.i, label %B80.i.i
B80.i.i:                                          ; preds = %B54.i, %B80.i.i
  %.52.078.i.i = phi i64 [ %.123.i.i, %B80.i.i ], [ 0, %B54.i ]
  %2 = shl i64 %.52.078.i.i, 3
  %.123.i.i = add nuw nsw i64 %.52.078.i.i, 1
  %.151.i.i = add i64 %2, %.335
  %.152.i.i = inttoptr i64 %.151.i.i to ptr
  %.153.i.i = load double, ptr %.152.i.i, align 8
  %.155.i.i = fadd double %.20.i.i, %.153.i.i
  store double %.155.i.i, ptr %.152.i.i, align 8
  %exitcond.not.i.i = icmp eq i64 %.123.i.i, 8
  br i1 %exitcond.not.i.i, label %B1101, label %B80.i.i
B192.i.i:                                         ; preds = %B54.i, %B192.i.i
  %.201.081.i.i = phi i64 [ %.270.i.i, %B192.i.i ], [ 0, %B54.i ]
  %3 = shl i64 %.201.081.i.i, 3
  %.270.i.i = add nuw nsw i64 %.201.081.i.i, 1
  %.299.i.i = add i64 %3, %.335
  %.300.i.i = inttoptr i64 %.299.i.i to ptr
  store double %.20.i.i, ptr %.300.i.i, align 8
  %exitcond84.not.i.i = icmp eq i64 %.270.i.i, 8
  br i1 %exitcond84.not.i.i, label %B1101, label %B192.i.i
B82.i:                                            ; preds = %B634
  %.19.i23.i = load float, ptr %.18.i.i, align 4
  %.20.i24.i = fpext float %.19.i23.i to double
  %.21.i.i = fadd double %.20.i24.i, 0.000000e+00
  %.25.not.i.i = icmp eq i64 %.358, 0
  br i1 %.25.not.i.i, label %B160.i30.i, label %B80.i26.i
B80.i26.i:                                        ; preds = %B82.i, %B80.i26.i
  %.53.078.i.i = phi i64 [ %.124.i.i, %B80.i26.i ], [ 0, %B82.i ]
  %4 = shl i64 %.53.078.i.i, 2
  %.124.i.i = add nuw nsw i64 %.53.078.i.i, 1
  %.152.i27.i = add i64 %4, %.335
  %.153.i28.i = inttoptr i64 %.152.i27.i to ptr
  %.154.i.i = load float, ptr %.153.i28.i, align 4
  %.156.i.i = fpext float %.154.i.i to double
  %.157.i.i = fadd double %.21.i.i, %.156.i.i
  %.160.i.i = fptrunc double %.157.i.i to float
  store float %.160.i.i, ptr %.153.i28.i, align 4
  %exitcond.not.i29.i = icmp eq i64 %.124.i.i, 8
  br i1 %exitcond.not.i29.i, label %B1101, label %B80.i26.i
B160.i30.i:                                       ; preds = %B82.i
  %.301.i.i = fptrunc double %.21.i.i to float
  br label %B192.i31.i
B192.i31.i:                                       ; preds = %B192.i31.i, %B160.i30.i
  %.204.081.i.i = phi i64 [ 0, %B160.i30.i ], [ %.273.i.i, %B192.i31.i ]
  %5 = shl i64 %.204.081.i.i, 2
  %.273.i.i = add nuw nsw i64 %.204.081.i.i, 1
  %.303.i.i = add i64 %5, %.335
  %.304.i.i = inttoptr i64 %.303.i.i to ptr
  store float %.301.i.i, ptr %.304.i.i, align 4
  %exitcond84.not.i32.i = icmp eq i64 %.273.i.i, 8
  br i1 %exitcond84.not.i32.i, label %B1101, label %B192.i31.i
B742:                                             ; preds = %B480
  %.401 = shl i64 %.353, 3
  %.402 = add i64 %.401, %arg.cursors
  %.403 = inttoptr i64 %.402 to ptr
  %.404 = load i64, ptr %.403, align 8
  %.407 = add i64 %.317, 24
  %.408 = inttoptr i64 %.407 to ptr
  %.409 = load i64, ptr %.408, align 8
  %.411 = shl i64 %.409, 3
  %.412 = add i64 %.411, %arg.cursors
  %.413 = inttoptr i64 %.412 to ptr
  %.414 = load i64, ptr %.413, align 8
  %.417 = add i64 %.317, 32
  %.418 = inttoptr i64 %.417 to ptr
  %.419 = load i64, ptr %.418, align 8
  %.421 = shl i64 %.419, 3
  %.422 = add i64 %.421, %arg.cursors
  %.423 = inttoptr i64 %.422 to ptr
  %.424 = load i64, ptr %.423, align 8
  %.427 = add i64 %.317, 40
  %.428 = inttoptr i64 %.427 to ptr
  %.429 = load i64, ptr %.428, align 8
  %.431 = shl i64 %.429, 3
  %.432 = add i64 %.431, %arg.cursors
  %.433 = inttoptr i64 %.432 to ptr
  %.434 = load i64, ptr %.433, align 8
  %.437 = add i64 %.317, 48
  %.438 = inttoptr i64 %.437 to ptr
  %.439 = load i64, ptr %.438, align 8
  %.441 = shl i64 %.439, 3
  %.442 = add i64 %.441, %arg.cursors
  %.443 = inttoptr i64 %.442 to ptr
  %.444 = load i64, ptr %.443, align 8
  %.447 = add i64 %.317, 56
  %.448 = inttoptr i64 %.447 to ptr
  %.449 = load i64, ptr %.448, align 8
  %.455 = inttoptr i64 %.325 to ptr
  tail call void %.455(i64 %.335, i64 %.404, i64 %.414, i64 %.424, i64 %.434, i64 %.444, i64 8, i64 %.449)
  br label %B1101
B1100:                                            ; preds = %B1101, %B408
  store ptr null, ptr %retptr, align 8
  ret void
B1101:                                            ; preds = %B80.i26.i, %B192.i31.i, %B80.i.i, %B192.i.i, %B742
  %.275 = icmp sgt i64 %.221.1117, 0
  %.288 = zext i1 %.275 to i64
  %.218.1 = add i64 %.218.1116, %.288
  %.284 = sext i1 %.275 to i64
  %.221.1 = add nsw i64 %.221.1117, %.284
  br i1 %.275, label %B480, label %B1100
B72.if:                                           ; preds = %B72
  %.108 = add nsw i64 %.44.0, -1
  %.112 = add i64 %.41.0, 1
  %6 = mul i64 %.41.0, 40
  %7 = add i64 %6, 104
  br label %B72.endif
B72.endif:                                        ; preds = %B72.if, %B72
  %.44.1 = phi i64 [ %.108, %B72.if ], [ %.44.0, %B72 ]
  %.41.1 = phi i64 [ %.112, %B72.if ], [ %.41.0, %B72 ]
  %.89.sroa.0.0 = phi i64 [ %7, %B72.if ], [ 104, %B72 ]
  br i1 %.99, label %B74, label %B408
}
define internal fastcc void @helper_21(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.array, i64 %arg.register, i64 %arg.first, i64 %arg.n, i64 range(i64 0, 2) %arg.scatter) unnamed_addr {
entry:
  %.22 = add i64 %arg.w, 48
  %.23 = inttoptr i64 %.22 to ptr
  %.24 = load i64, ptr %.23, align 8
  %.26 = add i64 %arg.w, 88
  %.27 = inttoptr i64 %.26 to ptr
  %.28 = load i64, ptr %.27, align 8
  %.30 = add i64 %arg.w, 80
  %.31 = inttoptr i64 %.30 to ptr
  %.32 = load i64, ptr %.31, align 8
  %.6.i = add i64 %arg.array, 24
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i32, ptr %.7.i, align 4
  %.9.i = sext i32 %.8.i to i64
  %.6.i225 = add i64 %arg.array, 32
  %.7.i226 = inttoptr i64 %.6.i225 to ptr
  %.8.i227 = load i64, ptr %.7.i226, align 8
  %.6.i228 = add i64 %arg.array, 40
  %.7.i229 = inttoptr i64 %.6.i228 to ptr
  %.8.i230 = load i64, ptr %.7.i229, align 8
  %.6.i231 = add i64 %arg.array, 16
  %.7.i232 = inttoptr i64 %.6.i231 to ptr
  %.8.i233 = load i64, ptr %.7.i232, align 8
  %.157.not = icmp eq i64 %.28, 0
  br i1 %.157.not, label %B294, label %B254
B254:                                             ; preds = %entry
  %.160 = shl i64 %.28, 3
  %.162 = add i64 %.160, -8
  %.163 = add i64 %.162, %.32
  %.164 = inttoptr i64 %.163 to ptr
  %.165 = load i64, ptr %.164, align 8
  br label %B294
B294:                                             ; preds = %entry, %B254
  %"$phi294.0.2.0" = phi i64 [ %.165, %B254 ], [ 1, %entry ]
  %.187.not = icmp eq i32 %.8.i, 0
  br i1 %.187.not, label %B394, label %B304
B304:                                             ; preds = %B294
  %.195 = shl nsw i64 %.9.i, 3
  %.197 = add nsw i64 %.195, -8
  %.198 = add i64 %.197, %.8.i227
  %.199 = inttoptr i64 %.198 to ptr
  %.200 = load i64, ptr %.199, align 8
  %.201.not = icmp eq i64 %.200, 1
  br i1 %.201.not, label %B394, label %B350
B350:                                             ; preds = %B304
  %.207 = add i64 %.197, %.8.i230
  %.208 = inttoptr i64 %.207 to ptr
  %.209 = load i64, ptr %.208, align 8
  %.213 = icmp eq i64 %.24, 0
  br i1 %.213, label %B394, label %B350.else
B394:                                             ; preds = %B350.else.if, %B350.else, %B350, %B304, %B294
  %step.2.0 = phi i64 [ 0, %B304 ], [ 0, %B294 ], [ 0, %B350 ], [ 0, %B350.else ], [ %spec.select, %B350.else.if ]
  %.260 = icmp sgt i64 %arg.n, 0
  br i1 %.260, label %B412.preheader, label %common.ret
B412.preheader:                                   ; preds = %B394
  %.271 = icmp ne i64 %"$phi294.0.2.0", 0
  %.323 = mul i64 %step.2.0, %.24
  %.330 = add nsw i64 %.28, -2
  %0 = tail call i64 @llvm.smax.i64(i64 %.28, i64 1)
  %storemerge = add nsw i64 %0, -1
  %.410243 = icmp sgt i64 %.28, 1
  %.419244 = sext i1 %.410243 to i64
  %.357.1245 = add nsw i64 %storemerge, %.419244
  %.423246 = sext i1 %.410243 to i64
  %.354.1247 = add i64 %.330, %.423246
  %.400.sroa.0.0248 = select i1 %.410243, i64 %.330, i64 0
  %.594.not = icmp eq i64 %arg.scatter, 0
  %.283 = icmp ne i64 %"$phi294.0.2.0", -1
  %.507.neg = sub i64 %.9.i, %.28
  %.719 = shl i64 %step.2.0, 3
  %.879 = shl i64 %step.2.0, 3
  br label %B412
B412:                                             ; preds = %B412.preheader, %B920
  %done.2.0 = phi i64 [ %.917, %B920 ], [ 0, %B412.preheader ]
  %.267 = add i64 %done.2.0, %arg.first
  %.282 = icmp ne i64 %.267, -9223372036854775808
  %.284.not = or i1 %.283, %.282
  %or.cond = select i1 %.271, i1 %.284.not, i1 false
  br i1 %or.cond, label %B412.else.if, label %B412.endif
B508:                                             ; preds = %B412.endif, %B676
  %.400.sroa.0.0253 = phi i64 [ %.400.sroa.0.0, %B676 ], [ %.400.sroa.0.0248, %B412.endif ]
  %.354.1252 = phi i64 [ %.354.1, %B676 ], [ %.354.1247, %B412.endif ]
  %.357.1251 = phi i64 [ %.357.1, %B676 ], [ %.357.1245, %B412.endif ]
  %offset.2.1250 = phi i64 [ %offset.3.2, %B676 ], [ %.325, %B412.endif ]
  %rest.2.1249 = phi i64 [ %quot.2.0, %B676 ], [ %quot.1.0, %B412.endif ]
  %.453 = shl i64 %.400.sroa.0.0253, 3
  %.454 = add i64 %.453, %.32
  %.455 = inttoptr i64 %.454 to ptr
  %.456 = load i64, ptr %.455, align 8
  %.464 = icmp eq i64 %.456, 0
  br i1 %.464, label %B508.endif, label %B508.else
B580:                                             ; preds = %B508.endif
  %.520 = shl i64 %.508, 3
  %.521 = add i64 %.520, %.8.i227
  %.522 = inttoptr i64 %.521 to ptr
  %.523 = load i64, ptr %.522, align 8
  %.524.not = icmp eq i64 %.523, 1
  br i1 %.524.not, label %B676, label %B620
B620:                                             ; preds = %B580
  %.528 = mul nsw i64 %quot.2.0, %.456
  %.532 = sub nsw i64 %rest.2.1249, %.528
  %.538 = add i64 %.520, %.8.i230
  %.539 = inttoptr i64 %.538 to ptr
  %.540 = load i64, ptr %.539, align 8
  %.543 = mul nsw i64 %.540, %.532
  %.545 = add nsw i64 %.543, %offset.2.1250
  br label %B676
B676:                                             ; preds = %B508.endif, %B620, %B580
  %offset.3.2 = phi i64 [ %.545, %B620 ], [ %offset.2.1250, %B580 ], [ %offset.2.1250, %B508.endif ]
  %.410 = icmp sgt i64 %.357.1251, 0
  %.419 = sext i1 %.410 to i64
  %.357.1 = add nsw i64 %.357.1251, %.419
  %.423 = sext i1 %.410 to i64
  %.354.1 = add i64 %.354.1252, %.423
  %.400.sroa.0.0 = select i1 %.410, i64 %.354.1252, i64 0
  br i1 %.410, label %B508, label %B682
B682:                                             ; preds = %B676, %B412.endif
  %offset.2.1.lcssa = phi i64 [ %.325, %B412.endif ], [ %offset.3.2, %B676 ]
  %.574 = sub i64 %"$phi294.0.2.0", %.317
  %.579 = sub i64 %arg.n, %done.2.0
  %.581 = tail call i64 @llvm.smin.i64(i64 %.579, i64 %.574)
  %.587 = mul nsw i64 %done.2.0, %.24
  %.589 = add nsw i64 %.587, %arg.register
  %.836257.not = icmp slt i64 %.581, 1
  br i1 %.594.not, label %B834, label %B746
B746:                                             ; preds = %B682
  br i1 %.836257.not, label %B920, label %B778.lr.ph
B778.lr.ph:                                       ; preds = %B746
  %.717 = add nsw i64 %offset.2.1.lcssa, %.8.i233
  br label %B778
B778:                                             ; preds = %B778.lr.ph, %B778
  %.620.0255 = phi i64 [ 0, %B778.lr.ph ], [ %.689, %B778 ]
  %.689 = add nuw nsw i64 %.620.0255, 1
  %.9.i234 = mul i64 %.719, %.620.0255
  %.10.i = add i64 %.717, %.9.i234
  %.11.i = inttoptr i64 %.10.i to ptr
  %.12.i = load double, ptr %.11.i, align 8
  %.13.i = shl i64 %.620.0255, 3
  %.14.i = add i64 %.13.i, %.589
  %.15.i = inttoptr i64 %.14.i to ptr
  %.16.i = load double, ptr %.15.i, align 8
  %.17.i = fadd double %.12.i, %.16.i
  store double %.17.i, ptr %.11.i, align 8
  %exitcond.not = icmp eq i64 %.689, %.581
  br i1 %exitcond.not, label %B920, label %B778
B834:                                             ; preds = %B682
  br i1 %.836257.not, label %B920, label %B866.lr.ph
B866.lr.ph:                                       ; preds = %B834
  %.877 = add nsw i64 %offset.2.1.lcssa, %.8.i233
  br label %B866
B866:                                             ; preds = %B866.lr.ph, %B866
  %.780.0258 = phi i64 [ 0, %B866.lr.ph ], [ %.849, %B866 ]
  %.849 = add nuw nsw i64 %.780.0258, 1
  %.9.i235 = mul i64 %.879, %.780.0258
  %.10.i236 = add i64 %.877, %.9.i235
  %.11.i237 = inttoptr i64 %.10.i236 to ptr
  %.12.i238 = load double, ptr %.11.i237, align 8
  %.13.i239 = shl i64 %.780.0258, 3
  %.14.i240 = add i64 %.13.i239, %.589
  %.15.i241 = inttoptr i64 %.14.i240 to ptr
  store double %.12.i238, ptr %.15.i241, align 8
  %exitcond261.not = icmp eq i64 %.849, %.581
  br i1 %exitcond261.not, label %B920, label %B866
B920:                                             ; preds = %B778, %B866, %B746, %B834
  %.917 = add nsw i64 %.581, %done.2.0
  %.923 = icmp slt i64 %.917, %arg.n
  br i1 %.923, label %B412, label %common.ret
common.ret:                                       ; preds = %B920, %B394
  store ptr null, ptr %retptr, align 8
  ret void
B350.else:                                        ; preds = %B350
  %.224 = icmp ne i64 %.209, -9223372036854775808
  %.225 = icmp ne i64 %.24, -1
  %.226.not = or i1 %.225, %.224
  br i1 %.226.not, label %B350.else.if, label %B394
B350.else.if:                                     ; preds = %B350.else
  %.229 = sdiv i64 %.209, %.24
  %.230 = srem i64 %.209, %.24
  %.231 = xor i64 %.230, %.24
  %.232 = icmp slt i64 %.231, 0
  %.233 = icmp ne i64 %.230, 0
  %.234 = and i1 %.233, %.232
  %.239 = sext i1 %.234 to i64
  %spec.select = add i64 %.229, %.239
  br label %B394
B412.endif:                                       ; preds = %B412.else.if, %B412
  %quot.1.0 = phi i64 [ 0, %B412 ], [ %spec.select223, %B412.else.if ]
  %.316 = mul i64 %quot.1.0, %"$phi294.0.2.0"
  %.317 = sub i64 %.267, %.316
  %.325 = mul i64 %.323, %.317
  br i1 %.410243, label %B508, label %B682
B412.else.if:                                     ; preds = %B412
  %.287 = sdiv i64 %.267, %"$phi294.0.2.0"
  %.288 = srem i64 %.267, %"$phi294.0.2.0"
  %.289 = xor i64 %.288, %"$phi294.0.2.0"
  %.290 = icmp slt i64 %.289, 0
  %.291 = icmp ne i64 %.288, 0
  %.292 = and i1 %.291, %.290
  %.297 = sext i1 %.292 to i64
  %spec.select223 = add i64 %.287, %.297
  br label %B412.endif
B508.else:                                        ; preds = %B508
  %.475 = icmp ne i64 %rest.2.1249, -9223372036854775808
  %.476 = icmp ne i64 %.456, -1
  %.477.not = or i1 %.475, %.476
  br i1 %.477.not, label %B508.else.if, label %B508.endif
B508.endif:                                       ; preds = %B508.else.if, %B508.else, %B508
  %quot.2.0 = phi i64 [ 0, %B508 ], [ 0, %B508.else ], [ %spec.select224, %B508.else.if ]
  %.508 = add i64 %.400.sroa.0.0253, %.507.neg
  %.513 = icmp sgt i64 %.508, -1
  br i1 %.513, label %B580, label %B676
B508.else.if:                                     ; preds = %B508.else
  %.480 = sdiv i64 %rest.2.1249, %.456
  %.481 = srem i64 %rest.2.1249, %.456
  %.482 = xor i64 %.481, %.456
  %.483 = icmp slt i64 %.482, 0
  %.484 = icmp ne i64 %.481, 0
  %.485 = and i1 %.484, %.483
  %.490 = sext i1 %.485 to i64
  %spec.select224 = add i64 %.480, %.490
  br label %B508.endif
}
define internal fastcc void @helper_22(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.array, i64 %arg.register, i64 %arg.first, i64 %arg.n, i64 range(i64 0, 2) %arg.scatter) unnamed_addr {
entry:
  %.22 = add i64 %arg.w, 48
  %.23 = inttoptr i64 %.22 to ptr
  %.24 = load i64, ptr %.23, align 8
  %.26 = add i64 %arg.w, 88
  %.27 = inttoptr i64 %.26 to ptr
  %.28 = load i64, ptr %.27, align 8
  %.30 = add i64 %arg.w, 80
  %.31 = inttoptr i64 %.30 to ptr
  %.32 = load i64, ptr %.31, align 8
  %.6.i = add i64 %arg.array, 24
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i32, ptr %.7.i, align 4
  %.9.i = sext i32 %.8.i to i64
  %.6.i225 = add i64 %arg.array, 32
  %.7.i226 = inttoptr i64 %.6.i225 to ptr
  %.8.i227 = load i64, ptr %.7.i226, align 8
  %.6.i228 = add i64 %arg.array, 40
  %.7.i229 = inttoptr i64 %.6.i228 to ptr
  %.8.i230 = load i64, ptr %.7.i229, align 8
  %.6.i231 = add i64 %arg.array, 16
  %.7.i232 = inttoptr i64 %.6.i231 to ptr
  %.8.i233 = load i64, ptr %.7.i232, align 8
  %.157.not = icmp eq i64 %.28, 0
  br i1 %.157.not, label %B294, label %B254
B254:                                             ; preds = %entry
  %.160 = shl i64 %.28, 3
  %.162 = add i64 %.160, -8
  %.163 = add i64 %.162, %.32
  %.164 = inttoptr i64 %.163 to ptr
  %.165 = load i64, ptr %.164, align 8
  br label %B294
B294:                                             ; preds = %entry, %B254
  %"$phi294.0.2.0" = phi i64 [ %.165, %B254 ], [ 1, %entry ]
  %.187.not = icmp eq i32 %.8.i, 0
  br i1 %.187.not, label %B394, label %B304
B304:                                             ; preds = %B294
  %.195 = shl nsw i64 %.9.i, 3
  %.197 = add nsw i64 %.195, -8
  %.198 = add i64 %.197, %.8.i227
  %.199 = inttoptr i64 %.198 to ptr
  %.200 = load i64, ptr %.199, align 8
  %.201.not = icmp eq i64 %.200, 1
  br i1 %.201.not, label %B394, label %B350
B350:                                             ; preds = %B304
  %.207 = add i64 %.197, %.8.i230
  %.208 = inttoptr i64 %.207 to ptr
  %.209 = load i64, ptr %.208, align 8
  %.213 = icmp eq i64 %.24, 0
  br i1 %.213, label %B394, label %B350.else
B394:                                             ; preds = %B350.else.if, %B350.else, %B350, %B304, %B294
  %step.2.0 = phi i64 [ 0, %B304 ], [ 0, %B294 ], [ 0, %B350 ], [ 0, %B350.else ], [ %spec.select, %B350.else.if ]
  %.260 = icmp sgt i64 %arg.n, 0
  br i1 %.260, label %B412.preheader, label %common.ret
B412.preheader:                                   ; preds = %B394
  %.271 = icmp ne i64 %"$phi294.0.2.0", 0
  %.323 = mul i64 %step.2.0, %.24
  %.330 = add nsw i64 %.28, -2
  %0 = tail call i64 @llvm.smax.i64(i64 %.28, i64 1)
  %storemerge = add nsw i64 %0, -1
  %.410243 = icmp sgt i64 %.28, 1
  %.419244 = sext i1 %.410243 to i64
  %.357.1245 = add nsw i64 %storemerge, %.419244
  %.423246 = sext i1 %.410243 to i64
  %.354.1247 = add i64 %.330, %.423246
  %.400.sroa.0.0248 = select i1 %.410243, i64 %.330, i64 0
  %.594.not = icmp eq i64 %arg.scatter, 0
  %.283 = icmp ne i64 %"$phi294.0.2.0", -1
  %.507.neg = sub i64 %.9.i, %.28
  %.719 = shl i64 %step.2.0, 2
  %.879 = shl i64 %step.2.0, 2
  br label %B412
B412:                                             ; preds = %B412.preheader, %B920
  %done.2.0 = phi i64 [ %.917, %B920 ], [ 0, %B412.preheader ]
  %.267 = add i64 %done.2.0, %arg.first
  %.282 = icmp ne i64 %.267, -9223372036854775808
  %.284.not = or i1 %.283, %.282
  %or.cond = select i1 %.271, i1 %.284.not, i1 false
  br i1 %or.cond, label %B412.else.if, label %B412.endif
B508:                                             ; preds = %B412.endif, %B676
  %.400.sroa.0.0253 = phi i64 [ %.400.sroa.0.0, %B676 ], [ %.400.sroa.0.0248, %B412.endif ]
  %.354.1252 = phi i64 [ %.354.1, %B676 ], [ %.354.1247, %B412.endif ]
  %.357.1251 = phi i64 [ %.357.1, %B676 ], [ %.357.1245, %B412.endif ]
  %offset.2.1250 = phi i64 [ %offset.3.2, %B676 ], [ %.325, %B412.endif ]
  %rest.2.1249 = phi i64 [ %quot.2.0, %B676 ], [ %quot.1.0, %B412.endif ]
  %.453 = shl i64 %.400.sroa.0.0253, 3
  %.454 = add i64 %.453, %.32
  %.455 = inttoptr i64 %.454 to ptr
  %.456 = load i64, ptr %.455, align 8
  %.464 = icmp eq i64 %.456, 0
  br i1 %.464, label %B508.endif, label %B508.else
B580:                                             ; preds = %B508.endif
  %.520 = shl i64 %.508, 3
  %.521 = add i64 %.520, %.8.i227
  %.522 = inttoptr i64 %.521 to ptr
  %.523 = load i64, ptr %.522, align 8
  %.524.not = icmp eq i64 %.523, 1
  br i1 %.524.not, label %B676, label %B620
B620:                                             ; preds = %B580
  %.528 = mul nsw i64 %quot.2.0, %.456
  %.532 = sub nsw i64 %rest.2.1249, %.528
  %.538 = add i64 %.520, %.8.i230
  %.539 = inttoptr i64 %.538 to ptr
  %.540 = load i64, ptr %.539, align 8
  %.543 = mul nsw i64 %.540, %.532
  %.545 = add nsw i64 %.543, %offset.2.1250
  br label %B676
B676:                                             ; preds = %B508.endif, %B620, %B580
  %offset.3.2 = phi i64 [ %.545, %B620 ], [ %offset.2.1250, %B580 ], [ %offset.2.1250, %B508.endif ]
  %.410 = icmp sgt i64 %.357.1251, 0
  %.419 = sext i1 %.410 to i64
  %.357.1 = add nsw i64 %.357.1251, %.419
  %.423 = sext i1 %.410 to i64
  %.354.1 = add i64 %.354.1252, %.423
  %.400.sroa.0.0 = select i1 %.410, i64 %.354.1252, i64 0
  br i1 %.410, label %B508, label %B682
B682:                                             ; preds = %B676, %B412.endif
  %offset.2.1.lcssa = phi i64 [ %.325, %B412.endif ], [ %offset.3.2, %B676 ]
  %.574 = sub i64 %"$phi294.0.2.0", %.317
  %.579 = sub i64 %arg.n, %done.2.0
  %.581 = tail call i64 @llvm.smin.i64(i64 %.579, i64 %.574)
  %.587 = mul nsw i64 %done.2.0, %.24
  %.589 = add nsw i64 %.587, %arg.register
  %.836257.not = icmp slt i64 %.581, 1
  br i1 %.594.not, label %B834, label %B746
B746:                                             ; preds = %B682
  br i1 %.836257.not, label %B920, label %B778.lr.ph
B778.lr.ph:                                       ; preds = %B746
  %.717 = add nsw i64 %offset.2.1.lcssa, %.8.i233
  br label %B778
B778:                                             ; preds = %B778.lr.ph, %B778
  %.620.0255 = phi i64 [ 0, %B778.lr.ph ], [ %.689, %B778 ]
  %.689 = add nuw nsw i64 %.620.0255, 1
  %.9.i234 = mul i64 %.719, %.620.0255
  %.10.i = add i64 %.717, %.9.i234
  %.11.i = inttoptr i64 %.10.i to ptr
  %.12.i = load float, ptr %.11.i, align 4
  %.13.i = shl i64 %.620.0255, 2
  %.14.i = add i64 %.13.i, %.589
  %.15.i = inttoptr i64 %.14.i to ptr
  %.16.i = load float, ptr %.15.i, align 4
  %.17.i = fadd float %.12.i, %.16.i
  store float %.17.i, ptr %.11.i, align 4
  %exitcond.not = icmp eq i64 %.689, %.581
  br i1 %exitcond.not, label %B920, label %B778
B834:                                             ; preds = %B682
  br i1 %.836257.not, label %B920, label %B866.lr.ph
B866.lr.ph:                                       ; preds = %B834
  %.877 = add nsw i64 %offset.2.1.lcssa, %.8.i233
  br label %B866
B866:                                             ; preds = %B866.lr.ph, %B866
  %.780.0258 = phi i64 [ 0, %B866.lr.ph ], [ %.849, %B866 ]
  %.849 = add nuw nsw i64 %.780.0258, 1
  %.9.i235 = mul i64 %.879, %.780.0258
  %.10.i236 = add i64 %.877, %.9.i235
  %.11.i237 = inttoptr i64 %.10.i236 to ptr
  %.12.i238 = load float, ptr %.11.i237, align 4
  %.13.i239 = shl i64 %.780.0258, 2
  %.14.i240 = add i64 %.13.i239, %.589
  %.15.i241 = inttoptr i64 %.14.i240 to ptr
  store float %.12.i238, ptr %.15.i241, align 4
  %exitcond261.not = icmp eq i64 %.849, %.581
  br i1 %exitcond261.not, label %B920, label %B866
B920:                                             ; preds = %B778, %B866, %B746, %B834
  %.917 = add nsw i64 %.581, %done.2.0
  %.923 = icmp slt i64 %.917, %arg.n
  br i1 %.923, label %B412, label %common.ret
common.ret:                                       ; preds = %B920, %B394
  store ptr null, ptr %retptr, align 8
  ret void
B350.else:                                        ; preds = %B350
  %.224 = icmp ne i64 %.209, -9223372036854775808
  %.225 = icmp ne i64 %.24, -1
  %.226.not = or i1 %.225, %.224
  br i1 %.226.not, label %B350.else.if, label %B394
B350.else.if:                                     ; preds = %B350.else
  %.229 = sdiv i64 %.209, %.24
  %.230 = srem i64 %.209, %.24
  %.231 = xor i64 %.230, %.24
  %.232 = icmp slt i64 %.231, 0
  %.233 = icmp ne i64 %.230, 0
  %.234 = and i1 %.233, %.232
  %.239 = sext i1 %.234 to i64
  %spec.select = add i64 %.229, %.239
  br label %B394
B412.endif:                                       ; preds = %B412.else.if, %B412
  %quot.1.0 = phi i64 [ 0, %B412 ], [ %spec.select223, %B412.else.if ]
  %.316 = mul i64 %quot.1.0, %"$phi294.0.2.0"
  %.317 = sub i64 %.267, %.316
  %.325 = mul i64 %.323, %.317
  br i1 %.410243, label %B508, label %B682
B412.else.if:                                     ; preds = %B412
  %.287 = sdiv i64 %.267, %"$phi294.0.2.0"
  %.288 = srem i64 %.267, %"$phi294.0.2.0"
  %.289 = xor i64 %.288, %"$phi294.0.2.0"
  %.290 = icmp slt i64 %.289, 0
  %.291 = icmp ne i64 %.288, 0
  %.292 = and i1 %.291, %.290
  %.297 = sext i1 %.292 to i64
  %spec.select223 = add i64 %.287, %.297
  br label %B412.endif
B508.else:                                        ; preds = %B508
  %.475 = icmp ne i64 %rest.2.1249, -9223372036854775808
  %.476 = icmp ne i64 %.456, -1
  %.477.not = or i1 %.475, %.476
  br i1 %.477.not, label %B508.else.if, label %B508.endif
B508.endif:                                       ; preds = %B508.else.if, %B508.else, %B508
  %quot.2.0 = phi i64 [ 0, %B508 ], [ 0, %B508.else ], [ %spec.select224, %B508.else.if ]
  %.508 = add i64 %.400.sroa.0.0253, %.507.neg
  %.513 = icmp sgt i64 %.508, -1
  br i1 %.513, label %B580, label %B676
B508.else.if:                                     ; preds = %B508.else
  %.480 = sdiv i64 %rest.2.1249, %.456
  %.481 = srem i64 %rest.2.1249, %.456
  %.482 = xor i64 %.481, %.456
  %.483 = icmp slt i64 %.482, 0
  %.484 = icmp ne i64 %.481, 0
  %.485 = and i1 %.484, %.483
  %.490 = sext i1 %.485 to i64
  %spec.select224 = add i64 %.480, %.490
  br label %B508.endif
}
define internal fastcc void @helper_14(ptr noalias nocapture nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %arg.slot) unnamed_addr {
entry:
  %.24 = shl i64 %arg.slot, 2
  %.25 = add i64 %.24, %arg.locs
  %.26 = inttoptr i64 %.25 to ptr
  %.27 = load i32, ptr %.26, align 4
  %.33.not = icmp eq i32 %.27, 0
  br i1 %.33.not, label %B50, label %B40
common.ret:                                       ; preds = %B1090, %B40
  %storemerge = phi i64 [ %loc.4.0, %B1090 ], [ %.48, %B40 ]
  store i64 %storemerge, ptr %retptr, align 8
  ret void
B40:                                              ; preds = %entry
  %.28 = sext i32 %.27 to i64
  %.48 = add nsw i64 %.28, -1
  br label %common.ret
B50:                                              ; preds = %entry
  %.58 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i = add i64 %.58, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.9.i.i = add i64 %.8.i, %.24
  %.10.i.i = inttoptr i64 %.9.i.i to ptr
  %.11.i.i = load i32, ptr %.10.i.i, align 4
  %0 = ashr i32 %.11.i.i, 1
  %.13.i.i = sext i32 %0 to i64
  %.16.i.i = shl nsw i64 %.13.i.i, 5
  %.17.i.i = add i64 %.16.i.i, %arg.forms
  %.18.i.i = inttoptr i64 %.17.i.i to ptr
  %.19.i.i = load i64, ptr %.18.i.i, align 8
  %.34.i = icmp slt i64 %.19.i.i, 3
  br i1 %.34.i, label %B138, label %B464
B138:                                             ; preds = %B50
  %.9.i = add i64 %arg.w, 16
  %.10.i = inttoptr i64 %.9.i to ptr
  %.11.i = load i64, ptr %.10.i, align 8
  %.13.i = mul i64 %.11.i, 24
  %.14.i = add i64 %.13.i, %arg.w
  %.15.i = add i64 %.14.i, 3944
  %.16.i = inttoptr i64 %.15.i to ptr
  store i64 1, ptr %.16.i, align 8
  %.22.i = add i64 %.14.i, 3952
  %.23.i = inttoptr i64 %.22.i to ptr
  store i64 0, ptr %.23.i, align 8
  %.29.i = add i64 %.14.i, 3960
  %.30.i = inttoptr i64 %.29.i to ptr
  store i64 0, ptr %.30.i, align 8
  %.32.i = add nsw i64 %.11.i, 1
  store i64 %.32.i, ptr %.10.i, align 8
  %.156 = add i64 %arg.w, 32
  %.157 = inttoptr i64 %.156 to ptr
  %.158 = load i64, ptr %.157, align 8
  %.160 = shl i64 %.158, 4
  %.162 = add i64 %arg.w, 34664
  %.163 = add i64 %.162, %.160
  %.164 = inttoptr i64 %.163 to ptr
  store i64 %.11.i, ptr %.164, align 8
  %.171 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.6.i71 = add i64 %.171, 16
  %.7.i72 = inttoptr i64 %.6.i71 to ptr
  %.8.i73 = load i64, ptr %.7.i72, align 8
  %.199 = shl nsw i64 %arg.slot, 3
  %.200 = add nsw i64 %.8.i73, %.199
  %.202 = add i64 %arg.w, 34672
  %.203 = add i64 %.202, %.160
  br label %B1090
B464:                                             ; preds = %B50
  %.214 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.216 = tail call i64 @PyList_GetItem(i64 %.214, i64 %arg.slot)
  %.222 = icmp eq i64 %.216, %arg.none
  br i1 %.222, label %B536, label %B584
B536:                                             ; preds = %B464
  %.9.i74 = add i64 %arg.w, 16
  %.10.i75 = inttoptr i64 %.9.i74 to ptr
  %.11.i76 = load i64, ptr %.10.i75, align 8
  %.13.i77 = mul i64 %.11.i76, 24
  %.14.i78 = add i64 %.13.i77, %arg.w
  %.15.i79 = add i64 %.14.i78, 3944
  %.16.i80 = inttoptr i64 %.15.i79 to ptr
  store i64 1, ptr %.16.i80, align 8
  %.22.i82 = add i64 %.14.i78, 3952
  %.23.i83 = inttoptr i64 %.22.i82 to ptr
  store i64 0, ptr %.23.i83, align 8
  %.29.i85 = add i64 %.14.i78, 3960
  br label %B1090
B584:                                             ; preds = %B464
  %.6.i88 = add i64 %.216, 64
  %.7.i89 = inttoptr i64 %.6.i88 to ptr
  %.8.i90 = load i32, ptr %.7.i89, align 4
  %1 = and i32 %.8.i90, 1
  %.287.not = icmp eq i32 %1, 0
  br i1 %.287.not, label %B834, label %B614
B614:                                             ; preds = %B584
  %.292 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i92 = add i64 %.292, 16
  %.7.i93 = inttoptr i64 %.6.i92 to ptr
  %.8.i94 = load i64, ptr %.7.i93, align 8
  %.9.i96 = add i64 %.8.i94, %.24
  %.10.i97 = inttoptr i64 %.9.i96 to ptr
  %.11.i98 = load i32, ptr %.10.i97, align 4
  %2 = ashr i32 %.11.i98, 1
  %.13.i99 = sext i32 %2 to i64
  %.14.i100 = shl nsw i64 %.13.i99, 5
  %.15.i101 = add i64 %arg.forms, 16
  %.17.i = add i64 %.15.i101, %.14.i100
  %.18.i = inttoptr i64 %.17.i to ptr
  %.19.i = load i64, ptr %.18.i, align 8
  %.350 = inttoptr i64 %arg.w to ptr
  %.351 = load i64, ptr %.350, align 8
  %.352 = icmp eq i64 %.19.i, %.351
  br i1 %.352, label %B760, label %B834
B760:                                             ; preds = %B614
  %.6.i102 = add i64 %.216, 16
  %.7.i103 = inttoptr i64 %.6.i102 to ptr
  %.8.i104 = load i64, ptr %.7.i103, align 8
  %.9.i105 = add i64 %arg.w, 16
  %.10.i106 = inttoptr i64 %.9.i105 to ptr
  %.11.i107 = load i64, ptr %.10.i106, align 8
  %.13.i108 = mul i64 %.11.i107, 24
  %.14.i109 = add i64 %.13.i108, %arg.w
  %.15.i110 = add i64 %.14.i109, 3944
  %.16.i111 = inttoptr i64 %.15.i110 to ptr
  store i64 0, ptr %.16.i111, align 8
  %.22.i113 = add i64 %.14.i109, 3952
  %.23.i114 = inttoptr i64 %.22.i113 to ptr
  store i64 %.8.i104, ptr %.23.i114, align 8
  %.29.i116 = add i64 %.14.i109, 3960
  br label %B1090
B834:                                             ; preds = %B614, %B584
  %.9.i119 = add i64 %arg.w, 16
  %.10.i120 = inttoptr i64 %.9.i119 to ptr
  %.11.i121 = load i64, ptr %.10.i120, align 8
  %.13.i122 = mul i64 %.11.i121, 24
  %.14.i123 = add i64 %.13.i122, %arg.w
  %.15.i124 = add i64 %.14.i123, 3944
  %.16.i125 = inttoptr i64 %.15.i124 to ptr
  store i64 1, ptr %.16.i125, align 8
  %.22.i127 = add i64 %.14.i123, 3952
  %.23.i128 = inttoptr i64 %.22.i127 to ptr
  store i64 0, ptr %.23.i128, align 8
  %.29.i130 = add i64 %.14.i123, 3960
  %.30.i131 = inttoptr i64 %.29.i130 to ptr
  store i64 0, ptr %.30.i131, align 8
  %.32.i132 = add nsw i64 %.11.i121, 1
  store i64 %.32.i132, ptr %.10.i120, align 8
  %.445 = add i64 %arg.w, 24
  %.446 = inttoptr i64 %.445 to ptr
  %.447 = load i64, ptr %.446, align 8
  %.448 = shl i64 %.447, 4
  %.451 = add i64 %arg.w, 22376
  %.452 = add i64 %.451, %.448
  %.453 = inttoptr i64 %.452 to ptr
  store i64 %.11.i121, ptr %.453, align 8
  %.460 = add i64 %arg.w, 22384
  %.461 = add i64 %.460, %.448
  br label %B1090
B1090:                                            ; preds = %B834, %B760, %B536, %B138
  %.461.sink = phi i64 [ %.461, %B834 ], [ %.29.i116, %B760 ], [ %.29.i85, %B536 ], [ %.203, %B138 ]
  %.216.sink = phi i64 [ %.216, %B834 ], [ 0, %B760 ], [ 0, %B536 ], [ %.200, %B138 ]
  %.447.sink = phi i64 [ %.447, %B834 ], [ %.11.i107, %B760 ], [ %.11.i76, %B536 ], [ %.158, %B138 ]
  %.446.sink = phi ptr [ %.446, %B834 ], [ %.10.i106, %B760 ], [ %.10.i75, %B536 ], [ %.157, %B138 ]
  %loc.4.0 = phi i64 [ %.11.i121, %B834 ], [ %.11.i107, %B760 ], [ %.11.i76, %B536 ], [ %.11.i, %B138 ]
  %.462 = inttoptr i64 %.461.sink to ptr
  store i64 %.216.sink, ptr %.462, align 8
  %.466 = add nsw i64 %.447.sink, 1
  store i64 %.466, ptr %.446.sink, align 8
  %3 = trunc i64 %loc.4.0 to i32
  %.8.i133 = add i32 %3, 1
  store i32 %.8.i133, ptr %.26, align 4
  %.14.i137 = add i64 %arg.w, 96
  %.15.i138 = inttoptr i64 %.14.i137 to ptr
  %.16.i139 = load i64, ptr %.15.i138, align 8
  %.17.i140 = shl i64 %.16.i139, 3
  %.18.i141 = add i64 %arg.w, 102248
  %.19.i142 = add i64 %.18.i141, %.17.i140
  %.20.i = inttoptr i64 %.19.i142 to ptr
  store i64 %arg.slot, ptr %.20.i, align 8
  %.22.i143 = add nsw i64 %.16.i139, 1
  store i64 %.22.i143, ptr %.15.i138, align 8
  br label %common.ret
}
define i64 @sweep_region_forward(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12, i64 %.13) local_unnamed_addr {
entry:
  %.15 = alloca i64, align 8
  store i64 0, ptr %.15, align 8
  call fastcc void @helper_8(ptr %.15, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12)
  %.29 = load i64, ptr %.15, align 8
  ret i64 %.29
}
define internal fastcc void @helper_29(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.adjoints, i64 %arg.start, i64 %arg.stop, i64 %arg.size, i64 %arg.single, i64 %arg.dims, i64 %arg.ndim, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.work, i64 %arg.visit) unnamed_addr {
entry:
  %.775.i = alloca i64, align 8
  %.816.i = alloca i64, align 8
  %.618 = alloca ptr, align 8
  store ptr null, ptr %.618, align 8
  %.700 = alloca ptr, align 8
  store ptr null, ptr %.700, align 8
  %.970 = alloca ptr, align 8
  store ptr null, ptr %.970, align 8
  %.1459 = alloca ptr, align 8
  store ptr null, ptr %.1459, align 8
  %.1823 = alloca i64, align 8
  store i64 0, ptr %.1823, align 8
  %.1933 = alloca i64, align 8
  store i64 0, ptr %.1933, align 8
  %.6.i = add i64 %arg.forms, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i442 = add i64 %arg.classes, 16
  %.7.i443 = inttoptr i64 %.6.i442 to ptr
  %.8.i444 = load i64, ptr %.7.i443, align 8
  %.6.i445 = add i64 %arg.table, 16
  %.7.i446 = inttoptr i64 %.6.i445 to ptr
  %.8.i447 = load i64, ptr %.7.i446, align 8
  %.119 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i448 = add i64 %.119, 16
  %.7.i449 = inttoptr i64 %.6.i448 to ptr
  %.8.i450 = load i64, ptr %.7.i449, align 8
  %.146 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 1)
  %.6.i451 = add i64 %.146, 16
  %.7.i452 = inttoptr i64 %.6.i451 to ptr
  %.8.i453 = load i64, ptr %.7.i452, align 8
  %.179 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 2)
  %.6.i454 = add i64 %.179, 16
  %.7.i455 = inttoptr i64 %.6.i454 to ptr
  %.8.i456 = load i64, ptr %.7.i455, align 8
  %.206 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 3)
  %.6.i457 = add i64 %.206, 16
  %.7.i458 = inttoptr i64 %.6.i457 to ptr
  %.8.i459 = load i64, ptr %.7.i458, align 8
  %.239 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i460 = add i64 %.239, 16
  %.7.i461 = inttoptr i64 %.6.i460 to ptr
  %.8.i462 = load i64, ptr %.7.i461, align 8
  %.266 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i463 = add i64 %.266, 16
  %.7.i464 = inttoptr i64 %.6.i463 to ptr
  %.8.i465 = load i64, ptr %.7.i464, align 8
  %.299 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 0)
  %.6.i466 = add i64 %.299, 16
  %.7.i467 = inttoptr i64 %.6.i466 to ptr
  %.8.i468 = load i64, ptr %.7.i467, align 8
  %.325 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 1)
  %.327 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 2)
  %.6.i469 = add i64 %arg.dims, 16
  %.7.i470 = inttoptr i64 %.6.i469 to ptr
  %.8.i471 = load i64, ptr %.7.i470, align 8
  br label %B36.i
B36.i:                                            ; preds = %B36.i, %entry
  %.42.053.i = phi i64 [ 0, %entry ], [ %.113.i, %B36.i ]
  %0 = shl i64 %.42.053.i, 3
  %.113.i = add nuw nsw i64 %.42.053.i, 1
  %.140.i = add i64 %0, %.8.i450
  %.141.i = inttoptr i64 %.140.i to ptr
  store i64 0, ptr %.141.i, align 8
  %exitcond.not.i = icmp eq i64 %.113.i, 14
  br i1 %exitcond.not.i, label %helper_9.exit, label %B36.i
helper_9.exit: ; preds = %B36.i
  %.152.i = inttoptr i64 %.8.i450 to ptr
  store i64 %arg.size, ptr %.152.i, align 8
  %.157.not.i = icmp eq i64 %arg.single, 0
  %..i = select i1 %.157.not.i, i64 8, i64 4
  %.182.i = add i64 %.8.i450, 48
  %.183.i = inttoptr i64 %.182.i to ptr
  store i64 %..i, ptr %.183.i, align 8
  %.196.i = add i64 %.8.i450, 80
  %.197.i = inttoptr i64 %.196.i to ptr
  store i64 %.8.i471, ptr %.197.i, align 8
  %.204.i = add i64 %.8.i450, 88
  %.205.i = inttoptr i64 %.204.i to ptr
  store i64 %arg.ndim, ptr %.205.i, align 8
  %.9.i.i = add i64 %.8.i450, 16
  %.10.i.i = inttoptr i64 %.9.i.i to ptr
  %.11.i.i = load i64, ptr %.10.i.i, align 8
  %.13.i.i = mul i64 %.11.i.i, 24
  %.14.i.i = add i64 %.13.i.i, %.8.i450
  %.15.i.i = add i64 %.14.i.i, 3944
  %.16.i.i = inttoptr i64 %.15.i.i to ptr
  store i64 1, ptr %.16.i.i, align 8
  %.22.i.i = add i64 %.14.i.i, 3952
  %.23.i.i = inttoptr i64 %.22.i.i to ptr
  store i64 0, ptr %.23.i.i, align 8
  %.29.i.i = add i64 %.14.i.i, 3960
  %.30.i.i = inttoptr i64 %.29.i.i to ptr
  store i64 0, ptr %.30.i.i, align 8
  %.32.i.i = add nsw i64 %.11.i.i, 1
  store i64 %.32.i.i, ptr %.10.i.i, align 8
  %.390 = add nsw i64 %arg.stop, -1
  %.429 = sub i64 %arg.start, %arg.stop
  %.430 = icmp sgt i64 %.429, 0
  %.449 = sub nsw i64 0, %.429
  %storemerge = select i1 %.430, i64 0, i64 %.449
  %.473540 = icmp sgt i64 %storemerge, 0
  br i1 %.473540, label %B678.lr.ph, label %B2158
B678.lr.ph:                                       ; preds = %helper_9.exit
  %.416.1544 = add i64 %arg.stop, -2
  %.419.1542 = add nsw i64 %storemerge, -1
  %.759 = add i64 %.8.i462, 8
  %.768 = add i64 %.8.i462, 12
  %.786 = add i64 %.8.i447, 48
  %.20.i477 = add i64 %.8.i450, 64
  %.21.i478 = inttoptr i64 %.20.i477 to ptr
  %.14.i514 = add i64 %.8.i450, 96
  %.15.i515 = inttoptr i64 %.14.i514 to ptr
  %.18.i518 = add i64 %.8.i450, 102248
  %.546 = add i64 %.8.i462, 4
  %.20.i = add i64 %.8.i450, 64
  %.21.i = inttoptr i64 %.20.i to ptr
  br label %B678
B678:                                             ; preds = %B678.lr.ph, %B2681
  %.463.sroa.0.0548 = phi i64 [ %.390, %B678.lr.ph ], [ %.463.sroa.0.0, %B2681 ]
  %.416.1547 = phi i64 [ %.416.1544, %B678.lr.ph ], [ %.416.1, %B2681 ]
  %.419.1546 = phi i64 [ %.419.1542, %B678.lr.ph ], [ %.419.1, %B2681 ]
  %.515 = shl nsw i64 %.463.sroa.0.0548, 2
  %.517 = shl i64 %.463.sroa.0.0548, 4
  %.518 = add i64 %.517, %.8.i462
  %.519 = inttoptr i64 %.518 to ptr
  %.520 = load i32, ptr %.519, align 4
  %.521 = sext i32 %.520 to i64
  %.528 = add i64 %.8.i444, %.521
  %.529 = inttoptr i64 %.528 to ptr
  %.530 = load i8, ptr %.529, align 1
  switch i8 %.530, label %B2681 [
    i8 2, label %B772
    i8 1, label %B1164
  ]
B772:                                             ; preds = %B678
  %.547 = add i64 %.546, %.517
  %.548 = inttoptr i64 %.547 to ptr
  %.549 = load i32, ptr %.548, align 4
  %.550 = sext i32 %.549 to i64
  %.572 = shl i64 %.463.sroa.0.0548, 3
  %.573 = add i64 %.572, %.8.i468
  %.574 = inttoptr i64 %.573 to ptr
  br i1 %.157.not.i, label %B866, label %B820
B820:                                             ; preds = %B772
  %.563 = load float, ptr %.574, align 4
  %.565 = fcmp oeq float %.563, 0.000000e+00
  br label %B904
B866:                                             ; preds = %B772
  %.575 = load double, ptr %.574, align 8
  %.576 = fcmp oeq double %.575, 0.000000e+00
  br label %B904
B904:                                             ; preds = %B866, %B820
  %"$phi904.1.2.1" = phi i1 [ %.565, %B820 ], [ %.576, %B866 ]
  br i1 %"$phi904.1.2.1", label %B2681, label %B910
B910:                                             ; preds = %B904
  %.587 = add i64 %.463.sroa.0.0548, %.8.i465
  %.588 = inttoptr i64 %.587 to ptr
  %.589 = load i8, ptr %.588, align 1
  %1 = and i8 %.589, 4
  %.592 = icmp eq i8 %1, 0
  br i1 %.592, label %B2681, label %B966
B966:                                             ; preds = %B910
  %.597 = add i64 %.8.i465, %.550
  %.598 = inttoptr i64 %.597 to ptr
  %.599 = load i8, ptr %.598, align 1
  %2 = and i8 %.599, 4
  %.602 = icmp eq i8 %2, 0
  br i1 %.602, label %B2681, label %B1024
B1024:                                            ; preds = %B966
  store ptr null, ptr %.618, align 8
  call fastcc void @helper_30(ptr %.618, i64 %.8.i450, i64 %.8.i456, i64 %arg.frame, i64 %.8.i, i64 %arg.adjoints, i64 %.550)
  %.644 = shl nsw i64 %.463.sroa.0.0548, 3
  %.648 = add nsw i64 %.644, %.8.i468
  %.14.i = shl nsw i64 %.550, 2
  %.15.i = add i64 %.14.i, %.8.i456
  %.16.i = inttoptr i64 %.15.i to ptr
  %.17.i = load i32, ptr %.16.i, align 4
  %.18.i = sext i32 %.17.i to i64
  %.22.i = load i64, ptr %.21.i, align 8
  %.24.i = shl i64 %.22.i, 6
  %.25.i = add i64 %.24.i, %.8.i450
  %.26.i = add i64 %.25.i, 65384
  %.27.i = inttoptr i64 %.26.i to ptr
  store i64 1, ptr %.27.i, align 8
  %.37.0.i = ashr i64 %.18.i, 1
  %.70.i = add nsw i64 %.37.0.i, -1
  %.72.i = add i64 %.25.i, 65392
  %.73.i = inttoptr i64 %.72.i to ptr
  store i64 %.70.i, ptr %.73.i, align 8
  %.77.i = add i64 %.25.i, 65400
  %.78.i = inttoptr i64 %.77.i to ptr
  store i64 %.648, ptr %.78.i, align 8
  %.82.i = add i64 %.25.i, 65408
  %.83.i = inttoptr i64 %.82.i to ptr
  store i64 0, ptr %.83.i, align 8
  %.87.i = add i64 %.25.i, 65416
  %.88.i = inttoptr i64 %.87.i to ptr
  store i64 0, ptr %.88.i, align 8
  %.92.i = add i64 %.25.i, 65424
  %.93.i = inttoptr i64 %.92.i to ptr
  store i64 0, ptr %.93.i, align 8
  %.97.i = add i64 %.25.i, 65432
  %.98.i = inttoptr i64 %.97.i to ptr
  store i64 0, ptr %.98.i, align 8
  %.101.i = and i64 %.18.i, 1
  %.103.i = add i64 %.25.i, 65440
  %.104.i = inttoptr i64 %.103.i to ptr
  store i64 %.101.i, ptr %.104.i, align 8
  %.109.i = load i64, ptr %.21.i, align 8
  %.110.i = add nsw i64 %.109.i, 1
  store i64 %.110.i, ptr %.21.i, align 8
  %.115.i = or i32 %.17.i, 1
  store i32 %.115.i, ptr %.16.i, align 4
  %.124.i = load i8, ptr %.598, align 1
  %3 = and i8 %.124.i, -33
  store i8 %3, ptr %.598, align 1
  br label %B2681
B1164:                                            ; preds = %B678
  %.687 = tail call i64 @PyList_GetItem(i64 %.325, i64 %.463.sroa.0.0548)
  %.689.not = icmp eq i64 %.687, %.327
  br i1 %.689.not, label %B1248, label %B1204
B1204:                                            ; preds = %B1164
  store ptr null, ptr %.700, align 8
  call fastcc void @helper_30(ptr %.700, i64 %.8.i450, i64 %.8.i456, i64 %arg.frame, i64 %.8.i, i64 %arg.adjoints, i64 %.463.sroa.0.0548)
  br label %B1248
B1248:                                            ; preds = %B1204, %B1164
  %.728 = add i64 %.515, %.8.i456
  %.729 = inttoptr i64 %.728 to ptr
  %.730 = load i32, ptr %.729, align 4
  %4 = and i32 %.730, 1
  %.737 = icmp eq i32 %4, 0
  br i1 %.737, label %B2681, label %B1302
B1302:                                            ; preds = %B1248
  %.748 = or disjoint i64 %.515, 1
  %.750 = shl i64 %.748, 2
  %.751 = add i64 %.750, %.8.i462
  %.752 = inttoptr i64 %.751 to ptr
  %.753 = load i32, ptr %.752, align 4
  %.754 = sext i32 %.753 to i64
  %.760 = add i64 %.759, %.517
  %.761 = inttoptr i64 %.760 to ptr
  %.762 = load i32, ptr %.761, align 4
  %.763 = sext i32 %.762 to i64
  %.769 = add i64 %.768, %.517
  %.770 = inttoptr i64 %.769 to ptr
  %.771 = load i32, ptr %.770, align 4
  %.772 = sext i32 %.771 to i64
  %.783 = shl nsw i64 %.521, 3
  %.784 = shl nsw i64 %.521, 6
  %.787 = add i64 %.786, %.784
  %.788 = inttoptr i64 %.787 to ptr
  %.789 = load i64, ptr %.788, align 8
  %.916 = or disjoint i64 %.783, 3
  %5 = ashr i32 %.730, 1
  %narrow = add nsw i32 %5, -1
  %.1046 = sext i32 %narrow to i64
  %.1082 = add nsw i64 %.463.sroa.0.0548, 1
  %.1095 = add nsw i64 %.754, 1
  %.1108 = add nsw i64 %.763, 1
  %.1121 = add nsw i64 %.772, 1
  br label %B1532
B1532:                                            ; preds = %B1302, %B2682
  %.863.sroa.0.0539 = phi i64 [ 0, %B1302 ], [ %.863.sroa.0.0, %B2682 ]
  %.819.1538 = phi i64 [ 2, %B1302 ], [ %.819.1, %B2682 ]
  %.816.1537 = phi i64 [ 1, %B1302 ], [ %.816.1, %B2682 ]
  %.918 = add nsw i64 %.916, %.863.sroa.0.0539
  %.920 = shl i64 %.918, 3
  %.921 = add i64 %.920, %.8.i447
  %.922 = inttoptr i64 %.921 to ptr
  %.923 = load i64, ptr %.922, align 8
  %.931 = add nsw i64 %.863.sroa.0.0539, %.748
  %.933 = shl i64 %.931, 2
  %.934 = add i64 %.933, %.8.i462
  %.935 = inttoptr i64 %.934 to ptr
  %.936 = load i32, ptr %.935, align 4
  %.937 = sext i32 %.936 to i64
  %.942 = icmp eq i64 %.923, 0
  br i1 %.942, label %B2682, label %B1666
B1666:                                            ; preds = %B1532
  %.947 = add i64 %.8.i465, %.937
  %.948 = inttoptr i64 %.947 to ptr
  %.949 = load i8, ptr %.948, align 1
  %6 = and i8 %.949, 4
  %.952 = icmp eq i8 %6, 0
  br i1 %.952, label %B2682, label %B1724
B1724:                                            ; preds = %B1666
  store ptr null, ptr %.970, align 8
  call fastcc void @helper_30(ptr %.970, i64 %.8.i450, i64 %.8.i456, i64 %arg.frame, i64 %.8.i, i64 %arg.adjoints, i64 %.937)
  %.995 = shl nsw i64 %.863.sroa.0.0539, 2
  %.999 = ashr i64 %.789, %.995
  %.1000 = and i64 %.999, 15
  %.1048 = and i64 %.999, 1
  %.1049.not = icmp eq i64 %.1048, 0
  %"$phi1914.10.2.5" = select i1 %.1049.not, i64 0, i64 %.1082
  %.1091 = and i64 %.999, 2
  %.1092.not = icmp eq i64 %.1091, 0
  %"$phi1914.11.2.5" = select i1 %.1092.not, i64 0, i64 %.1095
  %.1104 = and i64 %.999, 4
  %.1105.not = icmp eq i64 %.1104, 0
  %"$phi1914.12.2.5" = select i1 %.1105.not, i64 0, i64 %.1108
  %.1117 = and i64 %.999, 8
  %.1118.not = icmp eq i64 %.1117, 0
  %"$phi1914.13.2.5" = select i1 %.1118.not, i64 0, i64 %.1121
  %.14.i472 = shl nsw i64 %.937, 2
  %.15.i473 = add i64 %.14.i472, %.8.i456
  %.16.i474 = inttoptr i64 %.15.i473 to ptr
  %.17.i475 = load i32, ptr %.16.i474, align 4
  %.18.i476 = sext i32 %.17.i475 to i64
  %.22.i479 = load i64, ptr %.21.i478, align 8
  %.24.i480 = shl i64 %.22.i479, 6
  %.25.i481 = add i64 %.24.i480, %.8.i450
  %.26.i482 = add i64 %.25.i481, 65384
  %.27.i483 = inttoptr i64 %.26.i482 to ptr
  store i64 %.923, ptr %.27.i483, align 8
  %.37.0.i484 = ashr i64 %.18.i476, 1
  %.70.i485 = add nsw i64 %.37.0.i484, -1
  %.72.i487 = add i64 %.25.i481, 65392
  %.73.i488 = inttoptr i64 %.72.i487 to ptr
  store i64 %.70.i485, ptr %.73.i488, align 8
  %.77.i490 = add i64 %.25.i481, 65400
  %.78.i491 = inttoptr i64 %.77.i490 to ptr
  store i64 %.1046, ptr %.78.i491, align 8
  %.82.i493 = add i64 %.25.i481, 65408
  %.83.i494 = inttoptr i64 %.82.i493 to ptr
  store i64 %"$phi1914.10.2.5", ptr %.83.i494, align 8
  %.87.i496 = add i64 %.25.i481, 65416
  %.88.i497 = inttoptr i64 %.87.i496 to ptr
  store i64 %"$phi1914.11.2.5", ptr %.88.i497, align 8
  %.92.i499 = add i64 %.25.i481, 65424
  %.93.i500 = inttoptr i64 %.92.i499 to ptr
  store i64 %"$phi1914.12.2.5", ptr %.93.i500, align 8
  %.97.i502 = add i64 %.25.i481, 65432
  %.98.i503 = inttoptr i64 %.97.i502 to ptr
  store i64 %"$phi1914.13.2.5", ptr %.98.i503, align 8
  %.101.i504 = and i64 %.18.i476, 1
  %.103.i506 = add i64 %.25.i481, 65440
  %.104.i507 = inttoptr i64 %.103.i506 to ptr
  store i64 %.101.i504, ptr %.104.i507, align 8
  %.109.i508 = load i64, ptr %.21.i478, align 8
  %.110.i509 = add nsw i64 %.109.i508, 1
  store i64 %.110.i509, ptr %.21.i478, align 8
  %.115.i510 = or i32 %.17.i475, 1
  store i32 %.115.i510, ptr %.16.i474, align 4
  %.124.i513 = load i8, ptr %.948, align 1
  %7 = and i8 %.124.i513, -33
  store i8 %7, ptr %.948, align 1
  br label %B1962
B1962:                                            ; preds = %B1724, %B2680
  %.1254.sroa.0.0536 = phi i64 [ 0, %B1724 ], [ %.1254.sroa.0.0, %B2680 ]
  %.1211.1535 = phi i64 [ 3, %B1724 ], [ %.1211.1, %B2680 ]
  %.1208.1534 = phi i64 [ 1, %B1724 ], [ %.1208.1, %B2680 ]
  %.1306 = icmp eq i64 %.1254.sroa.0.0536, 0
  br i1 %.1306, label %B2022, label %B1980
B1980:                                            ; preds = %B1962
  %.1316 = add nsw i64 %.1254.sroa.0.0536, %.515
  %.1318 = shl i64 %.1316, 2
  %.1319 = add i64 %.1318, %.8.i462
  %.1320 = inttoptr i64 %.1319 to ptr
  %.1321 = load i32, ptr %.1320, align 4
  %.1322 = sext i32 %.1321 to i64
  br label %B2022
B2022:                                            ; preds = %B1962, %B1980
  %"$phi2022.3.2.6" = phi i64 [ %.1322, %B1980 ], [ %.463.sroa.0.0548, %B1962 ]
  %8 = shl nuw i64 1, %.1254.sroa.0.0536
  %9 = and i64 %.1000, %8
  %.1338.not = icmp ne i64 %9, 0
  %.1342.not = icmp sle i64 %arg.start, %"$phi2022.3.2.6"
  %or.cond440.not533 = select i1 %.1338.not, i1 %.1342.not, i1 false
  %.1350 = icmp slt i64 %"$phi2022.3.2.6", %arg.stop
  %or.cond441 = select i1 %or.cond440.not533, i1 %.1350, i1 false
  br i1 %or.cond441, label %B2072, label %B2680
B2072:                                            ; preds = %B2022
  %.1362 = shl i64 %"$phi2022.3.2.6", 2
  %.1363 = add i64 %.1362, %.8.i459
  %.1364 = inttoptr i64 %.1363 to ptr
  %.1365 = load i32, ptr %.1364, align 4
  %.1367 = icmp eq i32 %.1365, 0
  br i1 %.1367, label %B2112, label %B2680
B2112:                                            ; preds = %B2072
  store i32 1, ptr %.1364, align 4
  %.16.i516 = load i64, ptr %.15.i515, align 8
  %.17.i517 = shl i64 %.16.i516, 3
  %.19.i = add i64 %.18.i518, %.17.i517
  %.20.i519 = inttoptr i64 %.19.i to ptr
  store i64 %"$phi2022.3.2.6", ptr %.20.i519, align 8
  %.22.i520 = add nsw i64 %.16.i516, 1
  store i64 %.22.i520, ptr %.15.i515, align 8
  br label %B2680
B2158:                                            ; preds = %B2681, %helper_9.exit
  %.1446.not = icmp eq i64 %arg.visit, 0
  br i1 %.1446.not, label %B2212, label %B2162
B2162:                                            ; preds = %B2158
  store ptr null, ptr %.1459, align 8
  call fastcc void @helper_10(ptr %.1459, i64 %.8.i450, i64 %.8.i453, i64 %.8.i459, i64 %arg.frame, i64 %.8.i, i64 %.8.i444, i64 %.8.i447, i64 %.327, i64 %arg.start, i64 %arg.stop)
  br label %B2262
B2212:                                            ; preds = %B2158
  store i64 0, ptr %.775.i, align 8
  store i64 0, ptr %.816.i, align 8
  %.39.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.39.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.67.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.157220.i = icmp sgt i64 %storemerge, 0
  br i1 %.157220.i, label %B142.lr.ph.i, label %B554.i
B142.lr.ph.i:                                     ; preds = %B2212
  %.101.1224.i = add i64 %arg.stop, -2
  %.104.1222.i = add nsw i64 %storemerge, -1
  %.14.i.i523 = add i64 %.8.i450, 96
  %.15.i.i524 = inttoptr i64 %.14.i.i523 to ptr
  %.18.i.i = add i64 %.8.i450, 102248
  br label %B142.i
B142.i:                                           ; preds = %B1280.i, %B142.lr.ph.i
  %.147.sroa.0.0228.i = phi i64 [ %.390, %B142.lr.ph.i ], [ %.147.sroa.0.0.i, %B1280.i ]
  %.101.1227.i = phi i64 [ %.101.1224.i, %B142.lr.ph.i ], [ %.101.1.i, %B1280.i ]
  %.104.1226.i = phi i64 [ %.104.1222.i, %B142.lr.ph.i ], [ %.104.1.i, %B1280.i ]
  %.200.i = shl i64 %.147.sroa.0.0228.i, 2
  %.201.i = add i64 %.200.i, %.8.i459
  %.202.i = inttoptr i64 %.201.i to ptr
  %.203.i = load i32, ptr %.202.i, align 4
  %.205.i525 = icmp eq i32 %.203.i, 0
  br i1 %.205.i525, label %B1280.i, label %B184.i
B184.i:                                           ; preds = %B142.i
  %.210.i = shl i64 %.147.sroa.0.0228.i, 4
  %.211.i = add i64 %.210.i, %.8.i.i
  %.212.i = inttoptr i64 %.211.i to ptr
  %.213.i = load i32, ptr %.212.i, align 4
  %.214.i = sext i32 %.213.i to i64
  %.217.i = add i64 %.8.i444, %.214.i
  %.218.i = inttoptr i64 %.217.i to ptr
  %.219.i = load i8, ptr %.218.i, align 1
  %.221.not.i = icmp eq i8 %.219.i, 1
  br i1 %.221.not.i, label %B270.i, label %B1280.i
B270.i:                                           ; preds = %B184.i
  %.230.i = tail call i64 @PyList_GetItem(i64 %.67.i, i64 %.147.sroa.0.0228.i)
  %.232.not.i = icmp eq i64 %.230.i, %.327
  br i1 %.232.not.i, label %B388.preheader.i, label %B322.i
B388.preheader.i:                                 ; preds = %B270.i
  %.363.i = or disjoint i64 %.200.i, 1
  br label %B390.i
B322.i:                                           ; preds = %B270.i
  store i32 0, ptr %.202.i, align 4
  br label %B1280.i
B390.i:                                           ; preds = %B1281.i, %B388.preheader.i
  %.270.1219.i = phi i64 [ 2, %B388.preheader.i ], [ %.270.1.i, %B1281.i ]
  %.267.1218.i = phi i64 [ 1, %B388.preheader.i ], [ %.267.1.i, %B1281.i ]
  %.267.0217.i = phi i64 [ 0, %B388.preheader.i ], [ %.267.1218.i, %B1281.i ]
  %.364.i = add nuw nsw i64 %.363.i, %.267.0217.i
  %.366.i = shl i64 %.364.i, 2
  %.367.i = add i64 %.366.i, %.8.i.i
  %.368.i = inttoptr i64 %.367.i to ptr
  %.369.i = load i32, ptr %.368.i, align 4
  %.370.i = sext i32 %.369.i to i64
  %.376.not.i = icmp sle i64 %arg.start, %.370.i
  %.384.i = icmp sgt i64 %arg.stop, %.370.i
  %or.cond.i = select i1 %.376.not.i, i1 %.384.i, i1 false
  br i1 %or.cond.i, label %B474.i, label %B1281.i
B474.i:                                           ; preds = %B390.i
  %.396.i = shl nsw i64 %.370.i, 2
  %.397.i = add i64 %.396.i, %.8.i459
  %.398.i = inttoptr i64 %.397.i to ptr
  %.399.i = load i32, ptr %.398.i, align 4
  %.401.i = icmp eq i32 %.399.i, 0
  br i1 %.401.i, label %B514.i, label %B1281.i
B514.i:                                           ; preds = %B474.i
  store i32 1, ptr %.398.i, align 4
  %.16.i.i526 = load i64, ptr %.15.i.i524, align 8
  %.17.i.i = shl i64 %.16.i.i526, 3
  %.19.i.i = add i64 %.18.i.i, %.17.i.i
  %.20.i.i = inttoptr i64 %.19.i.i to ptr
  store i64 %.370.i, ptr %.20.i.i, align 8
  %.22.i.i527 = add nsw i64 %.16.i.i526, 1
  store i64 %.22.i.i527, ptr %.15.i.i524, align 8
  br label %B1281.i
B554.i:                                           ; preds = %B1280.i, %B2212
  %.494.i = sub i64 %arg.stop, %arg.start
  %.538231.i = icmp sgt i64 %.494.i, 0
  br i1 %.538231.i, label %B590.lr.ph.i, label %helper_31.exit
B590.lr.ph.i:                                     ; preds = %B554.i
  %.484.1235.i = add nsw i64 %.494.i, -1
  %.481.1233.i = add i64 %arg.start, 1
  %.615.i = add i64 %.8.i450, 8
  %.616.i = inttoptr i64 %.615.i to ptr
  %.635.i = add i64 %.8.i450, 104
  %.846.i = add i64 %.8.i450, 3960
  %.855.i = add i64 %.8.i450, 112
  br label %B590.i
B590.i:                                           ; preds = %B1279.i, %B590.lr.ph.i
  %.528.sroa.0.0239.i = phi i64 [ %arg.start, %B590.lr.ph.i ], [ %.528.sroa.0.0.i, %B1279.i ]
  %.484.1238.i = phi i64 [ %.484.1235.i, %B590.lr.ph.i ], [ %.484.1.i, %B1279.i ]
  %.481.1237.i = phi i64 [ %.481.1233.i, %B590.lr.ph.i ], [ %.481.1.i, %B1279.i ]
  %.580.i = shl nsw i64 %.528.sroa.0.0239.i, 2
  %.582.i = shl i64 %.528.sroa.0.0239.i, 4
  %.583.i = add i64 %.582.i, %.8.i.i
  %.584.i = inttoptr i64 %.583.i to ptr
  %.585.i = load i32, ptr %.584.i, align 4
  %.586.i = sext i32 %.585.i to i64
  %.593.i = add i64 %.580.i, %.8.i459
  %.594.i = inttoptr i64 %.593.i to ptr
  %.595.i = load i32, ptr %.594.i, align 4
  %.597.i = icmp eq i32 %.595.i, 0
  br i1 %.597.i, label %B1279.i, label %B670.i
B670.i:                                           ; preds = %B590.i
  %.602.i = add i64 %.8.i444, %.586.i
  %.603.i = inttoptr i64 %.602.i to ptr
  %.604.i = load i8, ptr %.603.i, align 1
  %.606.not.i = icmp eq i8 %.604.i, 1
  br i1 %.606.not.i, label %B722.i, label %B1279.i
B722.i:                                           ; preds = %B670.i
  %.617.i = load i64, ptr %.616.i, align 8
  %.618.i = mul nsw i64 %.617.i, 5
  %.629.i = shl nsw i64 %.586.i, 6
  %.630.i = add i64 %.629.i, %.8.i447
  %.631.i = inttoptr i64 %.630.i to ptr
  %.632.i = load i64, ptr %.631.i, align 8
  %.619.i = mul i64 %.617.i, 40
  %.636.i = add i64 %.635.i, %.619.i
  %.637.i = inttoptr i64 %.636.i to ptr
  store i64 %.632.i, ptr %.637.i, align 8
  %.762.i = or disjoint i64 %.580.i, 1
  %.757.i = add nsw i64 %.618.i, 15
  br label %B912.i
B912.i:                                           ; preds = %B912.i, %B722.i
  %.662.0229.i = phi i64 [ 0, %B722.i ], [ %.731.i, %B912.i ]
  %.731.i = add nuw nsw i64 %.662.0229.i, 1
  %.763.i = add nuw nsw i64 %.762.i, %.662.0229.i
  %.765.i = shl i64 %.763.i, 2
  %.766.i = add i64 %.765.i, %.8.i.i
  %.767.i = inttoptr i64 %.766.i to ptr
  %.768.i = load i32, ptr %.767.i, align 4
  %.769.i = sext i32 %.768.i to i64
  store i64 0, ptr %.775.i, align 8
  call fastcc void @helper_14(ptr %.775.i, i64 %.8.i450, i64 %.8.i453, i64 %arg.frame, i64 %.8.i, i64 %.327, i64 %.769.i)
  %.789.i = load i64, ptr %.775.i, align 8
  %.758.i = add nsw i64 %.757.i, %.662.0229.i
  %.800.i = shl i64 %.758.i, 3
  %.801.i = add i64 %.800.i, %.8.i450
  %.802.i = inttoptr i64 %.801.i to ptr
  store i64 %.789.i, ptr %.802.i, align 8
  %exitcond.not.i522 = icmp eq i64 %.731.i, 3
  br i1 %exitcond.not.i522, label %B1044.i, label %B912.i
B1044.i:                                          ; preds = %B912.i
  store i64 0, ptr %.816.i, align 8
  call fastcc void @helper_14(ptr %.816.i, i64 %.8.i450, i64 %.8.i453, i64 %arg.frame, i64 %.8.i, i64 %.327, i64 %.528.sroa.0.0239.i)
  %.830.i = load i64, ptr %.816.i, align 8
  %.844.i = mul i64 %.830.i, 24
  %.847.i = add i64 %.846.i, %.844.i
  %.848.i = inttoptr i64 %.847.i to ptr
  store i64 1, ptr %.848.i, align 8
  %.856.i = add i64 %.855.i, %.619.i
  %.857.i = inttoptr i64 %.856.i to ptr
  store i64 %.830.i, ptr %.857.i, align 8
  %.863.i = load i64, ptr %.616.i, align 8
  %.864.i = add nsw i64 %.863.i, 1
  store i64 %.864.i, ptr %.616.i, align 8
  br label %B1279.i
B1279.i:                                          ; preds = %B1044.i, %B670.i, %B590.i
  %.538.i = icmp sgt i64 %.484.1238.i, 0
  %.551.i = zext i1 %.538.i to i64
  %.481.1.i = add i64 %.481.1237.i, %.551.i
  %.547.i = sext i1 %.538.i to i64
  %.484.1.i = add nsw i64 %.484.1238.i, %.547.i
  %.528.sroa.0.0.i = select i1 %.538.i, i64 %.481.1237.i, i64 0
  br i1 %.538.i, label %B590.i, label %helper_31.exit
B1280.i:                                          ; preds = %B1281.i, %B322.i, %B184.i, %B142.i
  %.157.i = icmp sgt i64 %.104.1226.i, 0
  %.166.i = sext i1 %.157.i to i64
  %.104.1.i = add nsw i64 %.104.1226.i, %.166.i
  %.101.1.i = add i64 %.101.1227.i, %.166.i
  %.147.sroa.0.0.i = select i1 %.157.i, i64 %.101.1227.i, i64 0
  br i1 %.157.i, label %B142.i, label %B554.i
B1281.i:                                          ; preds = %B514.i, %B474.i, %B390.i
  %.323.i = icmp ne i64 %.270.1219.i, 0
  %.336.i = zext i1 %.323.i to i64
  %.267.1.i = add i64 %.267.1218.i, %.336.i
  %.332.i = sext i1 %.323.i to i64
  %.270.1.i = add nsw i64 %.270.1219.i, %.332.i
  br i1 %.323.i, label %B390.i, label %B1280.i
helper_31.exit: ; preds = %B1279.i, %B554.i
  br label %B2262
B2262:                                            ; preds = %helper_31.exit, %B2162
  %.1538 = add i64 %.8.i450, 64
  %.1539 = inttoptr i64 %.1538 to ptr
  %.1540 = load i64, ptr %.1539, align 8
  %.1620552 = icmp sgt i64 %.1540, 0
  br i1 %.1620552, label %B2332.preheader, label %B2576
B2332.preheader:                                  ; preds = %B2262
  %.1567.1555 = add nsw i64 %.1540, -1
  br label %B2332
B2332:                                            ; preds = %B2332.preheader, %B2679
  %.1610.sroa.0.0558 = phi i64 [ %.1610.sroa.0.0, %B2679 ], [ 8173, %B2332.preheader ]
  %.1567.1557 = phi i64 [ %.1567.1, %B2679 ], [ %.1567.1555, %B2332.preheader ]
  %.1564.1556 = phi i64 [ %.1564.1, %B2679 ], [ 1, %B2332.preheader ]
  %.1665 = shl i64 %.1610.sroa.0.0558, 3
  %.1666 = add i64 %.1665, %.8.i450
  %.1667 = inttoptr i64 %.1666 to ptr
  %.1668 = load i64, ptr %.1667, align 8
  %.1669 = icmp eq i64 %.1668, 1
  br i1 %.1669, label %B2679, label %B2446
B2446:                                            ; preds = %B2332, %B2572
  %.1700.1551 = phi i64 [ %.1700.1, %B2572 ], [ 3, %B2332 ]
  %.1697.1550 = phi i64 [ %.1697.1, %B2572 ], [ 4, %B2332 ]
  %.1697.0549 = phi i64 [ %.1697.1550, %B2572 ], [ 3, %B2332 ]
  %.1796 = add nsw i64 %.1697.0549, %.1610.sroa.0.0558
  %.1798 = shl i64 %.1796, 3
  %.1799 = add i64 %.1798, %.8.i450
  %.1800 = inttoptr i64 %.1799 to ptr
  %.1801 = load i64, ptr %.1800, align 8
  %.1806.not = icmp eq i64 %.1801, 0
  br i1 %.1806.not, label %B2572, label %B2490
B2490:                                            ; preds = %B2446
  %.1815 = add nsw i64 %.1801, -1
  store i64 0, ptr %.1823, align 8
  call fastcc void @helper_14(ptr %.1823, i64 %.8.i450, i64 %.8.i453, i64 %arg.frame, i64 %.8.i, i64 %.327, i64 %.1815)
  %.1837 = load i64, ptr %.1823, align 8
  store i64 %.1837, ptr %.1800, align 8
  br label %B2572
B2572:                                            ; preds = %B2490, %B2446
  %.1753 = icmp ne i64 %.1700.1551, 0
  %.1766 = zext i1 %.1753 to i64
  %.1697.1 = add i64 %.1697.1550, %.1766
  %.1762 = sext i1 %.1753 to i64
  %.1700.1 = add nsw i64 %.1700.1551, %.1762
  br i1 %.1753, label %B2446, label %B2679
B2576:                                            ; preds = %B2679, %B2262
  %.18.i528 = add i64 %.8.i450, 96
  %.19.i529 = inttoptr i64 %.18.i528 to ptr
  %.20.i530 = load i64, ptr %.19.i529, align 8
  %.10239.not.i = icmp slt i64 %.20.i530, 1
  br i1 %.10239.not.i, label %helper_11.exit, label %B74.lr.ph.i
B74.lr.ph.i:                                      ; preds = %B2576
  %10 = add i64 %.8.i450, 102248
  br label %B74.i
B74.i:                                            ; preds = %B74.i, %B74.lr.ph.i
  %.44.040.i = phi i64 [ 0, %B74.lr.ph.i ], [ %.115.i531, %B74.i ]
  %11 = shl i64 %.44.040.i, 3
  %.115.i531 = add nuw nsw i64 %.44.040.i, 1
  %.143.i = add i64 %10, %11
  %.144.i = inttoptr i64 %.143.i to ptr
  %.145.i = load i64, ptr %.144.i, align 8
  %.148.i = shl i64 %.145.i, 2
  %.149.i = add i64 %.148.i, %.8.i453
  %.150.i = inttoptr i64 %.149.i to ptr
  store i32 0, ptr %.150.i, align 4
  %.155.i = add i64 %.148.i, %.8.i456
  %.156.i = inttoptr i64 %.155.i to ptr
  store i32 0, ptr %.156.i, align 4
  %.161.i = add i64 %.148.i, %.8.i459
  %.162.i = inttoptr i64 %.161.i to ptr
  store i32 0, ptr %.162.i, align 4
  %exitcond.not.i532 = icmp eq i64 %.115.i531, %.20.i530
  br i1 %exitcond.not.i532, label %helper_11.exit, label %B74.i
helper_11.exit: ; preds = %B74.i, %B2576
  %.1914 = load i64, ptr %.1539, align 8
  %12 = or i64 %.1914, %arg.visit
  %or.cond = icmp eq i64 %12, 0
  br i1 %or.cond, label %common.ret, label %B2678
common.ret:                                       ; preds = %helper_11.exit, %B2678
  %storemerge439 = phi i64 [ %.1947, %B2678 ], [ 0, %helper_11.exit ]
  store i64 %storemerge439, ptr %retptr, align 8
  ret void
B2678:                                            ; preds = %helper_11.exit
  store i64 0, ptr %.1933, align 8
  call fastcc void @helper_12(ptr %.1933, i64 %.8.i450, i64 %arg.work)
  %.1947 = load i64, ptr %.1933, align 8
  br label %common.ret
B2679:                                            ; preds = %B2572, %B2332
  %.1620 = icmp sgt i64 %.1567.1557, 0
  %13 = shl nsw i64 %.1564.1556, 3
  %14 = add nsw i64 %13, 8173
  %.1633 = zext i1 %.1620 to i64
  %.1564.1 = add i64 %.1564.1556, %.1633
  %.1629 = sext i1 %.1620 to i64
  %.1567.1 = add nsw i64 %.1567.1557, %.1629
  %.1610.sroa.0.0 = select i1 %.1620, i64 %14, i64 8173
  br i1 %.1620, label %B2332, label %B2576
B2680:                                            ; preds = %B2022, %B2072, %B2112
  %.1264 = icmp ne i64 %.1211.1535, 0
  %.1277 = zext i1 %.1264 to i64
  %.1208.1 = add i64 %.1208.1534, %.1277
  %.1273 = sext i1 %.1264 to i64
  %.1211.1 = add nsw i64 %.1211.1535, %.1273
  %.1254.sroa.0.0 = select i1 %.1264, i64 %.1208.1534, i64 0
  br i1 %.1264, label %B1962, label %B2682
B2681:                                            ; preds = %B2682, %B678, %B1248, %B904, %B910, %B966, %B1024
  %.473 = icmp sgt i64 %.419.1546, 0
  %.482 = sext i1 %.473 to i64
  %.419.1 = add nsw i64 %.419.1546, %.482
  %.486 = sext i1 %.473 to i64
  %.416.1 = add i64 %.416.1547, %.486
  %.463.sroa.0.0 = select i1 %.473, i64 %.416.1547, i64 0
  br i1 %.473, label %B678, label %B2158
B2682:                                            ; preds = %B2680, %B1532, %B1666
  %.873 = icmp ne i64 %.819.1538, 0
  %.886 = zext i1 %.873 to i64
  %.816.1 = add i64 %.816.1537, %.886
  %.882 = sext i1 %.873 to i64
  %.819.1 = add nsw i64 %.819.1538, %.882
  %.863.sroa.0.0 = select i1 %.873, i64 %.816.1537, i64 0
  br i1 %.873, label %B1532, label %B2681
}
define internal fastcc void @helper_30(ptr noalias nocapture nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.w, i64 %arg.bars, i64 %arg.frame, i64 %arg.forms, i64 %arg.adjoints, i64 %arg.slot) unnamed_addr {
entry:
  %.26 = shl i64 %arg.slot, 2
  %.27 = add i64 %.26, %arg.bars
  %.28 = inttoptr i64 %.27 to ptr
  %.29 = load i32, ptr %.28, align 4
  %.31.not = icmp eq i32 %.29, 0
  br i1 %.31.not, label %B40, label %common.ret
common.ret.sink.split:                            ; preds = %B312, %B502, %B688, %B874
  %.8.i211.sink = phi i32 [ %.8.i211, %B874 ], [ %.8.i185, %B688 ], [ %.8.i146, %B502 ], [ %.8.i124, %B312 ]
  store i32 %.8.i211.sink, ptr %.28, align 4
  %.14.i215 = add i64 %arg.w, 96
  %.15.i216 = inttoptr i64 %.14.i215 to ptr
  %.16.i217 = load i64, ptr %.15.i216, align 8
  %.17.i218 = shl i64 %.16.i217, 3
  %.18.i219 = add i64 %arg.w, 102248
  %.19.i220 = add i64 %.18.i219, %.17.i218
  %.20.i221 = inttoptr i64 %.19.i220 to ptr
  store i64 %arg.slot, ptr %.20.i221, align 8
  %.22.i222 = add nsw i64 %.16.i217, 1
  store i64 %.22.i222, ptr %.15.i216, align 8
  br label %common.ret
common.ret:                                       ; preds = %common.ret.sink.split, %entry
  store ptr null, ptr %retptr, align 8
  ret void
B40:                                              ; preds = %entry
  %.49 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i = add i64 %.49, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.78 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i104 = add i64 %.78, 16
  %.7.i105 = inttoptr i64 %.6.i104 to ptr
  %.8.i106 = load i64, ptr %.7.i105, align 8
  %.113 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 0)
  %.6.i107 = add i64 %.113, 16
  %.7.i108 = inttoptr i64 %.6.i107 to ptr
  %.8.i109 = load i64, ptr %.7.i108, align 8
  %.139 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 1)
  %.141 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 2)
  %.9.i.i = add i64 %.8.i, %.26
  %.10.i.i = inttoptr i64 %.9.i.i to ptr
  %.11.i.i = load i32, ptr %.10.i.i, align 4
  %0 = ashr i32 %.11.i.i, 1
  %.13.i.i = sext i32 %0 to i64
  %.16.i.i = shl nsw i64 %.13.i.i, 5
  %.17.i.i = add i64 %.16.i.i, %arg.forms
  %.18.i.i = inttoptr i64 %.17.i.i to ptr
  %.19.i.i = load i64, ptr %.18.i.i, align 8
  %.34.i = icmp slt i64 %.19.i.i, 3
  br i1 %.34.i, label %B312, label %B458
B312:                                             ; preds = %B40
  %.9.i = add i64 %arg.w, 16
  %.10.i = inttoptr i64 %.9.i to ptr
  %.11.i = load i64, ptr %.10.i, align 8
  %.13.i = mul i64 %.11.i, 24
  %.14.i = add i64 %.13.i, %arg.w
  %.15.i = add i64 %.14.i, 3944
  %.16.i = inttoptr i64 %.15.i to ptr
  store i64 1, ptr %.16.i, align 8
  %.22.i = add i64 %.14.i, 3952
  %.23.i = inttoptr i64 %.22.i to ptr
  store i64 0, ptr %.23.i, align 8
  %.29.i = add i64 %.14.i, 3960
  %.30.i = inttoptr i64 %.29.i to ptr
  store i64 0, ptr %.30.i, align 8
  %.32.i = add nsw i64 %.11.i, 1
  store i64 %.32.i, ptr %.10.i, align 8
  %.229 = shl nsw i64 %arg.slot, 3
  %.231 = add nsw i64 %.8.i109, %.229
  %.9.i110 = add i64 %arg.w, 56
  %.10.i111 = inttoptr i64 %.9.i110 to ptr
  %.11.i112 = load i64, ptr %.10.i111, align 8
  %.13.i113 = mul i64 %.11.i112, 24
  %.14.i114 = add i64 %.13.i113, %arg.w
  %.15.i115 = add i64 %.14.i114, 46952
  %.16.i116 = inttoptr i64 %.15.i115 to ptr
  store i64 %.11.i, ptr %.16.i116, align 8
  %.22.i118 = add i64 %.14.i114, 46960
  %.23.i119 = inttoptr i64 %.22.i118 to ptr
  store i64 %.231, ptr %.23.i119, align 8
  %.29.i121 = add i64 %.14.i114, 46968
  %.30.i122 = inttoptr i64 %.29.i121 to ptr
  store i64 1, ptr %.30.i122, align 8
  %.32.i123 = add nsw i64 %.11.i112, 1
  store i64 %.32.i123, ptr %.10.i111, align 8
  %.11.i.tr = trunc i64 %.11.i to i32
  %1 = shl i32 %.11.i.tr, 1
  %.8.i124 = add i32 %1, 2
  br label %common.ret.sink.split
B458:                                             ; preds = %B40
  %.301 = tail call i64 @PyList_GetItem(i64 %.139, i64 %arg.slot)
  %.309 = icmp eq i64 %.301, %.141
  br i1 %.309, label %B502, label %B596
B502:                                             ; preds = %B458
  %.9.i132 = add i64 %arg.w, 16
  %.10.i133 = inttoptr i64 %.9.i132 to ptr
  %.11.i134 = load i64, ptr %.10.i133, align 8
  %.13.i135 = mul i64 %.11.i134, 24
  %.14.i136 = add i64 %.13.i135, %arg.w
  %.15.i137 = add i64 %.14.i136, 3944
  %.16.i138 = inttoptr i64 %.15.i137 to ptr
  store i64 1, ptr %.16.i138, align 8
  %.22.i140 = add i64 %.14.i136, 3952
  %.23.i141 = inttoptr i64 %.22.i140 to ptr
  store i64 0, ptr %.23.i141, align 8
  %.29.i143 = add i64 %.14.i136, 3960
  %.30.i144 = inttoptr i64 %.29.i143 to ptr
  store i64 0, ptr %.30.i144, align 8
  %.32.i145 = add nsw i64 %.11.i134, 1
  store i64 %.32.i145, ptr %.10.i133, align 8
  %.11.i134.tr = trunc i64 %.11.i134 to i32
  %2 = shl i32 %.11.i134.tr, 1
  %.8.i146 = add i32 %2, 2
  br label %common.ret.sink.split
B596:                                             ; preds = %B458
  %.11.i161 = load i32, ptr %.10.i.i, align 4
  %3 = ashr i32 %.11.i161, 1
  %.13.i162 = sext i32 %3 to i64
  %.14.i163 = shl nsw i64 %.13.i162, 5
  %.15.i164 = add i64 %arg.forms, 16
  %.17.i165 = add i64 %.15.i164, %.14.i163
  %.18.i166 = inttoptr i64 %.17.i165 to ptr
  %.19.i167 = load i64, ptr %.18.i166, align 8
  %.420 = inttoptr i64 %arg.w to ptr
  %.421 = load i64, ptr %.420, align 8
  %.422 = icmp eq i64 %.19.i167, %.421
  br i1 %.422, label %B688, label %B874
B688:                                             ; preds = %B596
  %.6.i168 = add i64 %.301, 16
  %.7.i169 = inttoptr i64 %.6.i168 to ptr
  %.8.i170 = load i64, ptr %.7.i169, align 8
  %.9.i171 = add i64 %arg.w, 16
  %.10.i172 = inttoptr i64 %.9.i171 to ptr
  %.11.i173 = load i64, ptr %.10.i172, align 8
  %.13.i174 = mul i64 %.11.i173, 24
  %.14.i175 = add i64 %.13.i174, %arg.w
  %.15.i176 = add i64 %.14.i175, 3944
  %.16.i177 = inttoptr i64 %.15.i176 to ptr
  store i64 0, ptr %.16.i177, align 8
  %.22.i179 = add i64 %.14.i175, 3952
  %.23.i180 = inttoptr i64 %.22.i179 to ptr
  store i64 %.8.i170, ptr %.23.i180, align 8
  %.29.i182 = add i64 %.14.i175, 3960
  %.30.i183 = inttoptr i64 %.29.i182 to ptr
  store i64 1, ptr %.30.i183, align 8
  %.32.i184 = add nsw i64 %.11.i173, 1
  store i64 %.32.i184, ptr %.10.i172, align 8
  %.481 = add i64 %.8.i106, %arg.slot
  %.482 = inttoptr i64 %.481 to ptr
  %.483 = load i8, ptr %.482, align 1
  %4 = and i8 %.483, 32
  %.489 = shl i64 %.11.i173, 1
  %.490 = add i64 %.489, 2
  %.491.not = icmp eq i8 %4, 0
  %"$phi850.6.2.0" = zext i1 %.491.not to i64
  %.526 = or disjoint i64 %.490, %"$phi850.6.2.0"
  %.8.i185 = trunc i64 %.526 to i32
  br label %common.ret.sink.split
B874:                                             ; preds = %B596
  %.9.i197 = add i64 %arg.w, 16
  %.10.i198 = inttoptr i64 %.9.i197 to ptr
  %.11.i199 = load i64, ptr %.10.i198, align 8
  %.13.i200 = mul i64 %.11.i199, 24
  %.14.i201 = add i64 %.13.i200, %arg.w
  %.15.i202 = add i64 %.14.i201, 3944
  %.16.i203 = inttoptr i64 %.15.i202 to ptr
  store i64 1, ptr %.16.i203, align 8
  %.22.i205 = add i64 %.14.i201, 3952
  %.23.i206 = inttoptr i64 %.22.i205 to ptr
  store i64 0, ptr %.23.i206, align 8
  %.29.i208 = add i64 %.14.i201, 3960
  %.30.i209 = inttoptr i64 %.29.i208 to ptr
  store i64 0, ptr %.30.i209, align 8
  %.32.i210 = add nsw i64 %.11.i199, 1
  store i64 %.32.i210, ptr %.10.i198, align 8
  %.598 = add i64 %arg.w, 72
  %.599 = inttoptr i64 %.598 to ptr
  %.600 = load i64, ptr %.599, align 8
  %.601 = shl i64 %.600, 4
  %.604 = add i64 %arg.w, 89960
  %.605 = add i64 %.604, %.601
  %.606 = inttoptr i64 %.605 to ptr
  store i64 %.11.i199, ptr %.606, align 8
  %.613 = add i64 %arg.w, 89968
  %.614 = add i64 %.613, %.601
  %.615 = inttoptr i64 %.614 to ptr
  store i64 %.301, ptr %.615, align 8
  %.619 = add nsw i64 %.600, 1
  store i64 %.619, ptr %.599, align 8
  %.11.i199.tr = trunc i64 %.11.i199 to i32
  %5 = shl i32 %.11.i199.tr, 1
  %.8.i211 = add i32 %5, 2
  br label %common.ret.sink.split
}
define i64 @sweep_region_reverse(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12, i64 %.13) local_unnamed_addr {
entry:
  %.15 = alloca i64, align 8
  store i64 0, ptr %.15, align 8
  call fastcc void @helper_29(ptr %.15, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12, i64 %.13)
  %.29 = load i64, ptr %.15, align 8
  ret i64 %.29
}
define internal fastcc void @helper_32(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.work, i64 %arg.partials, i64 %arg.first_block, i64 %arg.last_block) unnamed_addr {
entry:
  %.73.i727 = alloca ptr, align 8
  %.154.i729 = alloca ptr, align 8
  %.73.i = alloca ptr, align 8
  %.154.i = alloca ptr, align 8
  %.1114 = alloca ptr, align 8
  store ptr null, ptr %.1114, align 8
  %.1803 = alloca ptr, align 8
  store ptr null, ptr %.1803, align 8
  %.15 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i = add i64 %.15, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.43 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 4)
  %.6.i664 = add i64 %.43, 16
  %.7.i665 = inttoptr i64 %.6.i664 to ptr
  %.8.i666 = load i64, ptr %.7.i665, align 8
  %.74 = inttoptr i64 %.8.i to ptr
  %.75 = load i64, ptr %.74, align 8
  %.78 = add i64 %.8.i, 40
  %.79 = inttoptr i64 %.78 to ptr
  %.80 = load i64, ptr %.79, align 8
  %.83 = add i64 %.8.i, 48
  %.84 = inttoptr i64 %.83 to ptr
  %.85 = load i64, ptr %.84, align 8
  %.88 = add i64 %.8.i, 16
  %.89 = inttoptr i64 %.88 to ptr
  %.90 = load i64, ptr %.89, align 8
  %.93 = add i64 %.8.i, 56
  %.94 = inttoptr i64 %.93 to ptr
  %.95 = load i64, ptr %.94, align 8
  %.145 = shl nsw i64 %.90, 3
  %.146 = add nsw i64 %.145, %.8.i666
  %.152 = shl nsw i64 %.90, 6
  %.154 = or disjoint i64 %.152, 63
  %.155 = add i64 %.154, %.146
  %.196 = and i64 %.155, -64
  %.202 = add i64 %.8.i, 32
  %.203 = inttoptr i64 %.202 to ptr
  %.204 = load i64, ptr %.203, align 8
  %.284748 = icmp sgt i64 %.204, 0
  br i1 %.284748, label %B476.lr.ph, label %B824
B476.lr.ph:                                       ; preds = %entry
  %.231.1750 = add nsw i64 %.204, -1
  %0 = add i64 %.8.i, 34664
  %.333 = add i64 %.8.i, 3952
  %.346 = add i64 %.8.i, 34672
  %.355 = add nsw i64 %.75, 7
  %.396 = and i64 %.355, -8
  %.399 = tail call i64 @llvm.smin.i64(i64 %.396, i64 %.80)
  %storemerge663 = tail call i64 @llvm.smax.i64(i64 %.399, i64 0)
  %.479741 = icmp sgt i64 %.399, 0
  %.488742 = sext i1 %.479741 to i64
  %.426.1743 = add nsw i64 %storemerge663, %.488742
  %.492744 = zext i1 %.479741 to i64
  br label %B476
B474.loopexit:                                    ; preds = %helper_18.exit, %B476
  %.284 = icmp sgt i64 %.231.1753, 0
  %.293 = sext i1 %.284 to i64
  %.231.1 = add nsw i64 %.231.1753, %.293
  %.297 = zext i1 %.284 to i64
  %.228.1 = add i64 %.228.1754, %.297
  br i1 %.284, label %B476, label %B824
B476:                                             ; preds = %B476.lr.ph, %B474.loopexit
  %.228.1754 = phi i64 [ 1, %B476.lr.ph ], [ %.228.1, %B474.loopexit ]
  %.231.1753 = phi i64 [ %.231.1750, %B476.lr.ph ], [ %.231.1, %B474.loopexit ]
  %.228.0752 = phi i64 [ 0, %B476.lr.ph ], [ %.228.1754, %B474.loopexit ]
  %1 = shl i64 %.228.0752, 4
  %.326 = add i64 %0, %1
  %.327 = inttoptr i64 %.326 to ptr
  %.328 = load i64, ptr %.327, align 8
  %.331 = mul i64 %.328, 24
  %.334 = add i64 %.333, %.331
  %.335 = inttoptr i64 %.334 to ptr
  %.336 = load i64, ptr %.335, align 8
  %.338 = add nsw i64 %.336, %.196
  br i1 %.479741, label %B768.lr.ph, label %B474.loopexit
B768.lr.ph:                                       ; preds = %B476
  %.347 = add i64 %.346, %1
  %.348 = inttoptr i64 %.347 to ptr
  %.349 = load i64, ptr %.348, align 8
  %.11.i22.i = inttoptr i64 %.349 to ptr
  %.11.i.i = inttoptr i64 %.349 to ptr
  br label %B768
B768:                                             ; preds = %B768.lr.ph, %helper_18.exit
  %.469.sroa.0.0747 = phi i64 [ 0, %B768.lr.ph ], [ %.469.sroa.0.0, %helper_18.exit ]
  %.423.1746 = phi i64 [ %.492744, %B768.lr.ph ], [ %.423.1, %helper_18.exit ]
  %.426.1745 = phi i64 [ %.426.1743, %B768.lr.ph ], [ %.426.1, %helper_18.exit ]
  %.17.i = load i64, ptr %.84, align 8
  %.18.i = icmp eq i64 %.17.i, 8
  br i1 %.18.i, label %B54.i, label %B82.i
B54.i:                                            ; preds = %B768
  %.12.i.i = load double, ptr %.11.i.i, align 8
  %.13.i.i = shl i64 %.469.sroa.0.0747, 3
  %.14.i.i = add i64 %.13.i.i, %.338
  %.15.i.i = inttoptr i64 %.14.i.i to ptr
  store double %.12.i.i, ptr %.15.i.i, align 8
  br label %helper_18.exit
B82.i:                                            ; preds = %B768
  %.12.i23.i = load float, ptr %.11.i22.i, align 4
  %.13.i24.i = shl i64 %.469.sroa.0.0747, 2
  %.14.i25.i = add i64 %.13.i24.i, %.338
  %.15.i26.i = inttoptr i64 %.14.i25.i to ptr
  store float %.12.i23.i, ptr %.15.i26.i, align 4
  br label %helper_18.exit
helper_18.exit: ; preds = %B54.i, %B82.i
  %.479 = icmp sgt i64 %.426.1745, 0
  %.488 = sext i1 %.479 to i64
  %.426.1 = add nsw i64 %.426.1745, %.488
  %.492 = zext i1 %.479 to i64
  %.423.1 = add i64 %.423.1746, %.492
  %.469.sroa.0.0 = select i1 %.479, i64 %.423.1746, i64 0
  br i1 %.479, label %B768, label %B474.loopexit
B824:                                             ; preds = %B474.loopexit, %entry
  %.606 = sub i64 %arg.last_block, %arg.first_block
  %.650830 = icmp sgt i64 %.606, 0
  br i1 %.650830, label %B860.lr.ph, label %B3292
B860.lr.ph:                                       ; preds = %B824
  %.593.1834 = add i64 %arg.first_block, 1
  %.596.1832 = add nsw i64 %.606, -1
  %storemerge652 = tail call i64 @llvm.smax.i64(i64 %.90, i64 0)
  %.827755 = icmp sgt i64 %.90, 0
  %.840756 = zext i1 %.827755 to i64
  %.836757 = sext i1 %.827755 to i64
  %.774.1758 = add nsw i64 %storemerge652, %.836757
  %.873 = add i64 %.8.i, 3952
  %.884 = add i64 %.8.i, 3944
  %.926 = add i64 %.8.i, 24
  %.927 = inttoptr i64 %.926 to ptr
  %2 = add i64 %.8.i, 22376
  %.1064 = add i64 %.8.i, 22384
  %3 = add i64 %.8.i, 22376
  %.1531788 = icmp sgt i64 %.90, 0
  %.1544789 = zext i1 %.1531788 to i64
  %.1540790 = sext i1 %.1531788 to i64
  %.1478.1791 = add nsw i64 %storemerge652, %.1540790
  %.1593 = add i64 %.8.i, 3944
  %.1907802 = icmp sgt i64 %.90, 0
  %.1920803 = zext i1 %.1907802 to i64
  %.1916804 = sext i1 %.1907802 to i64
  %.1854.1805 = add nsw i64 %storemerge652, %.1916804
  %.1952 = add i64 %.8.i, 3944
  %.1963 = add i64 %.8.i, 3952
  %.1979 = add i64 %.8.i, 3960
  %storemerge657 = tail call i64 @llvm.smax.i64(i64 %.95, i64 0)
  %.2314816 = icmp sgt i64 %.95, 0
  %.2327817 = zext i1 %.2314816 to i64
  %.2323818 = sext i1 %.2314816 to i64
  %.2261.1819 = add nsw i64 %storemerge657, %.2323818
  %.2359 = add i64 %.8.i, 46952
  %.2596 = add i64 %.8.i, 72
  %.2597 = inttoptr i64 %.2596 to ptr
  %4 = add i64 %.8.i, 89960
  %.2734 = add i64 %.8.i, 89968
  br label %B860
B856.loopexit:                                    ; preds = %helper_19.exit, %B3022
  %.650 = icmp sgt i64 %.596.1836, 0
  %.659 = sext i1 %.650 to i64
  %.596.1 = add nsw i64 %.596.1836, %.659
  %.663 = zext i1 %.650 to i64
  %.593.1 = add i64 %.593.1837, %.663
  br i1 %.650, label %B860, label %B3292
B860:                                             ; preds = %B860.lr.ph, %B856.loopexit
  %.593.1837 = phi i64 [ %.593.1834, %B860.lr.ph ], [ %.593.1, %B856.loopexit ]
  %.596.1836 = phi i64 [ %.596.1832, %B860.lr.ph ], [ %.596.1, %B856.loopexit ]
  %.593.0835 = phi i64 [ %arg.first_block, %B860.lr.ph ], [ %.593.1837, %B856.loopexit ]
  %.689 = mul nsw i64 %.593.0835, %.80
  %.695 = sub nsw i64 %.75, %.689
  %.698 = tail call i64 @llvm.smin.i64(i64 %.695, i64 %.80)
  %.743 = and i64 %.698, -8
  br i1 %.827755, label %B978.lr.ph, label %B1202
B978.lr.ph:                                       ; preds = %B860
  %.906 = mul nsw i64 %.689, %.85
  br label %B978
B978:                                             ; preds = %B978.lr.ph, %B978
  %.817.sroa.0.0761 = phi i64 [ 0, %B978.lr.ph ], [ %.817.sroa.0.0, %B978 ]
  %.774.1760 = phi i64 [ %.774.1758, %B978.lr.ph ], [ %.774.1, %B978 ]
  %.771.1759 = phi i64 [ %.840756, %B978.lr.ph ], [ %.771.1, %B978 ]
  %.871 = mul i64 %.817.sroa.0.0761, 24
  %.874 = add i64 %.873, %.871
  %.875 = inttoptr i64 %.874 to ptr
  %.876 = load i64, ptr %.875, align 8
  %.885 = add i64 %.884, %.871
  %.886 = inttoptr i64 %.885 to ptr
  %.887 = load i64, ptr %.886, align 8
  %.888 = icmp eq i64 %.887, 1
  %.897 = shl i64 %.817.sroa.0.0761, 3
  %.898 = add i64 %.897, %.8.i666
  %.899 = inttoptr i64 %.898 to ptr
  %.196..906 = select i1 %.888, i64 %.196, i64 %.906
  %.908 = add nsw i64 %.876, %.196..906
  store i64 %.908, ptr %.899, align 8
  %.827 = icmp sgt i64 %.774.1760, 0
  %.840 = zext i1 %.827 to i64
  %.771.1 = add i64 %.771.1759, %.840
  %.836 = sext i1 %.827 to i64
  %.774.1 = add nsw i64 %.774.1760, %.836
  %.817.sroa.0.0 = select i1 %.827, i64 %.771.1759, i64 0
  br i1 %.827, label %B978, label %B1202
B1202:                                            ; preds = %B978, %B860
  %.928 = load i64, ptr %.927, align 8
  %.1008762 = icmp sgt i64 %.928, 0
  br i1 %.1008762, label %B1272.preheader, label %B1468
B1272.preheader:                                  ; preds = %B1202
  %.955.1765 = add nsw i64 %.928, -1
  br label %B1272
B1272:                                            ; preds = %B1272.preheader, %helper_20.exit
  %.955.1768 = phi i64 [ %.955.1, %helper_20.exit ], [ %.955.1765, %B1272.preheader ]
  %.952.1767 = phi i64 [ %.952.1, %helper_20.exit ], [ 1, %B1272.preheader ]
  %.952.0766 = phi i64 [ %.952.1767, %helper_20.exit ], [ 0, %B1272.preheader ]
  %5 = shl i64 %.952.0766, 4
  %.1050 = add i64 %2, %5
  %.1051 = inttoptr i64 %.1050 to ptr
  %.1052 = load i64, ptr %.1051, align 8
  %.1054 = shl i64 %.1052, 3
  %.1055 = add i64 %.1054, %.8.i666
  %.1056 = inttoptr i64 %.1055 to ptr
  %.1057 = load i64, ptr %.1056, align 8
  %.1065 = add i64 %.1064, %5
  %.1066 = inttoptr i64 %.1065 to ptr
  %.1067 = load i64, ptr %.1066, align 8
  store ptr null, ptr %.73.i, align 8
  store ptr null, ptr %.154.i, align 8
  %.19.i = load i64, ptr %.84, align 8
  %.20.i = icmp eq i64 %.19.i, 8
  br i1 %.20.i, label %B54.i670, label %B82.i669
B54.i670:                                         ; preds = %B1272
  store ptr null, ptr %.73.i, align 8
  call fastcc void @helper_21(ptr %.73.i, i64 %.8.i, i64 %.1067, i64 %.1057, i64 %.689, i64 %.698, i64 0)
  br label %helper_20.exit
B82.i669:                                         ; preds = %B1272
  store ptr null, ptr %.154.i, align 8
  call fastcc void @helper_22(ptr %.154.i, i64 %.8.i, i64 %.1067, i64 %.1057, i64 %.689, i64 %.698, i64 0)
  br label %helper_20.exit
helper_20.exit: ; preds = %B54.i670, %B82.i669
  %.1008 = icmp sgt i64 %.955.1768, 0
  %.1021 = zext i1 %.1008 to i64
  %.952.1 = add i64 %.952.1767, %.1021
  %.1017 = sext i1 %.1008 to i64
  %.955.1 = add nsw i64 %.955.1768, %.1017
  br i1 %.1008, label %B1272, label %B1468
B1468:                                            ; preds = %helper_20.exit, %B1202
  %.1108.not = icmp ult i64 %.698, 8
  br i1 %.1108.not, label %B1506, label %B1472
B1472:                                            ; preds = %B1468
  store ptr null, ptr %.1114, align 8
  call fastcc void @helper_23(ptr %.1114, i64 %.8.i, i64 %.8.i666, i64 %.743)
  br label %B1506
B1506:                                            ; preds = %B1472, %B1468
  %.1141.not = icmp eq i64 %.743, %.698
  br i1 %.1141.not, label %B2664.else.if, label %B1520
B1520:                                            ; preds = %B1506
  %.1147 = load i64, ptr %.927, align 8
  %.1227778 = icmp sgt i64 %.1147, 0
  br i1 %.1227778, label %B1590.lr.ph, label %B1816.preheader
B1590.lr.ph:                                      ; preds = %B1520
  %.1174.1781 = add nsw i64 %.1147, -1
  %invariant.op = add i64 %.743, 8
  %.1319.reass = sub i64 %invariant.op, %.698
  %storemerge662 = tail call i64 @llvm.smax.i64(i64 %.1319.reass, i64 0)
  %.1362769 = icmp sgt i64 %.1319.reass, 0
  %.1375770 = zext i1 %.1362769 to i64
  %.1306.1771 = add i64 %.698, %.1375770
  %.1371772 = sext i1 %.1362769 to i64
  %.1309.1773 = add nsw i64 %storemerge662, %.1371772
  %.1352.sroa.0.0774 = select i1 %.1362769, i64 %.698, i64 0
  %.1403 = add nsw i64 %.698, -1
  %.9.i22.i = shl i64 %.1403, 2
  %.9.i.i = shl i64 %.1403, 3
  br label %B1590
B1588.loopexit:                                   ; preds = %helper_24.exit, %B1590
  %.1227 = icmp sgt i64 %.1174.1784, 0
  %.1240 = zext i1 %.1227 to i64
  %.1171.1 = add i64 %.1171.1783, %.1240
  %.1236 = sext i1 %.1227 to i64
  %.1174.1 = add nsw i64 %.1174.1784, %.1236
  br i1 %.1227, label %B1590, label %B1816.preheader
B1816.preheader:                                  ; preds = %B1588.loopexit, %B1520
  br i1 %.1531788, label %B1818.lr.ph, label %B2144
B1818.lr.ph:                                      ; preds = %B1816.preheader
  %.1580 = mul nsw i64 %.743, %.85
  %6 = xor i64 %.743, -1
  %.1731 = add i64 %.698, %6
  br label %B1818
B1590:                                            ; preds = %B1590.lr.ph, %B1588.loopexit
  %.1174.1784 = phi i64 [ %.1174.1781, %B1590.lr.ph ], [ %.1174.1, %B1588.loopexit ]
  %.1171.1783 = phi i64 [ 1, %B1590.lr.ph ], [ %.1171.1, %B1588.loopexit ]
  %.1171.0782 = phi i64 [ 0, %B1590.lr.ph ], [ %.1171.1783, %B1588.loopexit ]
  %7 = shl i64 %.1171.0782, 4
  %.1269 = add i64 %3, %7
  %.1270 = inttoptr i64 %.1269 to ptr
  %.1271 = load i64, ptr %.1270, align 8
  %.1273 = shl i64 %.1271, 3
  %.1274 = add i64 %.1273, %.8.i666
  %.1275 = inttoptr i64 %.1274 to ptr
  %.1276 = load i64, ptr %.1275, align 8
  br i1 %.1362769, label %B1724.lr.ph, label %B1588.loopexit
B1724.lr.ph:                                      ; preds = %B1590
  %.10.i23.i = add i64 %.1276, %.9.i22.i
  %.11.i24.i = inttoptr i64 %.10.i23.i to ptr
  %.10.i.i = add i64 %.1276, %.9.i.i
  %.11.i.i673 = inttoptr i64 %.10.i.i to ptr
  br label %B1724
B1724:                                            ; preds = %B1724.lr.ph, %helper_24.exit
  %.1352.sroa.0.0777 = phi i64 [ %.1352.sroa.0.0774, %B1724.lr.ph ], [ %.1352.sroa.0.0, %helper_24.exit ]
  %.1309.1776 = phi i64 [ %.1309.1773, %B1724.lr.ph ], [ %.1309.1, %helper_24.exit ]
  %.1306.1775 = phi i64 [ %.1306.1771, %B1724.lr.ph ], [ %.1306.1, %helper_24.exit ]
  %.25.i = load i64, ptr %.84, align 8
  %.26.i = icmp eq i64 %.25.i, 8
  br i1 %.26.i, label %B54.i672, label %B82.i671
B54.i672:                                         ; preds = %B1724
  %.12.i.i674 = load double, ptr %.11.i.i673, align 8
  %.13.i.i675 = shl i64 %.1352.sroa.0.0777, 3
  %.14.i.i676 = add i64 %.13.i.i675, %.1276
  %.15.i.i677 = inttoptr i64 %.14.i.i676 to ptr
  store double %.12.i.i674, ptr %.15.i.i677, align 8
  br label %helper_24.exit
B82.i671:                                         ; preds = %B1724
  %.12.i25.i = load float, ptr %.11.i24.i, align 4
  %.13.i26.i = shl i64 %.1352.sroa.0.0777, 2
  %.14.i27.i = add i64 %.13.i26.i, %.1276
  %.15.i28.i = inttoptr i64 %.14.i27.i to ptr
  store float %.12.i25.i, ptr %.15.i28.i, align 4
  br label %helper_24.exit
helper_24.exit: ; preds = %B54.i672, %B82.i671
  %.1362 = icmp sgt i64 %.1309.1776, 0
  %.1375 = zext i1 %.1362 to i64
  %.1306.1 = add i64 %.1306.1775, %.1375
  %.1371 = sext i1 %.1362 to i64
  %.1309.1 = add nsw i64 %.1309.1776, %.1371
  %.1352.sroa.0.0 = select i1 %.1362, i64 %.1306.1775, i64 0
  br i1 %.1362, label %B1724, label %B1588.loopexit
B1818:                                            ; preds = %B1818.lr.ph, %B2108
  %.1521.sroa.0.0794 = phi i64 [ 0, %B1818.lr.ph ], [ %.1521.sroa.0.0, %B2108 ]
  %.1478.1793 = phi i64 [ %.1478.1791, %B1818.lr.ph ], [ %.1478.1, %B2108 ]
  %.1475.1792 = phi i64 [ %.1544789, %B1818.lr.ph ], [ %.1475.1, %B2108 ]
  %.1574 = shl i64 %.1521.sroa.0.0794, 3
  %.1575 = add i64 %.1574, %.8.i666
  %.1576 = inttoptr i64 %.1575 to ptr
  %.1577 = load i64, ptr %.1576, align 8
  %.1581 = add nsw i64 %.1577, %.1580
  %.1591 = mul i64 %.1521.sroa.0.0794, 24
  %.1594 = add i64 %.1593, %.1591
  %.1595 = inttoptr i64 %.1594 to ptr
  %.1596 = load i64, ptr %.1595, align 8
  %.1597 = icmp eq i64 %.1596, 0
  br i1 %.1597, label %B1936, label %B2108
B1936:                                            ; preds = %B1818
  %.1603 = shl nsw i64 %.1521.sroa.0.0794, 6
  %.1605 = add nsw i64 %.1603, %.146
  br label %B2010
B2010:                                            ; preds = %B1936, %helper_24.exit698
  %.1678.sroa.0.0787 = phi i64 [ 0, %B1936 ], [ %.1678.sroa.0.0, %helper_24.exit698 ]
  %.1635.1786 = phi i64 [ 7, %B1936 ], [ %.1635.1, %helper_24.exit698 ]
  %.1632.1785 = phi i64 [ 1, %B1936 ], [ %.1632.1, %helper_24.exit698 ]
  %.1733 = tail call i64 @llvm.smin.i64(i64 %.1731, i64 %.1678.sroa.0.0787)
  %.25.i680 = load i64, ptr %.84, align 8
  %.26.i681 = icmp eq i64 %.25.i680, 8
  br i1 %.26.i681, label %B54.i690, label %B82.i682
B54.i690:                                         ; preds = %B2010
  %.9.i.i691 = shl i64 %.1733, 3
  %.10.i.i692 = add i64 %.9.i.i691, %.1581
  %.11.i.i693 = inttoptr i64 %.10.i.i692 to ptr
  %.12.i.i694 = load double, ptr %.11.i.i693, align 8
  %.13.i.i695 = shl i64 %.1678.sroa.0.0787, 3
  %.14.i.i696 = add i64 %.13.i.i695, %.1605
  %.15.i.i697 = inttoptr i64 %.14.i.i696 to ptr
  store double %.12.i.i694, ptr %.15.i.i697, align 8
  br label %helper_24.exit698
B82.i682:                                         ; preds = %B2010
  %.9.i22.i683 = shl i64 %.1733, 2
  %.10.i23.i684 = add i64 %.9.i22.i683, %.1581
  %.11.i24.i685 = inttoptr i64 %.10.i23.i684 to ptr
  %.12.i25.i686 = load float, ptr %.11.i24.i685, align 4
  %.13.i26.i687 = shl i64 %.1678.sroa.0.0787, 2
  %.14.i27.i688 = add i64 %.13.i26.i687, %.1605
  %.15.i28.i689 = inttoptr i64 %.14.i27.i688 to ptr
  store float %.12.i25.i686, ptr %.15.i28.i689, align 4
  br label %helper_24.exit698
helper_24.exit698: ; preds = %B54.i690, %B82.i682
  %.1688 = icmp ne i64 %.1635.1786, 0
  %.1701 = zext i1 %.1688 to i64
  %.1632.1 = add i64 %.1632.1785, %.1701
  %.1697 = sext i1 %.1688 to i64
  %.1635.1 = add nsw i64 %.1635.1786, %.1697
  %.1678.sroa.0.0 = select i1 %.1688, i64 %.1632.1785, i64 0
  br i1 %.1688, label %B2010, label %B2108
B2108:                                            ; preds = %helper_24.exit698, %B1818
  %cursor.4.3 = phi i64 [ %.1581, %B1818 ], [ %.1605, %helper_24.exit698 ]
  store i64 %cursor.4.3, ptr %.1576, align 8
  %.1531 = icmp sgt i64 %.1478.1793, 0
  %.1544 = zext i1 %.1531 to i64
  %.1475.1 = add i64 %.1475.1792, %.1544
  %.1540 = sext i1 %.1531 to i64
  %.1478.1 = add nsw i64 %.1478.1793, %.1540
  %.1521.sroa.0.0 = select i1 %.1531, i64 %.1475.1792, i64 0
  br i1 %.1531, label %B1818, label %B2144
B2144:                                            ; preds = %B2108, %B1816.preheader
  store ptr null, ptr %.1803, align 8
  call fastcc void @helper_25(ptr %.1803, i64 %.8.i, i64 %.8.i666)
  br i1 %.1907802, label %B2220.lr.ph, label %B2664.else.if
B2220.lr.ph:                                      ; preds = %B2144
  %.2173 = mul nsw i64 %.743, %.85
  %.1969 = mul nsw i64 %.689, %.85
  %.1987 = and i64 %.698, 7
  %.2067795 = icmp ne i64 %.1987, 0
  %.2080796 = zext i1 %.2067795 to i64
  %.2076797 = sext i1 %.2067795 to i64
  %.2014.1798 = add nsw i64 %.1987, %.2076797
  br label %B2220
B2220:                                            ; preds = %B2220.lr.ph, %B3293
  %.1897.sroa.0.0808 = phi i64 [ 0, %B2220.lr.ph ], [ %.1897.sroa.0.0, %B3293 ]
  %.1854.1807 = phi i64 [ %.1854.1805, %B2220.lr.ph ], [ %.1854.1, %B3293 ]
  %.1851.1806 = phi i64 [ %.1920803, %B2220.lr.ph ], [ %.1851.1, %B3293 ]
  %.1950 = mul i64 %.1897.sroa.0.0808, 24
  %.1953 = add i64 %.1952, %.1950
  %.1954 = inttoptr i64 %.1953 to ptr
  %.1955 = load i64, ptr %.1954, align 8
  %.1956 = icmp eq i64 %.1955, 0
  br i1 %.1956, label %B2294, label %B2588
B2294:                                            ; preds = %B2220
  %.1964 = add i64 %.1963, %.1950
  %.1965 = inttoptr i64 %.1964 to ptr
  %.1966 = load i64, ptr %.1965, align 8
  %.1970 = add nsw i64 %.1966, %.1969
  %.1980 = add i64 %.1979, %.1950
  %.1981 = inttoptr i64 %.1980 to ptr
  %.1982 = load i64, ptr %.1981, align 8
  %.1983.not = icmp ne i64 %.1982, 0
  %brmerge.not = select i1 %.1983.not, i1 %.2067795, i1 false
  br i1 %brmerge.not, label %B2464.lr.ph, label %B2552
B2464.lr.ph:                                      ; preds = %B2294
  %.2111 = shl nsw i64 %.1897.sroa.0.0808, 6
  %.2113 = add nsw i64 %.2111, %.146
  br label %B2464
B2464:                                            ; preds = %B2464.lr.ph, %helper_24.exit719
  %.2057.sroa.0.0801 = phi i64 [ 0, %B2464.lr.ph ], [ %.2057.sroa.0.0, %helper_24.exit719 ]
  %.2014.1800 = phi i64 [ %.2014.1798, %B2464.lr.ph ], [ %.2014.1, %helper_24.exit719 ]
  %.2011.1799 = phi i64 [ %.2080796, %B2464.lr.ph ], [ %.2011.1, %helper_24.exit719 ]
  %.2108 = add nsw i64 %.2057.sroa.0.0801, %.743
  %.25.i701 = load i64, ptr %.84, align 8
  %.26.i702 = icmp eq i64 %.25.i701, 8
  br i1 %.26.i702, label %B54.i711, label %B82.i703
B54.i711:                                         ; preds = %B2464
  %.9.i.i712 = shl i64 %.2057.sroa.0.0801, 3
  %.10.i.i713 = add i64 %.9.i.i712, %.2113
  %.11.i.i714 = inttoptr i64 %.10.i.i713 to ptr
  %.12.i.i715 = load double, ptr %.11.i.i714, align 8
  %.13.i.i716 = shl i64 %.2108, 3
  %.14.i.i717 = add i64 %.13.i.i716, %.1970
  %.15.i.i718 = inttoptr i64 %.14.i.i717 to ptr
  store double %.12.i.i715, ptr %.15.i.i718, align 8
  br label %helper_24.exit719
B82.i703:                                         ; preds = %B2464
  %.9.i22.i704 = shl i64 %.2057.sroa.0.0801, 2
  %.10.i23.i705 = add i64 %.9.i22.i704, %.2113
  %.11.i24.i706 = inttoptr i64 %.10.i23.i705 to ptr
  %.12.i25.i707 = load float, ptr %.11.i24.i706, align 4
  %.13.i26.i708 = shl i64 %.2108, 2
  %.14.i27.i709 = add i64 %.13.i26.i708, %.1970
  %.15.i28.i710 = inttoptr i64 %.14.i27.i709 to ptr
  store float %.12.i25.i707, ptr %.15.i28.i710, align 4
  br label %helper_24.exit719
helper_24.exit719: ; preds = %B54.i711, %B82.i703
  %.2067 = icmp sgt i64 %.2014.1800, 0
  %.2080 = zext i1 %.2067 to i64
  %.2011.1 = add i64 %.2011.1799, %.2080
  %.2076 = sext i1 %.2067 to i64
  %.2014.1 = add nsw i64 %.2014.1800, %.2076
  %.2057.sroa.0.0 = select i1 %.2067, i64 %.2011.1799, i64 0
  br i1 %.2067, label %B2464, label %B2552
B2552:                                            ; preds = %helper_24.exit719, %B2294
  %.2156 = shl i64 %.1897.sroa.0.0808, 3
  %.2157 = add i64 %.2156, %.8.i666
  %.2158 = inttoptr i64 %.2157 to ptr
  store i64 %.1970, ptr %.2158, align 8
  br label %B3293
B2588:                                            ; preds = %B2220
  %.2167 = shl i64 %.1897.sroa.0.0808, 3
  %.2168 = add i64 %.2167, %.8.i666
  %.2169 = inttoptr i64 %.2168 to ptr
  %.2170 = load i64, ptr %.2169, align 8
  %.2174 = sub nsw i64 %.2170, %.2173
  store i64 %.2174, ptr %.2169, align 8
  br label %B3293
B2714.loopexit:                                   ; preds = %helper_26.exit, %B2716
  %.2314 = icmp sgt i64 %.2261.1821, 0
  %.2327 = zext i1 %.2314 to i64
  %.2258.1 = add i64 %.2258.1820, %.2327
  %.2323 = sext i1 %.2314 to i64
  %.2261.1 = add nsw i64 %.2261.1821, %.2323
  %.2304.sroa.0.0 = select i1 %.2314, i64 %.2258.1820, i64 0
  br i1 %.2314, label %B2716, label %B3022
B2716:                                            ; preds = %B2716.lr.ph, %B2714.loopexit
  %.2304.sroa.0.0822 = phi i64 [ 0, %B2716.lr.ph ], [ %.2304.sroa.0.0, %B2714.loopexit ]
  %.2261.1821 = phi i64 [ %.2261.1819, %B2716.lr.ph ], [ %.2261.1, %B2714.loopexit ]
  %.2258.1820 = phi i64 [ %.2327817, %B2716.lr.ph ], [ %.2258.1, %B2714.loopexit ]
  %.2357 = mul i64 %.2304.sroa.0.0822, 24
  %.2360 = add i64 %.2359, %.2357
  %.2361 = inttoptr i64 %.2360 to ptr
  %.2362 = load i64, ptr %.2361, align 8
  %.2364 = shl i64 %.2362, 3
  %.2365 = add i64 %.2364, %.8.i666
  %.2366 = inttoptr i64 %.2365 to ptr
  %.2367 = load i64, ptr %.2366, align 8
  br i1 %.2451809.not, label %B2714.loopexit, label %B2846
B2846:                                            ; preds = %B2716, %helper_26.exit
  %.2441.sroa.0.0815 = phi i64 [ %.2441.sroa.0.0, %helper_26.exit ], [ 0, %B2716 ]
  %.2398.1814 = phi i64 [ %.2398.1, %helper_26.exit ], [ %.2398.1812, %B2716 ]
  %.2395.1813 = phi i64 [ %.2395.1, %helper_26.exit ], [ 256, %B2716 ]
  %.2491 = mul nsw i64 %.2441.sroa.0.0815, %.85
  %.2493 = add nsw i64 %.2491, %.2367
  %.2495 = sub nsw i64 %.698, %.2441.sroa.0.0815
  %.2497 = tail call i64 @llvm.smin.i64(i64 %.2495, i64 256)
  %.19.i722 = load i64, ptr %.84, align 8
  %.20.i723 = icmp eq i64 %.19.i722, 8
  %first.i.i = inttoptr i64 %.2493 to ptr
  %whole.i.i = and i64 %.2497, -8
  %some.i.i = icmp sgt i64 %.2495, 7
  br i1 %.20.i723, label %B54.i726, label %B82.i724
B54.i726:                                         ; preds = %B2846
  br i1 %some.i.i, label %loop.i.i, label %end.i.i
loop.i.i:                                         ; preds = %B54.i726, %loop.i.i
  %i.i.i = phi i64 [ %next.i.i, %loop.i.i ], [ 0, %B54.i726 ]
  %sum.i.i = phi <8 x double> [ %more.i.i, %loop.i.i ], [ zeroinitializer, %B54.i726 ]
  %at.i.i = getelementptr double, ptr %first.i.i, i64 %i.i.i
  %items.i.i = load <8 x double>, ptr %at.i.i, align 8
  %more.i.i = fadd <8 x double> %sum.i.i, %items.i.i
  %next.i.i = add nuw nsw i64 %i.i.i, 8
  %again.i.i = icmp slt i64 %next.i.i, %whole.i.i
  br i1 %again.i.i, label %loop.i.i, label %end.i.i
end.i.i:                                          ; preds = %loop.i.i, %B54.i726
  %most.i.i = phi <8 x double> [ zeroinitializer, %B54.i726 ], [ %more.i.i, %loop.i.i ]
  %left.i.i = and i64 %.2497, 7
  %any.not.i.i = icmp eq i64 %left.i.i, 0
  br i1 %any.not.i.i, label %helper_26.exit, label %rest.i.i
rest.i.i:                                         ; preds = %end.i.i
  %limit.i.i = insertelement <8 x i64> poison, i64 %left.i.i, i64 0
  %limits.i.i = shufflevector <8 x i64> %limit.i.i, <8 x i64> poison, <8 x i32> zeroinitializer
  %mask.i.i = icmp samesign ugt <8 x i64> %limits.i.i, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %tail.i.i = getelementptr double, ptr %first.i.i, i64 %whole.i.i
  %last.i.i = tail call <8 x double> @llvm.masked.load.v8f64.p0(ptr %tail.i.i, i32 8, <8 x i1> %mask.i.i, <8 x double> zeroinitializer)
  %full.i.i = fadd <8 x double> %most.i.i, %last.i.i
  br label %helper_26.exit
B82.i724:                                         ; preds = %B2846
  br i1 %some.i.i, label %loop.i41.i, label %end.i14.i
loop.i41.i:                                       ; preds = %B82.i724, %loop.i41.i
  %i.i42.i = phi i64 [ %next.i47.i, %loop.i41.i ], [ 0, %B82.i724 ]
  %sum.i43.i = phi <8 x double> [ %more.i46.i, %loop.i41.i ], [ zeroinitializer, %B82.i724 ]
  %at.i44.i = getelementptr float, ptr %first.i.i, i64 %i.i42.i
  %items.i45.i = load <8 x float>, ptr %at.i44.i, align 4
  %wide.i.i = fpext <8 x float> %items.i45.i to <8 x double>
  %more.i46.i = fadd <8 x double> %sum.i43.i, %wide.i.i
  %next.i47.i = add nuw nsw i64 %i.i42.i, 8
  %again.i48.i = icmp slt i64 %next.i47.i, %whole.i.i
  br i1 %again.i48.i, label %loop.i41.i, label %end.i14.i
end.i14.i:                                        ; preds = %loop.i41.i, %B82.i724
  %most.i15.i = phi <8 x double> [ zeroinitializer, %B82.i724 ], [ %more.i46.i, %loop.i41.i ]
  %left.i16.i = and i64 %.2497, 7
  %any.not.i17.i = icmp eq i64 %left.i16.i, 0
  br i1 %any.not.i17.i, label %helper_26.exit, label %rest.i18.i
rest.i18.i:                                       ; preds = %end.i14.i
  %limit.i19.i = insertelement <8 x i64> poison, i64 %left.i16.i, i64 0
  %limits.i20.i = shufflevector <8 x i64> %limit.i19.i, <8 x i64> poison, <8 x i32> zeroinitializer
  %mask.i21.i = icmp samesign ugt <8 x i64> %limits.i20.i, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %tail.i22.i = getelementptr float, ptr %first.i.i, i64 %whole.i.i
  %last.i23.i = tail call <8 x float> @llvm.masked.load.v8f32.p0(ptr %tail.i22.i, i32 4, <8 x i1> %mask.i21.i, <8 x float> zeroinitializer)
  %lastwide.i.i = fpext <8 x float> %last.i23.i to <8 x double>
  %full.i24.i = fadd <8 x double> %most.i15.i, %lastwide.i.i
  br label %helper_26.exit
helper_26.exit: ; preds = %end.i14.i, %rest.i18.i, %end.i.i, %rest.i.i
  %all.i.i.sink7 = phi <8 x double> [ %most.i.i, %end.i.i ], [ %full.i.i, %rest.i.i ], [ %most.i15.i, %end.i14.i ], [ %full.i24.i, %rest.i18.i ]
  %t1.i.i = extractelement <8 x double> %all.i.i.sink7, i64 0
  %t2.i.i = extractelement <8 x double> %all.i.i.sink7, i64 1
  %t3.i.i = extractelement <8 x double> %all.i.i.sink7, i64 2
  %t4.i.i = extractelement <8 x double> %all.i.i.sink7, i64 3
  %t5.i.i = extractelement <8 x double> %all.i.i.sink7, i64 4
  %t6.i.i = extractelement <8 x double> %all.i.i.sink7, i64 5
  %t7.i.i = extractelement <8 x double> %all.i.i.sink7, i64 6
  %t8.i.i = extractelement <8 x double> %all.i.i.sink7, i64 7
  %t9.i.i = fadd double %t1.i.i, %t2.i.i
  %t10.i.i = fadd double %t3.i.i, %t4.i.i
  %t11.i.i = fadd double %t5.i.i, %t6.i.i
  %t12.i.i = fadd double %t7.i.i, %t8.i.i
  %t13.i.i = fadd double %t9.i.i, %t10.i.i
  %t14.i.i = fadd double %t11.i.i, %t12.i.i
  %t15.i.i = fadd double %t13.i.i, %t14.i.i
  %.2534.0 = ashr i64 %.2441.sroa.0.0815, 8
  %.2568 = add nsw i64 %.2534.0, %.2198.0
  %.2570 = mul nsw i64 %.2568, %.95
  %.2572 = add nsw i64 %.2570, %.2304.sroa.0.0822
  %.2574 = shl i64 %.2572, 3
  %.2575 = add i64 %.2574, %arg.partials
  %.2576 = inttoptr i64 %.2575 to ptr
  store double %t15.i.i, ptr %.2576, align 8
  %.2451 = icmp sgt i64 %.2398.1814, 0
  %.2464 = add i64 %.2395.1813, 256
  %.2395.1 = select i1 %.2451, i64 %.2464, i64 %.2395.1813
  %.2460 = sext i1 %.2451 to i64
  %.2398.1 = add nsw i64 %.2398.1814, %.2460
  %.2441.sroa.0.0 = select i1 %.2451, i64 %.2395.1813, i64 0
  br i1 %.2451, label %B2846, label %B2714.loopexit
B3022:                                            ; preds = %B2714.loopexit, %B2664.else.if
  %.2598 = load i64, ptr %.2597, align 8
  %.2678823 = icmp sgt i64 %.2598, 0
  br i1 %.2678823, label %B3092.preheader, label %B856.loopexit
B3092.preheader:                                  ; preds = %B3022
  %.2625.1826 = add nsw i64 %.2598, -1
  br label %B3092
B3092:                                            ; preds = %B3092.preheader, %helper_19.exit
  %.2625.1829 = phi i64 [ %.2625.1, %helper_19.exit ], [ %.2625.1826, %B3092.preheader ]
  %.2622.1828 = phi i64 [ %.2622.1, %helper_19.exit ], [ 1, %B3092.preheader ]
  %.2622.0827 = phi i64 [ %.2622.1828, %helper_19.exit ], [ 0, %B3092.preheader ]
  %8 = shl i64 %.2622.0827, 4
  %.2720 = add i64 %4, %8
  %.2721 = inttoptr i64 %.2720 to ptr
  %.2722 = load i64, ptr %.2721, align 8
  %.2724 = shl i64 %.2722, 3
  %.2725 = add i64 %.2724, %.8.i666
  %.2726 = inttoptr i64 %.2725 to ptr
  %.2727 = load i64, ptr %.2726, align 8
  %.2735 = add i64 %.2734, %8
  %.2736 = inttoptr i64 %.2735 to ptr
  %.2737 = load i64, ptr %.2736, align 8
  store ptr null, ptr %.73.i727, align 8
  store ptr null, ptr %.154.i729, align 8
  %.19.i733 = load i64, ptr %.84, align 8
  %.20.i734 = icmp eq i64 %.19.i733, 8
  br i1 %.20.i734, label %B54.i739, label %B82.i735
B54.i739:                                         ; preds = %B3092
  store ptr null, ptr %.73.i727, align 8
  call fastcc void @helper_21(ptr %.73.i727, i64 %.8.i, i64 %.2737, i64 %.2727, i64 %.689, i64 %.698, i64 1)
  br label %helper_19.exit
B82.i735:                                         ; preds = %B3092
  store ptr null, ptr %.154.i729, align 8
  call fastcc void @helper_22(ptr %.154.i729, i64 %.8.i, i64 %.2737, i64 %.2727, i64 %.689, i64 %.698, i64 1)
  br label %helper_19.exit
helper_19.exit: ; preds = %B54.i739, %B82.i735
  %.2678 = icmp sgt i64 %.2625.1829, 0
  %.2691 = zext i1 %.2678 to i64
  %.2622.1 = add i64 %.2622.1828, %.2691
  %.2687 = sext i1 %.2678 to i64
  %.2625.1 = add nsw i64 %.2625.1829, %.2687
  br i1 %.2678, label %B3092, label %B856.loopexit
B3292:                                            ; preds = %B856.loopexit, %B824
  store i64 0, ptr %retptr, align 8
  ret void
B3293:                                            ; preds = %B2588, %B2552
  %.1907 = icmp sgt i64 %.1854.1807, 0
  %.1920 = zext i1 %.1907 to i64
  %.1851.1 = add i64 %.1851.1806, %.1920
  %.1916 = sext i1 %.1907 to i64
  %.1854.1 = add nsw i64 %.1854.1807, %.1916
  %.1897.sroa.0.0 = select i1 %.1907, i64 %.1851.1806, i64 0
  br i1 %.1907, label %B2220, label %B2664.else.if
B2664.else.if:                                    ; preds = %B3293, %B2144, %B1506
  %.2198.0 = ashr i64 %.689, 8
  br i1 %.2314816, label %B2716.lr.ph, label %B3022
B2716.lr.ph:                                      ; preds = %B2664.else.if
  %.2424 = and i64 %.698, 255
  %.2427.not = icmp ne i64 %.2424, 0
  %.2428659 = lshr i64 %.698, 8
  %.2429 = zext i1 %.2427.not to i64
  %.2430 = add nuw nsw i64 %.2428659, %.2429
  %.2409.inv = icmp slt i64 %.698, 1
  %.2451809.not838 = icmp eq i64 %.2430, 0
  %.2451809.not = select i1 %.2409.inv, i1 true, i1 %.2451809.not838
  %.2398.1812 = add nsw i64 %.2430, -1
  br label %B2716
}
define i64 @sweep_region_run(i64 %.1, i64 %.2, i64 %.3, i64 %.4) local_unnamed_addr {
entry:
  %.6 = alloca i64, align 8
  store i64 0, ptr %.6, align 8
  call fastcc void @helper_32(ptr %.6, i64 %.1, i64 %.2, i64 %.3, i64 %.4)
  %.20 = load i64, ptr %.6, align 8
  ret i64 %.20
}
define internal fastcc void @helper_33(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.work, i64 %arg.partials) unnamed_addr {
entry:
  %.9 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i = add i64 %.9, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.41 = add i64 %.8.i, 56
  %.42 = inttoptr i64 %.41 to ptr
  %.43 = load i64, ptr %.42, align 8
  %.50 = inttoptr i64 %.8.i to ptr
  %.51 = load i64, ptr %.50, align 8
  %.53 = add nsw i64 %.51, 255
  %.61.0 = ashr i64 %.53, 8
  %.17748 = icmp sgt i64 %.43, 0
  br i1 %.17748, label %B216.lr.ph, label %B426
B216.lr.ph:                                       ; preds = %entry
  %.124.150 = add nsw i64 %.43, -1
  %again1.i = icmp sgt i64 %.61.0, 0
  %.227 = add i64 %.8.i, 46960
  %.235 = add i64 %.8.i, 46968
  %.14.i = add i64 %.8.i, 48
  %.15.i = inttoptr i64 %.14.i to ptr
  br label %B216
B216:                                             ; preds = %B216.lr.ph, %helper_15.exit
  %.167.sroa.0.054 = phi i64 [ 0, %B216.lr.ph ], [ %.167.sroa.0.0, %helper_15.exit ]
  %.121.153 = phi i64 [ 1, %B216.lr.ph ], [ %.121.1, %helper_15.exit ]
  %.124.152 = phi i64 [ %.124.150, %B216.lr.ph ], [ %.124.1, %helper_15.exit ]
  %.215 = shl nsw i64 %.167.sroa.0.054, 3
  %.217 = add nsw i64 %.215, %arg.partials
  %first.i = inttoptr i64 %.217 to ptr
  br i1 %again1.i, label %body.i, label %sum_chunks.exit
body.i:                                           ; preds = %B216, %body.i
  %lost4.i = phi double [ %t10.i, %body.i ], [ 0.000000e+00, %B216 ]
  %total3.i = phi double [ %t1.i, %body.i ], [ 0.000000e+00, %B216 ]
  %k2.i = phi i64 [ %next.i, %body.i ], [ 0, %B216 ]
  %offset.i = mul i64 %k2.i, %.43
  %at.i = getelementptr double, ptr %first.i, i64 %offset.i
  %x.i = load double, ptr %at.i, align 8
  %t1.i = fadd double %total3.i, %x.i
  %t2.i = tail call double @llvm.fabs.f64(double %total3.i)
  %t3.i = tail call double @llvm.fabs.f64(double %x.i)
  %t4.i = fcmp oge double %t2.i, %t3.i
  %t5.i = fsub double %total3.i, %t1.i
  %t6.i = fadd double %x.i, %t5.i
  %t7.i = fsub double %x.i, %t1.i
  %t8.i = fadd double %total3.i, %t7.i
  %t9.i = select i1 %t4.i, double %t6.i, double %t8.i
  %t10.i = fadd double %lost4.i, %t9.i
  %next.i = add nuw nsw i64 %k2.i, 1
  %exitcond.not.i = icmp eq i64 %next.i, %.61.0
  br i1 %exitcond.not.i, label %sum_chunks.exit, label %body.i
sum_chunks.exit:                                  ; preds = %body.i, %B216
  %total.lcssa.i = phi double [ 0.000000e+00, %B216 ], [ %t1.i, %body.i ]
  %lost.lcssa.i = phi double [ 0.000000e+00, %B216 ], [ %t10.i, %body.i ]
  %t11.i = fcmp ord double %lost.lcssa.i, 0.000000e+00
  %t12.i = fadd double %total.lcssa.i, %lost.lcssa.i
  %t13.i = select i1 %t11.i, double %t12.i, double %total.lcssa.i
  %.225 = mul i64 %.167.sroa.0.054, 24
  %.228 = add i64 %.227, %.225
  %.229 = inttoptr i64 %.228 to ptr
  %.230 = load i64, ptr %.229, align 8
  %.236 = add i64 %.235, %.225
  %.237 = inttoptr i64 %.236 to ptr
  %.238 = load i64, ptr %.237, align 8
  %.16.i = load i64, ptr %.15.i, align 8
  %.17.i = icmp eq i64 %.16.i, 8
  %.14.not.i.i = icmp eq i64 %.238, 0
  br i1 %.17.i, label %B54.i, label %B82.i
B54.i:                                            ; preds = %sum_chunks.exit
  br i1 %.14.not.i.i, label %helper_27.exit.i, label %B26.i.i
B26.i.i:                                          ; preds = %B54.i
  %.34.i.i = inttoptr i64 %.230 to ptr
  %.35.i.i = load double, ptr %.34.i.i, align 8
  %.41.i.i = fadd double %t13.i, %.35.i.i
  br label %helper_27.exit.i
helper_27.exit.i: ; preds = %B26.i.i, %B54.i
  %"$phi68.5.2.0.i.i" = phi double [ %.41.i.i, %B26.i.i ], [ %t13.i, %B54.i ]
  %.64.i.i = inttoptr i64 %.230 to ptr
  store double %"$phi68.5.2.0.i.i", ptr %.64.i.i, align 8
  br label %helper_15.exit
B82.i:                                            ; preds = %sum_chunks.exit
  br i1 %.14.not.i.i, label %helper_28.exit.i, label %B26.i15.i
B26.i15.i:                                        ; preds = %B82.i
  %.34.i16.i = inttoptr i64 %.230 to ptr
  %.35.i17.i = load float, ptr %.34.i16.i, align 4
  %.41.i18.i = fpext float %.35.i17.i to double
  %.42.i.i = fadd double %t13.i, %.41.i18.i
  br label %helper_28.exit.i
helper_28.exit.i: ; preds = %B26.i15.i, %B82.i
  %"$phi68.5.2.0.i19.i" = phi double [ %.42.i.i, %B26.i15.i ], [ %t13.i, %B82.i ]
  %.63.i.i = fptrunc double %"$phi68.5.2.0.i19.i" to float
  %.66.i.i = inttoptr i64 %.230 to ptr
  store float %.63.i.i, ptr %.66.i.i, align 4
  br label %helper_15.exit
helper_15.exit: ; preds = %helper_27.exit.i, %helper_28.exit.i
  %.177 = icmp sgt i64 %.124.152, 0
  %.186 = sext i1 %.177 to i64
  %.124.1 = add nsw i64 %.124.152, %.186
  %.190 = zext i1 %.177 to i64
  %.121.1 = add i64 %.121.153, %.190
  %.167.sroa.0.0 = select i1 %.177, i64 %.121.153, i64 0
  br i1 %.177, label %B216, label %B426
B426:                                             ; preds = %helper_15.exit, %entry
  store i64 0, ptr %retptr, align 8
  ret void
}
define i64 @sweep_region_finish(i64 %.1, i64 %.2) local_unnamed_addr {
entry:
  %.4 = alloca i64, align 8
  store i64 0, ptr %.4, align 8
  call fastcc void @helper_33(ptr %.4, i64 %.1, i64 %.2)
  %.18 = load i64, ptr %.4, align 8
  ret i64 %.18
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
