; 9f8955653da292cae68396373d6219cf7cdd9307b718cd7c22b9a3ef3558bee0
; numba 0.68.1, llvmlite 0.50.0, Python 3.11, x86_64
define internal fastcc void @helper_0(ptr noalias nonnull writeonly %retptr, i64 %arg.records, i64 %arg.n, i64 %arg.frame, i64 %arg.call_operands, i64 %arg.operand_count, i64 %arg.forms, i64 %arg.classes, i64 %arg.tables, i64 %arg.work) unnamed_addr {
entry:
  %.6.i = add i64 %arg.forms, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i843 = add i64 %arg.classes, 16
  %.7.i844 = inttoptr i64 %.6.i843 to ptr
  %.8.i845 = load i64, ptr %.7.i844, align 8
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
  %.213200.not.i = icmp slt i64 %arg.n, 1
  br i1 %.213200.not.i, label %helper_1.exit, label %B268.if.i
B660.i:                                           ; preds = %B602.if.i
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
  %.481.i = shl i64 %.156.0202.i, 3
  %.482.i = add i64 %.481.i, %.8.i190.i
  %.483.i = inttoptr i64 %.482.i to ptr
  store double %.478.i, ptr %.483.i, align 8
  br label %B1220.i
B864.i:                                           ; preds = %B660.i
  %.494.i = tail call i64 @PyTuple_GetItem(i64 %.256.i, i64 2)
  %.497.i = tail call double @PyFloat_AsDouble(i64 %.494.i)
  %.499.i = fptrunc double %.497.i to float
  %.500.i = shl i64 %.156.0202.i, 3
  %.501.i = add i64 %.500.i, %.8.i190.i
  %.502.i = inttoptr i64 %.501.i to ptr
  store float %.499.i, ptr %.502.i, align 4
  br label %B1220.i
B960.i:                                           ; preds = %B268.if.i
  %.517.i = add i64 %.256.i, 16
  %.518.i = inttoptr i64 %.517.i to ptr
  %.519.i = load i64, ptr %.518.i, align 8
  %.520.i = add nsw i64 %.519.i, -2
  %.646.i = or disjoint i64 %.273.i, 1
  br label %B1028.if.i
B1162.i:                                          ; preds = %B1028.if.i
  %.7.i194.i = inttoptr i64 %.256.i to ptr
  %.8.i195.i = load i32, ptr %.7.i194.i, align 4
  %.749.i = icmp sgt i32 %.8.i195.i, 1
  %.752.i = zext i1 %.749.i to i8
  %spec.select.i = or disjoint i8 %..i, %.752.i
  br label %B1220.i
B1220.i:                                          ; preds = %B1162.i, %B864.i, %B752.i, %B660.i
  %flag.2.1.i = phi i8 [ %..i, %B752.i ], [ %spec.select.i, %B1162.i ], [ %..i, %B864.i ], [ %..i, %B660.i ]
  %.765.i = add i64 %.156.0202.i, %.8.i193.i
  %.766.i = inttoptr i64 %.765.i to ptr
  store i8 %flag.2.1.i, ptr %.766.i, align 1
  %exitcond204.not.i = icmp eq i64 %arg.n, %.226.i
  br i1 %exitcond204.not.i, label %helper_1.exit, label %B268.if.i
B268.if.i:                                        ; preds = %entry, %B1220.i
  %.156.0202.i = phi i64 [ %.226.i, %B1220.i ], [ 0, %entry ]
  %.226.i = add nuw nsw i64 %.156.0202.i, 1
  %.256.i = tail call i64 @PyList_GetItem(i64 %arg.records, i64 %.156.0202.i)
  %.261.i = tail call i64 @PyTuple_GetItem(i64 %.256.i, i64 0)
  %.262.i = tail call i64 @PyLong_AsLongLong(i64 %.261.i)
  %.264.i = tail call i64 @PyTuple_GetItem(i64 %.256.i, i64 1)
  %.265.i = tail call i64 @PyLong_AsLongLong(i64 %.264.i)
  %.273.i = shl nsw i64 %.156.0202.i, 2
  %.276.i = trunc i64 %.262.i to i32
  %.277.i = shl i64 %.156.0202.i, 4
  %.278.i = add i64 %.277.i, %.8.i.i
  %.279.i = inttoptr i64 %.278.i to ptr
  store i32 %.276.i, ptr %.279.i, align 4
  %.284.i = trunc i64 %.265.i to i32
  %.286.i = add i64 %.273.i, %.8.i187.i
  %.287.i = inttoptr i64 %.286.i to ptr
  store i32 %.284.i, ptr %.287.i, align 4
  %1 = trunc i64 %.265.i to i8
  %2 = shl i8 %1, 2
  %..i = and i8 %2, 4
  %.309.i = add i64 %.262.i, %.8.i845
  %.310.i = inttoptr i64 %.309.i to ptr
  %.311.i = load i8, ptr %.310.i, align 1
  %.315.i = icmp eq i8 %.311.i, 0
  br i1 %.315.i, label %B602.preheader.i, label %B960.i
B602.preheader.i:                                 ; preds = %B268.if.i
  %.436.i = or disjoint i64 %.273.i, 1
  br label %B602.if.i
B602.if.i:                                        ; preds = %B602.if.i, %B602.preheader.i
  %.340.0198.i = phi i64 [ 0, %B602.preheader.i ], [ %.409.i, %B602.if.i ]
  %.409.i = add nuw nsw i64 %.340.0198.i, 1
  %.437.i = add nuw nsw i64 %.436.i, %.340.0198.i
  %.440.i = shl i64 %.437.i, 2
  %.441.i = add i64 %.440.i, %.8.i.i
  %.442.i = inttoptr i64 %.441.i to ptr
  store i32 0, ptr %.442.i, align 4
  %exitcond203.not.i = icmp eq i64 %.409.i, 3
  br i1 %exitcond203.not.i, label %B660.i, label %B602.if.i
B1028.if.i:                                       ; preds = %B1028.if.i, %B960.i
  %.547.0196.i = phi i64 [ 0, %B960.i ], [ %.616.i, %B1028.if.i ]
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
  br i1 %exitcond.not.i, label %B1162.i, label %B1028.if.i
helper_1.exit: ; preds = %B1220.i, %entry
  %storemerge = phi i64 [ 0, %entry ], [ %arg.n, %B1220.i ]
  %.108 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i846 = add i64 %.108, 16
  %.7.i847 = inttoptr i64 %.6.i846 to ptr
  %.8.i848 = load i64, ptr %.7.i847, align 8
  %.134 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i849 = add i64 %.134, 16
  %.7.i850 = inttoptr i64 %.6.i849 to ptr
  %.8.i851 = load i64, ptr %.7.i850, align 8
  %.166 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i852 = add i64 %.166, 16
  %.7.i853 = inttoptr i64 %.6.i852 to ptr
  %.8.i854 = load i64, ptr %.7.i853, align 8
  %.195 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i855 = add i64 %.195, 16
  %.7.i856 = inttoptr i64 %.6.i855 to ptr
  %.8.i857 = load i64, ptr %.7.i856, align 8
  %.221 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 1)
  %.6.i858 = add i64 %.221, 16
  %.7.i859 = inttoptr i64 %.6.i858 to ptr
  %.8.i860 = load i64, ptr %.7.i859, align 8
  %.253 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 2)
  %.6.i861 = add i64 %.253, 16
  %.7.i862 = inttoptr i64 %.6.i861 to ptr
  %.8.i863 = load i64, ptr %.7.i862, align 8
  %.279 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 3)
  %.6.i864 = add i64 %.279, 16
  %.7.i865 = inttoptr i64 %.6.i864 to ptr
  %.8.i866 = load i64, ptr %.7.i865, align 8
  %.412911 = icmp sgt i64 %storemerge, 0
  br i1 %.412911, label %B562.lr.ph, label %B2474
B562.lr.ph:                                       ; preds = %helper_1.exit
  %.358.1914 = add nsw i64 %storemerge, -1
  %.1282 = add i64 %.8.i848, 4
  %.1241 = add i64 %.8.i848, 4
  %.15.i888 = add i64 %.8.i, 8
  %.807 = add i64 %.8.i866, 4
  %.874 = add i64 %.8.i866, 4
  %.15.i878 = add i64 %.8.i, 8
  %.1463 = add i64 %.8.i863, 8
  %.1511 = add i64 %.8.i863, 4
  %.1524 = add i64 %.8.i848, 4
  %.1562 = add i64 %.8.i863, 28
  br label %B562
B562:                                             ; preds = %B562.lr.ph, %B4405
  %.402.sroa.0.0922 = phi i64 [ 0, %B562.lr.ph ], [ %.402.sroa.0.0, %B4405 ]
  %.358.1921 = phi i64 [ %.358.1914, %B562.lr.ph ], [ %.358.1, %B4405 ]
  %.355.1920 = phi i64 [ 1, %B562.lr.ph ], [ %.355.1, %B4405 ]
  %iteration.2.0919 = phi i64 [ -1, %B562.lr.ph ], [ %iteration.3.1, %B4405 ]
  %start.3.0918 = phi i64 [ 0, %B562.lr.ph ], [ %start.4.1, %B4405 ]
  %kind.2.0917 = phi i64 [ -1, %B562.lr.ph ], [ %kind.3.1, %B4405 ]
  %count.3.0916 = phi i64 [ 0, %B562.lr.ph ], [ %count.4.1, %B4405 ]
  %missing.2.0915 = phi i64 [ 0, %B562.lr.ph ], [ %missing.3.1, %B4405 ]
  %.454 = shl nsw i64 %.402.sroa.0.0922, 2
  %.456 = shl i64 %.402.sroa.0.0922, 4
  %.457 = add i64 %.456, %.8.i848
  %.458 = inttoptr i64 %.457 to ptr
  %.459 = load i32, ptr %.458, align 4
  %.460 = sext i32 %.459 to i64
  %.467 = add i64 %.8.i845, %.460
  %.468 = inttoptr i64 %.467 to ptr
  %.469 = load i8, ptr %.468, align 1
  %.478 = add i64 %.454, %.8.i857
  %.479 = inttoptr i64 %.478 to ptr
  store i32 -1, ptr %.479, align 4
  %.485 = add i64 %.454, %.8.i860
  %.486 = inttoptr i64 %.485 to ptr
  store i32 -1, ptr %.486, align 4
  switch i8 %.469, label %B1998 [
    i8 0, label %B4405
    i8 1, label %B762
    i8 2, label %B1662
    i8 4, label %B1786
  ]
B762:                                             ; preds = %B562
  %.9.i = add i64 %.454, %.8.i851
  %.10.i = inttoptr i64 %.9.i to ptr
  %.11.i = load i32, ptr %.10.i, align 4
  %3 = ashr i32 %.11.i, 1
  %.13.i = sext i32 %3 to i64
  %.16.i868 = shl nsw i64 %.13.i, 5
  %.17.i = add i64 %.16.i868, %.8.i
  %.18.i = inttoptr i64 %.17.i to ptr
  %.19.i = load i64, ptr %.18.i, align 8
  %.570 = icmp eq i64 %.19.i, 2
  %.576 = icmp eq i64 %.19.i, 4
  %"$phi850.1.2.2" = or i1 %.570, %.576
  %"$phi888.6.2.2" = zext i1 %"$phi850.1.2.2" to i64
  %.612 = tail call i64 @PyTuple_GetItem(i64 %arg.tables, i64 %"$phi888.6.2.2")
  %.6.i869 = add i64 %.612, 16
  %.7.i870 = inttoptr i64 %.6.i869 to ptr
  %.8.i871 = load i64, ptr %.7.i870, align 8
  %.648 = shl nsw i64 %.460, 6
  %.649 = add i64 %.8.i871, %.648
  %.650 = inttoptr i64 %.649 to ptr
  %.651 = load i64, ptr %.650, align 8
  %.652 = icmp eq i64 %.651, 0
  br i1 %.652, label %B990, label %B1284
B990:                                             ; preds = %B762
  %.739904.not = icmp slt i64 %missing.2.0915, 1
  br i1 %.739904.not, label %B1162, label %B1024.if.lr.ph
B1024.if.lr.ph:                                   ; preds = %B990
  %.15.i = zext i1 %"$phi850.1.2.2" to i64
  br label %B1024.if
B1032:                                            ; preds = %B1024.if
  %.792 = add i64 %16, %.8.i866
  %.793 = inttoptr i64 %.792 to ptr
  %.794 = load i32, ptr %.793, align 4
  %.797 = icmp eq i32 %.794, %.459
  br i1 %.797, label %B1078, label %B1154
B1078:                                            ; preds = %B1032
  %.808 = add i64 %.807, %16
  %.809 = inttoptr i64 %.808 to ptr
  %.810 = load i32, ptr %.809, align 4
  %.811 = sext i32 %.810 to i64
  %.838 = icmp eq i64 %.15.i, %.811
  br label %B1154
B1154:                                            ; preds = %B1078, %B1032, %B1024.if
  %"$phi1154.2.3.3" = phi i1 [ true, %B1024.if ], [ %.838, %B1078 ], [ false, %B1032 ]
  %exitcond.not = icmp eq i64 %.752, %missing.2.0915
  br i1 %exitcond.not, label %B1158, label %B1024.if
B1158:                                            ; preds = %B1154
  br i1 %"$phi1154.2.3.3", label %B1284, label %B1162
B1162:                                            ; preds = %B990, %B1158
  %.866 = shl i64 %missing.2.0915, 3
  %.867 = add i64 %.866, %.8.i866
  %.868 = inttoptr i64 %.867 to ptr
  store i32 %.459, ptr %.868, align 4
  %.904 = zext i1 %"$phi850.1.2.2" to i32
  %.906 = add i64 %.874, %.866
  %.907 = inttoptr i64 %.906 to ptr
  store i32 %.904, ptr %.907, align 4
  %.910 = add nsw i64 %missing.2.0915, 1
  br label %B1284
B1284:                                            ; preds = %B1162, %B762, %B1158
  %missing.5.2 = phi i64 [ %missing.2.0915, %B1158 ], [ %.910, %B1162 ], [ %missing.2.0915, %B762 ]
  %.923 = icmp eq i64 %.19.i, 1
  br i1 %.923, label %B1998, label %B1324
B1324:                                            ; preds = %B1284
  br i1 %.570, label %B1998, label %B1364
B1364:                                            ; preds = %B1324
  %.11.i876 = load i32, ptr %.10.i, align 4
  %4 = ashr i32 %.11.i876, 1
  %.13.i877 = sext i32 %4 to i64
  %.14.i = shl nsw i64 %.13.i877, 5
  %.17.i879 = add i64 %.15.i878, %.14.i
  %.18.i880 = inttoptr i64 %.17.i879 to ptr
  %.19.i881 = load i64, ptr %.18.i880, align 8
  %.1137 = or disjoint i64 %.454, 1
  br label %B1454.if
B1548:                                            ; preds = %B1454.if
  %.1168 = shl nsw i64 %.1144, 4
  %.1169 = add i64 %.1168, %.8.i848
  %.1170 = inttoptr i64 %.1169 to ptr
  %.1171 = load i32, ptr %.1170, align 4
  %.1172 = sext i32 %.1171 to i64
  %.1175 = add i64 %.8.i845, %.1172
  %.1176 = inttoptr i64 %.1175 to ptr
  %.1177 = load i8, ptr %.1176, align 1
  %.1179 = icmp ne i8 %.1177, 2
  %spec.select = select i1 %.1179, i1 %joins.6.3910, i1 false
  br label %B1636
B1636:                                            ; preds = %B1548, %B1454.if
  %joins.7.4 = phi i1 [ %joins.6.3910, %B1454.if ], [ %spec.select, %B1548 ]
  %exitcond951.not = icmp eq i64 %.1106, 3
  br i1 %exitcond951.not, label %B1998, label %B1454.if
B1662:                                            ; preds = %B562
  %.1242 = add i64 %.1241, %.456
  %.1243 = inttoptr i64 %.1242 to ptr
  %.1244 = load i32, ptr %.1243, align 4
  %.1245 = sext i32 %.1244 to i64
  %.8.i882 = shl nsw i64 %.1245, 2
  %.9.i883 = add i64 %.8.i882, %.8.i851
  %.10.i884 = inttoptr i64 %.9.i883 to ptr
  %.11.i885 = load i32, ptr %.10.i884, align 4
  %5 = ashr i32 %.11.i885, 1
  %.13.i886 = sext i32 %5 to i64
  %.14.i887 = shl nsw i64 %.13.i886, 5
  %.17.i889 = add i64 %.15.i888, %.14.i887
  %.18.i890 = inttoptr i64 %.17.i889 to ptr
  %.19.i891 = load i64, ptr %.18.i890, align 8
  br label %B1998
B1786:                                            ; preds = %B562
  %.1283 = add i64 %.1282, %.456
  %.1284 = inttoptr i64 %.1283 to ptr
  %.1285 = load i32, ptr %.1284, align 4
  %.1286 = sext i32 %.1285 to i64
  %.1289 = shl nsw i64 %.1286, 4
  %.1290 = add i64 %.1289, %.8.i848
  %.1291 = inttoptr i64 %.1290 to ptr
  %.1292 = load i32, ptr %.1291, align 4
  %.1294 = icmp eq i32 %.1292, 0
  br i1 %.1294, label %B1882, label %B1998
B1882:                                            ; preds = %B1786
  %.1330 = add i64 %.402.sroa.0.0922, %.8.i854
  %.1331 = inttoptr i64 %.1330 to ptr
  %.1332 = load i8, ptr %.1331, align 1
  %6 = or i8 %.1332, 64
  store i8 %6, ptr %.1331, align 1
  br label %B4405
B1998:                                            ; preds = %B1636, %B562, %B1786, %B1324, %B1284, %B1662
  %missing.4.2 = phi i64 [ %missing.2.0915, %B1786 ], [ %missing.5.2, %B1284 ], [ %missing.5.2, %B1324 ], [ %missing.2.0915, %B1662 ], [ %missing.2.0915, %B562 ], [ %missing.5.2, %B1636 ]
  %this_iteration.3.2 = phi i64 [ -1, %B1786 ], [ -1, %B1284 ], [ -1, %B1324 ], [ %.19.i891, %B1662 ], [ -1, %B562 ], [ %.19.i881, %B1636 ]
  %joins.5.2 = phi i1 [ true, %B1786 ], [ true, %B1284 ], [ true, %B1324 ], [ true, %B1662 ], [ false, %B562 ], [ %joins.7.4, %B1636 ]
  %.1385 = phi i1 [ false, %B1786 ], [ false, %B1284 ], [ false, %B1324 ], [ true, %B1662 ], [ false, %B562 ], [ true, %B1636 ]
  %this.7.2 = phi i64 [ 4, %B1786 ], [ 0, %B1284 ], [ 1, %B1324 ], [ 2, %B1662 ], [ 3, %B562 ], [ 2, %B1636 ]
  br i1 %.1385, label %B2020, label %B2064
B2020:                                            ; preds = %B1998
  %.1391.not = icmp eq i64 %this_iteration.3.2, %iteration.2.0919
  %.1400 = sub nsw i64 %.402.sroa.0.0922, %start.3.0918
  %.1401 = icmp slt i64 %.1400, 96
  %or.cond840.not = select i1 %.1391.not, i1 %.1401, i1 false
  %spec.select842 = select i1 %or.cond840.not, i1 %joins.5.2, i1 false
  br label %B2064
B2064:                                            ; preds = %B2020, %B1998
  %joins.4.2 = phi i1 [ %joins.5.2, %B1998 ], [ %spec.select842, %B2020 ]
  %.1412.not = icmp eq i64 %kind.2.0917, %this.7.2
  %brmerge.not = select i1 %.1412.not, i1 %joins.4.2, i1 false
  br i1 %brmerge.not, label %B2436, label %B2080
B2080:                                            ; preds = %B2064
  %.1457 = icmp sgt i64 %kind.2.0917, -1
  br i1 %.1457, label %B2092, label %B2158
B2092:                                            ; preds = %B2080
  %.1462 = shl i64 %count.3.0916, 5
  %.1466 = trunc i64 %.402.sroa.0.0922 to i32
  %.1468 = add i64 %.1463, %.1462
  %.1469 = inttoptr i64 %.1468 to ptr
  store i32 %.1466, ptr %.1469, align 4
  %.1472 = add nsw i64 %count.3.0916, 1
  br label %B2158
B2158:                                            ; preds = %B2092, %B2080
  %count.6.3 = phi i64 [ %.1472, %B2092 ], [ %count.3.0916, %B2080 ]
  %.1497 = shl i64 %count.6.3, 5
  %.1500 = trunc nuw nsw i64 %this.7.2 to i32
  %.1502 = add i64 %.1497, %.8.i863
  %.1503 = inttoptr i64 %.1502 to ptr
  store i32 %.1500, ptr %.1503, align 4
  %.1510 = trunc i64 %.402.sroa.0.0922 to i32
  %.1512 = add i64 %.1511, %.1497
  %.1513 = inttoptr i64 %.1512 to ptr
  store i32 %.1510, ptr %.1513, align 4
  %.1516 = icmp eq i8 %.469, 2
  br i1 %.1516, label %B2298, label %B2344
B2298:                                            ; preds = %B2158
  %.1525 = add i64 %.1524, %.456
  %.1526 = inttoptr i64 %.1525 to ptr
  %.1527 = load i32, ptr %.1526, align 4
  %.1528 = sext i32 %.1527 to i64
  br label %B2344
B2344:                                            ; preds = %B2158, %B2298
  %"$phi2344.1.2.3" = phi i64 [ %.1528, %B2298 ], [ %.402.sroa.0.0922, %B2158 ]
  %.1564 = shl i64 %"$phi2344.1.2.3", 2
  %.1565 = add i64 %.1564, %.8.i851
  %.1566 = inttoptr i64 %.1565 to ptr
  %.1567 = load i32, ptr %.1566, align 4
  %7 = ashr i32 %.1567, 1
  %.1573 = add i64 %.1562, %.1497
  %.1574 = inttoptr i64 %.1573 to ptr
  store i32 %7, ptr %.1574, align 4
  br label %B2436
B2436:                                            ; preds = %B2064, %B2344
  %count.5.3 = phi i64 [ %count.6.3, %B2344 ], [ %count.3.0916, %B2064 ]
  %kind.4.3 = phi i64 [ %this.7.2, %B2344 ], [ %kind.2.0917, %B2064 ]
  %start.5.3 = phi i64 [ %.402.sroa.0.0922, %B2344 ], [ %start.3.0918, %B2064 ]
  %iteration.4.3 = phi i64 [ %this_iteration.3.2, %B2344 ], [ %iteration.2.0919, %B2064 ]
  %.1613 = trunc i64 %count.5.3 to i32
  store i32 %.1613, ptr %.479, align 4
  br label %B4405
B2474:                                            ; preds = %B4405, %helper_1.exit
  %missing.2.0.lcssa = phi i64 [ 0, %helper_1.exit ], [ %missing.3.1, %B4405 ]
  %count.3.0.lcssa = phi i64 [ 0, %helper_1.exit ], [ %count.4.1, %B4405 ]
  %kind.2.0.lcssa = phi i64 [ -1, %helper_1.exit ], [ %kind.3.1, %B4405 ]
  %.1638 = icmp sgt i64 %kind.2.0.lcssa, -1
  br i1 %.1638, label %B2486, label %B2552
B2486:                                            ; preds = %B2474
  %.1641 = shl i64 %count.3.0.lcssa, 5
  %.1645 = trunc i64 %arg.n to i32
  %.1642 = add i64 %.8.i863, 8
  %.1647 = add i64 %.1642, %.1641
  %.1648 = inttoptr i64 %.1647 to ptr
  store i32 %.1645, ptr %.1648, align 4
  %.1651 = add nsw i64 %count.3.0.lcssa, 1
  br label %B2552
B2552:                                            ; preds = %B2486, %B2474
  %count.7.0 = phi i64 [ %.1651, %B2486 ], [ %count.3.0.lcssa, %B2474 ]
  %.1660.not = icmp eq i64 %missing.2.0.lcssa, 0
  br i1 %.1660.not, label %B2562, label %B2556
common.ret:                                       ; preds = %B4404, %B3308, %B2734, %B2556
  %count.7.0.sink = phi i64 [ 1, %B2734 ], [ %.1691, %B2556 ], [ %count.7.0, %B3308 ], [ %count.7.0, %B4404 ]
  store i64 %count.7.0.sink, ptr %retptr, align 8
  ret void
B2556:                                            ; preds = %B2552
  %.1691 = sub i64 0, %missing.2.0.lcssa
  br label %common.ret
B2562:                                            ; preds = %B2552
  %.1780926.not = icmp slt i64 %arg.operand_count, 1
  br i1 %.1780926.not, label %B2734, label %B2592.if
B2734:                                            ; preds = %B2592.if, %B2562
  %.1842 = icmp eq i64 %count.7.0, 1
  %.1845 = icmp slt i64 %kind.2.0.lcssa, 2
  %or.cond841 = and i1 %.1842, %.1845
  br i1 %or.cond841, label %common.ret, label %B2802.preheader
B2802.preheader:                                  ; preds = %B2734
  %.1958931 = icmp sgt i64 %storemerge, 0
  br i1 %.1958931, label %B2802.if, label %B3308
B2920:                                            ; preds = %B2802.if
  %8 = or i8 %.2021, 2
  store i8 %8, ptr %.2020, align 1
  br label %B2998
B2998:                                            ; preds = %B2920, %B2802.if
  switch i8 %.2011, label %B3070 [
    i8 3, label %B4403
    i8 0, label %B4403
    i8 1, label %B3072
  ]
B3070:                                            ; preds = %B2998
  br label %B3072
B3072:                                            ; preds = %B2998, %B3070
  %"$phi3072.1.2.2" = phi i64 [ 1, %B3070 ], [ 3, %B2998 ]
  %.2187 = or disjoint i64 %.2000, 1
  %.2208 = add i64 %.2000, %.8.i857
  %.2209 = inttoptr i64 %.2208 to ptr
  br label %B3104.if
B3226:                                            ; preds = %B3104.if
  %.2217 = add i64 %.8.i854, %.2194
  %.2218 = inttoptr i64 %.2217 to ptr
  %.2219 = load i8, ptr %.2218, align 1
  %9 = or i8 %.2219, 2
  store i8 %9, ptr %.2218, align 1
  br label %B3304
B3304:                                            ; preds = %B3226, %B3104.if
  %exitcond953.not = icmp eq i64 %.2160, %"$phi3072.1.2.2"
  br i1 %exitcond953.not, label %B4403, label %B3104.if
B3308:                                            ; preds = %B4403, %B2802.preheader
  %.2330947.not = icmp slt i64 %count.7.0, 1
  br i1 %.2330947.not, label %common.ret, label %B3344.if.lr.ph
B3344.if.lr.ph:                                   ; preds = %B3308
  %.2403 = add i64 %.8.i863, 4
  %.2411 = add i64 %.8.i863, 8
  %.2427 = add i64 %.8.i863, 12
  %.2886 = add i64 %.8.i863, 16
  %.2895 = add i64 %.8.i863, 20
  %.3130 = add i64 %.8.i863, 24
  br label %B3344.if
B3420:                                            ; preds = %B3344.if
  %.2404 = add i64 %.2403, %.2372
  %.2405 = inttoptr i64 %.2404 to ptr
  %.2406 = load i32, ptr %.2405, align 4
  %.2407 = sext i32 %.2406 to i64
  %.2412 = add i64 %.2411, %.2372
  %.2413 = inttoptr i64 %.2412 to ptr
  %.2414 = load i32, ptr %.2413, align 4
  %.2415 = sext i32 %.2414 to i64
  %.2426 = trunc i64 %used.3.0950 to i32
  %.2428 = add i64 %.2427, %.2372
  %.2429 = inttoptr i64 %.2428 to ptr
  store i32 %.2426, ptr %.2429, align 4
  %.2471 = sub nsw i64 %.2415, %.2407
  %storemerge837 = tail call i64 @llvm.smax.i64(i64 %.2471, i64 0)
  %.2514937.not = icmp slt i64 %.2471, 1
  br i1 %.2514937.not, label %B3994, label %B3568.if.lr.ph
B3568.if.lr.ph:                                   ; preds = %B3420
  %.2822 = trunc i64 %.2273.0948 to i32
  br label %B3568.if
B3684:                                            ; preds = %B3568.if
  %10 = shl nsw i64 %.2458.0938, 2
  %.2590 = icmp eq i8 %.2567, 1
  %. = select i1 %.2590, i64 3, i64 1
  %.2734 = or disjoint i64 %10, 1
  br label %B3740.if
B3834:                                            ; preds = %B3740.if
  %.2761 = add i64 %.2747, %.8.i860
  %.2762 = inttoptr i64 %.2761 to ptr
  %.2763 = load i32, ptr %.2762, align 4
  %.2764 = sext i32 %.2763 to i64
  %.2766.not = icmp eq i64 %.2273.0948, %.2764
  br i1 %.2766.not, label %B3990, label %B3878
B3878:                                            ; preds = %B3834
  %.9.i.i = add i64 %.2747, %.8.i851
  %.10.i.i = inttoptr i64 %.9.i.i to ptr
  %.11.i.i = load i32, ptr %.10.i.i, align 4
  %11 = ashr i32 %.11.i.i, 1
  %.13.i.i = sext i32 %11 to i64
  %.16.i.i = shl nsw i64 %.13.i.i, 5
  %.17.i.i = add i64 %.16.i.i, %.8.i
  %.18.i.i = inttoptr i64 %.17.i.i to ptr
  %.19.i.i = load i64, ptr %.18.i.i, align 8
  %.34.i = icmp slt i64 %.19.i.i, 3
  br i1 %.34.i, label %B3990, label %B3912
B3912:                                            ; preds = %B3878
  store i32 %.2822, ptr %.2762, align 4
  %.2831 = shl i64 %used.8.4936, 2
  %.2832 = add i64 %.2831, %.8.i866
  %.2833 = inttoptr i64 %.2832 to ptr
  store i32 %.2740, ptr %.2833, align 4
  %.2838 = add nsw i64 %used.8.4936, 1
  br label %B3990
B3990:                                            ; preds = %B3740.if, %B3878, %B3912, %B3834
  %used.9.5 = phi i64 [ %.2838, %B3912 ], [ %used.8.4936, %B3878 ], [ %used.8.4936, %B3834 ], [ %used.8.4936, %B3740.if ]
  %exitcond955.not = icmp eq i64 %.2707, %.
  br i1 %exitcond955.not, label %B4406, label %B3740.if
B3994:                                            ; preds = %B4406, %B3420
  %used.6.2.lcssa = phi i64 [ %used.3.0950, %B3420 ], [ %used.7.3, %B4406 ]
  %.2880 = load i32, ptr %.2429, align 4
  %12 = trunc i64 %used.6.2.lcssa to i32
  %.2885 = sub i32 %12, %.2880
  %.2887 = add i64 %.2886, %.2372
  %.2888 = inttoptr i64 %.2887 to ptr
  store i32 %.2885, ptr %.2888, align 4
  %.2896 = add i64 %.2895, %.2372
  %.2897 = inttoptr i64 %.2896 to ptr
  store i32 %12, ptr %.2897, align 4
  %.2986942.not = icmp slt i64 %.2471, 1
  br i1 %.2986942.not, label %B4318, label %B4146.if
B4190:                                            ; preds = %B4146.if
  %.3047 = add i64 %.2930.0943, %.8.i854
  %.3048 = inttoptr i64 %.3047 to ptr
  %.3049 = load i8, ptr %.3048, align 1
  %13 = and i8 %.3049, 2
  %.3052.not = icmp eq i8 %13, 0
  br i1 %.3052.not, label %B4316, label %B4238
B4238:                                            ; preds = %B4190
  %.9.i.i894 = add i64 %.3033, %.8.i851
  %.10.i.i895 = inttoptr i64 %.9.i.i894 to ptr
  %.11.i.i896 = load i32, ptr %.10.i.i895, align 4
  %14 = ashr i32 %.11.i.i896, 1
  %.13.i.i897 = sext i32 %14 to i64
  %.16.i.i898 = shl nsw i64 %.13.i.i897, 5
  %.17.i.i899 = add i64 %.16.i.i898, %.8.i
  %.18.i.i900 = inttoptr i64 %.17.i.i899 to ptr
  %.19.i.i901 = load i64, ptr %.18.i.i900, align 8
  %.34.i902 = icmp slt i64 %.19.i.i901, 3
  br i1 %.34.i902, label %B4316, label %B4272
B4272:                                            ; preds = %B4238
  %.3098 = trunc i64 %.2930.0943 to i32
  %.3099 = shl i64 %used.5.2945, 2
  %.3100 = add i64 %.3099, %.8.i866
  %.3101 = inttoptr i64 %.3100 to ptr
  store i32 %.3098, ptr %.3101, align 4
  %.3106 = add nsw i64 %used.5.2945, 1
  br label %B4316
B4316:                                            ; preds = %B4238, %B4272, %B4190, %B4146.if
  %used.10.3 = phi i64 [ %.3106, %B4272 ], [ %used.5.2945, %B4238 ], [ %used.5.2945, %B4190 ], [ %used.5.2945, %B4146.if ]
  %.2986 = icmp sgt i64 %.2933.0944, 1
  br i1 %.2986, label %B4146.if, label %B4318
B4318:                                            ; preds = %B4316, %B3994
  %used.5.2.lcssa = phi i64 [ %used.6.2.lcssa, %B3994 ], [ %used.10.3, %B4316 ]
  %.3139 = load i32, ptr %.2897, align 4
  %15 = trunc i64 %used.5.2.lcssa to i32
  %.3146 = sub i32 %15, %.3139
  %.3148 = add i64 %.3130, %.2372
  %.3149 = inttoptr i64 %.3148 to ptr
  store i32 %.3146, ptr %.3149, align 4
  br label %B4404
B4403:                                            ; preds = %B3304, %B2998, %B2998
  %exitcond954.not = icmp eq i64 %.1971, %storemerge
  br i1 %exitcond954.not, label %B3308, label %B2802.if
B4404:                                            ; preds = %B3344.if, %B4318
  %used.4.1 = phi i64 [ %used.5.2.lcssa, %B4318 ], [ %used.3.0950, %B3344.if ]
  %exitcond956.not = icmp eq i64 %.2343, %count.7.0
  br i1 %exitcond956.not, label %common.ret, label %B3344.if
B4405:                                            ; preds = %B562, %B2436, %B1882
  %missing.3.1 = phi i64 [ %missing.2.0915, %B1882 ], [ %missing.4.2, %B2436 ], [ %missing.2.0915, %B562 ]
  %count.4.1 = phi i64 [ %count.3.0916, %B1882 ], [ %count.5.3, %B2436 ], [ %count.3.0916, %B562 ]
  %kind.3.1 = phi i64 [ %kind.2.0917, %B1882 ], [ %kind.4.3, %B2436 ], [ %kind.2.0917, %B562 ]
  %start.4.1 = phi i64 [ %start.3.0918, %B1882 ], [ %start.5.3, %B2436 ], [ %start.3.0918, %B562 ]
  %iteration.3.1 = phi i64 [ %iteration.2.0919, %B1882 ], [ %iteration.4.3, %B2436 ], [ %iteration.2.0919, %B562 ]
  %.412 = icmp sgt i64 %.358.1921, 0
  %.425 = zext i1 %.412 to i64
  %.355.1 = add i64 %.355.1920, %.425
  %.421 = sext i1 %.412 to i64
  %.358.1 = add nsw i64 %.358.1921, %.421
  %.402.sroa.0.0 = select i1 %.412, i64 %.355.1920, i64 0
  br i1 %.412, label %B562, label %B2474
B4406:                                            ; preds = %B3990, %B3568.if
  %used.7.3 = phi i64 [ %used.6.2940, %B3568.if ], [ %used.9.5, %B3990 ]
  %.2514 = icmp sgt i64 %.2461.0939, 1
  br i1 %.2514, label %B3568.if, label %B3994
B1024.if:                                         ; preds = %B1024.if.lr.ph, %B1154
  %known.2.2907 = phi i1 [ false, %B1024.if.lr.ph ], [ %"$phi1154.2.3.3", %B1154 ]
  %.683.0905 = phi i64 [ 0, %B1024.if.lr.ph ], [ %.752, %B1154 ]
  %.752 = add nuw nsw i64 %.683.0905, 1
  %16 = shl i64 %.683.0905, 3
  br i1 %known.2.2907, label %B1154, label %B1032
B1454.if:                                         ; preds = %B1364, %B1636
  %joins.6.3910 = phi i1 [ true, %B1364 ], [ %joins.7.4, %B1636 ]
  %.1037.0908 = phi i64 [ 0, %B1364 ], [ %.1106, %B1636 ]
  %.1106 = add nuw nsw i64 %.1037.0908, 1
  %.1138 = add nuw nsw i64 %.1137, %.1037.0908
  %.1140 = shl i64 %.1138, 2
  %.1141 = add i64 %.1140, %.8.i848
  %.1142 = inttoptr i64 %.1141 to ptr
  %.1143 = load i32, ptr %.1142, align 4
  %.1144 = sext i32 %.1143 to i64
  %.1150 = shl nsw i64 %.1144, 2
  %.1151 = add i64 %.1150, %.8.i857
  %.1152 = inttoptr i64 %.1151 to ptr
  %.1153 = load i32, ptr %.1152, align 4
  %.1154 = sext i32 %.1153 to i64
  %.1156 = icmp eq i64 %count.3.0916, %.1154
  br i1 %.1156, label %B1548, label %B1636
B2592.if:                                         ; preds = %B2562, %B2592.if
  %.1724.0927 = phi i64 [ %.1793, %B2592.if ], [ 0, %B2562 ]
  %.1793 = add nuw nsw i64 %.1724.0927, 1
  %.1819 = tail call i64 @PyList_GetItem(i64 %arg.call_operands, i64 %.1724.0927)
  %.1820 = tail call i64 @PyLong_AsLongLong(i64 %.1819)
  %.1823 = add i64 %.1820, %.8.i854
  %.1824 = inttoptr i64 %.1823 to ptr
  %.1825 = load i8, ptr %.1824, align 1
  %17 = or i8 %.1825, 2
  store i8 %17, ptr %.1824, align 1
  %exitcond952.not = icmp eq i64 %arg.operand_count, %.1793
  br i1 %exitcond952.not, label %B2734, label %B2592.if
B2802.if:                                         ; preds = %B2802.preheader, %B4403
  %.1902.0932 = phi i64 [ %.1971, %B4403 ], [ 0, %B2802.preheader ]
  %.1971 = add nuw nsw i64 %.1902.0932, 1
  %.2000 = shl nsw i64 %.1902.0932, 2
  %.2002 = shl i64 %.1902.0932, 4
  %.2003 = add i64 %.2002, %.8.i848
  %.2004 = inttoptr i64 %.2003 to ptr
  %.2005 = load i32, ptr %.2004, align 4
  %.2006 = sext i32 %.2005 to i64
  %.2009 = add i64 %.8.i845, %.2006
  %.2010 = inttoptr i64 %.2009 to ptr
  %.2011 = load i8, ptr %.2010, align 1
  %.2019 = add i64 %.1902.0932, %.8.i854
  %.2020 = inttoptr i64 %.2019 to ptr
  %.2021 = load i8, ptr %.2020, align 1
  %18 = and i8 %.2021, 1
  %.2024.not = icmp eq i8 %18, 0
  br i1 %.2024.not, label %B2998, label %B2920
B3104.if:                                         ; preds = %B3072, %B3304
  %.2091.0929 = phi i64 [ 0, %B3072 ], [ %.2160, %B3304 ]
  %.2160 = add nuw nsw i64 %.2091.0929, 1
  %.2188 = add nuw nsw i64 %.2187, %.2091.0929
  %.2190 = shl i64 %.2188, 2
  %.2191 = add i64 %.2190, %.8.i848
  %.2192 = inttoptr i64 %.2191 to ptr
  %.2193 = load i32, ptr %.2192, align 4
  %.2194 = sext i32 %.2193 to i64
  %.2200 = shl nsw i64 %.2194, 2
  %.2201 = add i64 %.2200, %.8.i857
  %.2202 = inttoptr i64 %.2201 to ptr
  %.2203 = load i32, ptr %.2202, align 4
  %.2210 = load i32, ptr %.2209, align 4
  %.2212.not = icmp eq i32 %.2203, %.2210
  br i1 %.2212.not, label %B3304, label %B3226
B3344.if:                                         ; preds = %B3344.if.lr.ph, %B4404
  %used.3.0950 = phi i64 [ 0, %B3344.if.lr.ph ], [ %used.4.1, %B4404 ]
  %.2273.0948 = phi i64 [ 0, %B3344.if.lr.ph ], [ %.2343, %B4404 ]
  %.2343 = add nuw nsw i64 %.2273.0948, 1
  %.2372 = shl i64 %.2273.0948, 5
  %.2379 = add i64 %.2372, %.8.i863
  %.2380 = inttoptr i64 %.2379 to ptr
  %.2381 = load i32, ptr %.2380, align 4
  %.2383.not = icmp eq i32 %.2381, 2
  br i1 %.2383.not, label %B3420, label %B4404
B3568.if:                                         ; preds = %B3568.if.lr.ph, %B4406
  %used.6.2940 = phi i64 [ %used.3.0950, %B3568.if.lr.ph ], [ %used.7.3, %B4406 ]
  %.2461.0939 = phi i64 [ %storemerge837, %B3568.if.lr.ph ], [ %.2523, %B4406 ]
  %.2458.0938 = phi i64 [ %.2407, %B3568.if.lr.ph ], [ %.2527, %B4406 ]
  %.2523 = add nsw i64 %.2461.0939, -1
  %.2527 = add nsw i64 %.2458.0938, 1
  %.2558 = shl i64 %.2458.0938, 4
  %.2559 = add i64 %.2558, %.8.i848
  %.2560 = inttoptr i64 %.2559 to ptr
  %.2561 = load i32, ptr %.2560, align 4
  %.2562 = sext i32 %.2561 to i64
  %.2565 = add i64 %.8.i845, %.2562
  %.2566 = inttoptr i64 %.2565 to ptr
  %.2567 = load i8, ptr %.2566, align 1
  %19 = add i8 %.2567, -3
  %or.cond1 = icmp ult i8 %19, -2
  br i1 %or.cond1, label %B4406, label %B3684
B3740.if:                                         ; preds = %B3684, %B3990
  %used.8.4936 = phi i64 [ %used.6.2940, %B3684 ], [ %used.9.5, %B3990 ]
  %.2638.0934 = phi i64 [ 0, %B3684 ], [ %.2707, %B3990 ]
  %.2707 = add nuw nsw i64 %.2638.0934, 1
  %.2735 = add nsw i64 %.2734, %.2638.0934
  %.2737 = shl i64 %.2735, 2
  %.2738 = add i64 %.2737, %.8.i848
  %.2739 = inttoptr i64 %.2738 to ptr
  %.2740 = load i32, ptr %.2739, align 4
  %.2741 = sext i32 %.2740 to i64
  %.2747 = shl nsw i64 %.2741, 2
  %.2748 = add i64 %.2747, %.8.i857
  %.2749 = inttoptr i64 %.2748 to ptr
  %.2750 = load i32, ptr %.2749, align 4
  %.2751 = sext i32 %.2750 to i64
  %.2753.not = icmp eq i64 %.2273.0948, %.2751
  br i1 %.2753.not, label %B3990, label %B3834
B4146.if:                                         ; preds = %B3994, %B4316
  %used.5.2945 = phi i64 [ %used.10.3, %B4316 ], [ %used.6.2.lcssa, %B3994 ]
  %.2933.0944 = phi i64 [ %.2995, %B4316 ], [ %storemerge837, %B3994 ]
  %.2930.0943 = phi i64 [ %.2999, %B4316 ], [ %.2407, %B3994 ]
  %.2995 = add nsw i64 %.2933.0944, -1
  %.2999 = add nsw i64 %.2930.0943, 1
  %.3033 = shl i64 %.2930.0943, 2
  %.3034 = add i64 %.3033, %.8.i857
  %.3035 = inttoptr i64 %.3034 to ptr
  %.3036 = load i32, ptr %.3035, align 4
  %.3037 = sext i32 %.3036 to i64
  %.3039 = icmp eq i64 %.2273.0948, %.3037
  br i1 %.3039, label %B4190, label %B4316
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
define internal fastcc void @helper_2(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.start, i64 %arg.stop, i64 %arg.early, i64 %arg.classes) unnamed_addr {
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
  %.18779.not = icmp slt i64 %.144, 1
  br i1 %.18779.not, label %B612, label %B214.if.lr.ph
B214.if.lr.ph:                                    ; preds = %entry
  %0 = icmp eq i64 %arg.early, 0
  %.275 = add i64 %.8.i72, 4
  %.313 = add i64 %.8.i72, 12
  %.326 = add i64 %.8.i72, 8
  %.350 = add i64 %.8.i72, 8
  br label %B214.if
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
  %.364 = shl i64 %.131.081, 3
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
B613:                                             ; preds = %B214.if, %B204.i, %B508, %B398
  %.187 = icmp sgt i64 %.134.080, 1
  br i1 %.187, label %B214.if, label %B612
B214.if:                                          ; preds = %B214.if.lr.ph, %B613
  %.131.081 = phi i64 [ %arg.start, %B214.if.lr.ph ], [ %.200, %B613 ]
  %.134.080 = phi i64 [ %.144, %B214.if.lr.ph ], [ %.196, %B613 ]
  %.196 = add nsw i64 %.134.080, -1
  %.200 = add i64 %.131.081, 1
  %.13.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.13.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.41.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.71.i = shl i64 %.131.081, 4
  %.72.i = add i64 %.8.i.i, %.71.i
  %.73.i = inttoptr i64 %.72.i to ptr
  %.74.i = load i32, ptr %.73.i, align 4
  %.75.i = sext i32 %.74.i to i64
  %.77.i = add i64 %.8.i, %.75.i
  %.78.i = inttoptr i64 %.77.i to ptr
  %.79.i = load i8, ptr %.78.i, align 1
  %.81.i = icmp eq i8 %.79.i, 4
  br i1 %.81.i, label %B204.i, label %B613
B204.i:                                           ; preds = %B214.if
  %.6.i10.i = add i64 %.41.i, 16
  %.7.i11.i = inttoptr i64 %.6.i10.i to ptr
  %.8.i12.i = load i64, ptr %.7.i11.i, align 8
  %.89.i = add i64 %.8.i12.i, %.131.081
  %.90.i = inttoptr i64 %.89.i to ptr
  %.91.i = load i8, ptr %.90.i, align 1
  %1 = and i8 %.91.i, 64
  %2 = icmp eq i8 %1, 0
  %3 = xor i1 %0, %2
  br i1 %3, label %B613, label %B256
}
define i64 @sweep_pick(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5) local_unnamed_addr {
entry:
  %.7 = alloca i64, align 8
  store i64 0, ptr %.7, align 8
  call fastcc void @helper_2(ptr %.7, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5)
  %.21 = load i64, ptr %.7, align 8
  ret i64 %.21
}
define internal fastcc void @helper_3(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.adjoints, i64 %arg.start, i64 %arg.stop, i64 %arg.early, i64 %arg.classes) unnamed_addr {
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
  %.223109 = icmp sgt i64 %storemerge, 0
  br i1 %.223109, label %B320.if.lr.ph, label %B900
B320.if.lr.ph:                                    ; preds = %entry
  %0 = icmp eq i64 %arg.early, 0
  %.310 = add i64 %.8.i89, 4
  %.343 = add i64 %.8.i89, 8
  %.353 = add i64 %.8.i89, 12
  br label %B320.if
B362:                                             ; preds = %B204.i
  %.311 = add i64 %.310, %.71.i
  %.312 = inttoptr i64 %.311 to ptr
  %.313 = load i32, ptr %.312, align 4
  %.314 = sext i32 %.313 to i64
  %.316 = tail call i64 @PyList_GetItem(i64 %.130, i64 %.314)
  %.322 = icmp eq i64 %.316, %.131
  br i1 %.322, label %B901, label %B446
B446:                                             ; preds = %B362
  %.327 = add i64 %.166.0111, %.8.i92
  %.328 = inttoptr i64 %.327 to ptr
  %.329 = load i8, ptr %.328, align 1
  %1 = and i8 %.329, 4
  %.332 = icmp eq i8 %1, 0
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
  %.500 = shl i64 %.166.0111, 3
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
B901:                                             ; preds = %B320.if, %B362, %B446, %B204.i, %B748, %B592
  %.223 = icmp sgt i64 %.169.0110, 1
  br i1 %.223, label %B320.if, label %B900
B320.if:                                          ; preds = %B320.if.lr.ph, %B901
  %.166.0111.in = phi i64 [ %arg.stop, %B320.if.lr.ph ], [ %.166.0111, %B901 ]
  %.169.0110 = phi i64 [ %storemerge, %B320.if.lr.ph ], [ %.232, %B901 ]
  %.166.0111 = add i64 %.166.0111.in, -1
  %.232 = add nsw i64 %.169.0110, -1
  %.13.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.13.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.41.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.71.i = shl i64 %.166.0111, 4
  %.72.i = add i64 %.8.i.i, %.71.i
  %.73.i = inttoptr i64 %.72.i to ptr
  %.74.i = load i32, ptr %.73.i, align 4
  %.75.i = sext i32 %.74.i to i64
  %.77.i = add i64 %.8.i, %.75.i
  %.78.i = inttoptr i64 %.77.i to ptr
  %.79.i = load i8, ptr %.78.i, align 1
  %.81.i = icmp eq i8 %.79.i, 4
  br i1 %.81.i, label %B204.i, label %B901
B204.i:                                           ; preds = %B320.if
  %.6.i10.i = add i64 %.41.i, 16
  %.7.i11.i = inttoptr i64 %.6.i10.i to ptr
  %.8.i12.i = load i64, ptr %.7.i11.i, align 8
  %.89.i = add i64 %.8.i12.i, %.166.0111
  %.90.i = inttoptr i64 %.89.i to ptr
  %.91.i = load i8, ptr %.90.i, align 1
  %2 = and i8 %.91.i, 64
  %3 = icmp eq i8 %2, 0
  %4 = xor i1 %0, %3
  br i1 %4, label %B901, label %B362
}
define i64 @sweep_pick_reverse(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6) local_unnamed_addr {
entry:
  %.8 = alloca i64, align 8
  store i64 0, ptr %.8, align 8
  call fastcc void @helper_3(ptr %.8, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6)
  %.22 = load i64, ptr %.8, align 8
  ret i64 %.22
}
define internal fastcc void @helper_4(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.classes, i64 %arg.call_spans, i64 %arg.call_lists) unnamed_addr {
entry:
  %.6.i = add i64 %arg.classes, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i163 = add i64 %arg.call_spans, 16
  %.7.i164 = inttoptr i64 %.6.i163 to ptr
  %.8.i165 = load i64, ptr %.7.i164, align 8
  %.6.i166 = add i64 %arg.call_lists, 16
  %.7.i167 = inttoptr i64 %.6.i166 to ptr
  %.8.i168 = load i64, ptr %.7.i167, align 8
  %.99 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i169 = add i64 %.99, 16
  %.7.i170 = inttoptr i64 %.6.i169 to ptr
  %.8.i171 = load i64, ptr %.7.i170, align 8
  %.126 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i172 = add i64 %.126, 16
  %.7.i173 = inttoptr i64 %.6.i172 to ptr
  %.8.i174 = load i64, ptr %.7.i173, align 8
  %.237186.not = icmp slt i64 %arg.n, 1
  br i1 %.237186.not, label %B930, label %B242.if.lr.ph
B242.if.lr.ph:                                    ; preds = %entry
  %.321 = add i64 %.8.i171, 4
  %.334 = add i64 %.8.i165, 4
  br label %B242.if
B362:                                             ; preds = %B242.if
  %.322 = add i64 %.321, %.281
  %.323 = inttoptr i64 %.322 to ptr
  %.324 = load i32, ptr %.323, align 4
  %.325 = sext i32 %.324 to i64
  %.327 = shl nsw i64 %.325, 2
  %.328 = add i64 %.327, %.8.i165
  %.329 = inttoptr i64 %.328 to ptr
  %.330 = load i32, ptr %.329, align 4
  %.331 = sext i32 %.330 to i64
  %.335 = add i64 %.334, %.327
  %.336 = inttoptr i64 %.335 to ptr
  %.337 = load i32, ptr %.336, align 4
  %.338 = sext i32 %.337 to i64
  %.375 = sub nsw i64 %.338, %.331
  %.418179.not = icmp slt i64 %.375, 1
  br i1 %.418179.not, label %B752, label %B500.if
B628:                                             ; preds = %B242.if
  br label %B630
B630:                                             ; preds = %B242.if, %B628
  %"$phi630.3.2.3" = phi i64 [ 1, %B628 ], [ 3, %B242.if ]
  %.635 = or disjoint i64 %.279, 1
  br label %B646.if
B752:                                             ; preds = %B500.if, %B646.if, %B362
  %needed.5.2 = phi i64 [ %.651, %B646.if ], [ 0, %B362 ], [ %.470, %B500.if ]
  %.662.not = icmp eq i64 %needed.5.2, 0
  br i1 %.662.not, label %B931, label %B756
B756:                                             ; preds = %B752
  %.668 = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i175 = add i64 %.668, 16
  %.7.i176 = inttoptr i64 %.6.i175 to ptr
  %.8.i177 = load i64, ptr %.7.i176, align 8
  %.695 = add i64 %.8.i177, %.279
  %.696 = inttoptr i64 %.695 to ptr
  %.697 = load i32, ptr %.696, align 4
  %0 = and i32 %.697, 1
  %.700.not = icmp eq i32 %0, 0
  br i1 %.700.not, label %B931, label %B848
B848:                                             ; preds = %B756
  %.705 = add i64 %.180.0188, %.8.i174
  %.706 = inttoptr i64 %.705 to ptr
  %.707 = load i8, ptr %.706, align 1
  %1 = or i8 %.707, 4
  store i8 %1, ptr %.706, align 1
  br label %B931
B930:                                             ; preds = %B931, %entry
  store i64 0, ptr %retptr, align 8
  ret void
B931:                                             ; preds = %B752, %B848, %B756, %B242.if
  %exitcond190.not = icmp eq i64 %.250, %arg.n
  br i1 %exitcond190.not, label %B930, label %B242.if
B242.if:                                          ; preds = %B242.if.lr.ph, %B931
  %.180.0188 = phi i64 [ 0, %B242.if.lr.ph ], [ %.250, %B931 ]
  %.250 = add nuw nsw i64 %.180.0188, 1
  %.279 = shl nsw i64 %.180.0188, 2
  %.281 = shl i64 %.180.0188, 4
  %.282 = add i64 %.281, %.8.i171
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
B500.if:                                          ; preds = %B362, %B500.if
  %needed.3.2182 = phi i64 [ %.470, %B500.if ], [ 0, %B362 ]
  %.365.0181 = phi i64 [ %.427, %B500.if ], [ %.375, %B362 ]
  %.362.0180 = phi i64 [ %.431, %B500.if ], [ %.331, %B362 ]
  %.427 = add nsw i64 %.365.0181, -1
  %.431 = add nsw i64 %.362.0180, 1
  %2 = shl i64 %.362.0180, 2
  %.458 = add i64 %2, %.8.i168
  %.459 = inttoptr i64 %.458 to ptr
  %.460 = load i32, ptr %.459, align 4
  %.461 = sext i32 %.460 to i64
  %.464 = add i64 %.8.i174, %.461
  %.465 = inttoptr i64 %.464 to ptr
  %.466 = load i8, ptr %.465, align 1
  %3 = and i8 %.466, 4
  %.468 = zext nneg i8 %3 to i64
  %.470 = or i64 %needed.3.2182, %.468
  %.418 = icmp sgt i64 %.365.0181, 1
  br i1 %.418, label %B500.if, label %B752
B646.if:                                          ; preds = %B630, %B646.if
  %needed.4.3185 = phi i64 [ 0, %B630 ], [ %.651, %B646.if ]
  %.534.0183 = phi i64 [ 0, %B630 ], [ %.606, %B646.if ]
  %.606 = add nuw nsw i64 %.534.0183, 1
  %.636 = add nuw nsw i64 %.635, %.534.0183
  %.638 = shl i64 %.636, 2
  %.639 = add i64 %.638, %.8.i171
  %.640 = inttoptr i64 %.639 to ptr
  %.641 = load i32, ptr %.640, align 4
  %.642 = sext i32 %.641 to i64
  %.645 = add i64 %.8.i174, %.642
  %.646 = inttoptr i64 %.645 to ptr
  %.647 = load i8, ptr %.646, align 1
  %4 = and i8 %.647, 4
  %.649 = zext nneg i8 %4 to i64
  %.651 = or i64 %needed.4.3185, %.649
  %exitcond.not = icmp eq i64 %.606, %"$phi630.3.2.3"
  br i1 %exitcond.not, label %B752, label %B646.if
}
define i64 @sweep_mark_needed(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5) local_unnamed_addr {
entry:
  %.7 = alloca i64, align 8
  store i64 0, ptr %.7, align 8
  call fastcc void @helper_4(ptr %.7, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5)
  %.21 = load i64, ptr %.7, align 8
  ret i64 %.21
}
define internal fastcc void @helper_5(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.classes, i64 %arg.call_spans, i64 %arg.call_lists, i64 %arg.roots, i64 %arg.root_count) unnamed_addr {
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
  br i1 %.241266.not, label %B326, label %B240.if
B326:                                             ; preds = %B240.if, %entry
  %.380269.not = icmp slt i64 %arg.root_count, 1
  br i1 %.380269.not, label %B452, label %B356.if
B452:                                             ; preds = %helper_6.exit259, %B326
  %.541276.not = icmp slt i64 %arg.n, 1
  br i1 %.541276.not, label %B1224, label %B498.if.lr.ph
B498.if.lr.ph:                                    ; preds = %B452
  %.859 = add i64 %.8.i232, 4
  %.894 = add i64 %.8.i232, 8
  %.931 = add i64 %.8.i232, 12
  %.664 = add i64 %.8.i232, 4
  %.679 = add i64 %.8.i226, 4
  %.974 = add i64 %.8.i232, 4
  br label %B498.if
B564:                                             ; preds = %B498.if
  %.608 = shl i64 %.484.0279, 4
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
  %0 = and i8 %.587, 16
  %.649.not = icmp eq i8 %0, 0
  %spec.select = select i1 %.649.not, i64 %consumed.2.0278, i64 %.484.0279
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
  %.763272.not = icmp slt i64 %.720, 1
  br i1 %.763272.not, label %B1225, label %B838.if
B928:                                             ; preds = %B654
  %.860 = add i64 %.859, %.608
  %.861 = inttoptr i64 %.860 to ptr
  %.862 = load i32, ptr %.861, align 4
  %.863 = sext i32 %.862 to i64
  %.13.i = add i64 %.8.i235, %.863
  %.14.i = inttoptr i64 %.13.i to ptr
  %.15.i = load i8, ptr %.14.i, align 1
  %1 = and i8 %.15.i, 4
  %.22.not.i = icmp eq i8 %1, 0
  br i1 %.22.not.i, label %helper_6.exit, label %B56.i
B56.i:                                            ; preds = %B928
  %2 = or i8 %.15.i, 8
  store i8 %2, ptr %.14.i, align 1
  br label %helper_6.exit
helper_6.exit: ; preds = %B928, %B56.i
  %.895 = add i64 %.894, %.608
  %.896 = inttoptr i64 %.895 to ptr
  %.897 = load i32, ptr %.896, align 4
  %.898 = sext i32 %.897 to i64
  %.13.i236 = add i64 %.8.i235, %.898
  %.14.i237 = inttoptr i64 %.13.i236 to ptr
  %.15.i238 = load i8, ptr %.14.i237, align 1
  %3 = and i8 %.15.i238, 4
  %.22.not.i239 = icmp eq i8 %3, 0
  br i1 %.22.not.i239, label %helper_6.exit241, label %B56.i240
B56.i240:                                         ; preds = %helper_6.exit
  %4 = or i8 %.15.i238, 8
  store i8 %4, ptr %.14.i237, align 1
  br label %helper_6.exit241
helper_6.exit241: ; preds = %helper_6.exit, %B56.i240
  %.932 = add i64 %.931, %.608
  %.933 = inttoptr i64 %.932 to ptr
  %.934 = load i32, ptr %.933, align 4
  %.935 = sext i32 %.934 to i64
  %.13.i242 = add i64 %.8.i235, %.935
  %.14.i243 = inttoptr i64 %.13.i242 to ptr
  %.15.i244 = load i8, ptr %.14.i243, align 1
  %5 = and i8 %.15.i244, 4
  %.22.not.i245 = icmp eq i8 %5, 0
  br i1 %.22.not.i245, label %B1225, label %B1225.sink.split
B1148:                                            ; preds = %B654
  %.975 = add i64 %.974, %.608
  %.976 = inttoptr i64 %.975 to ptr
  %.977 = load i32, ptr %.976, align 4
  %.978 = sext i32 %.977 to i64
  %.13.i248 = add i64 %.8.i235, %.978
  %.14.i249 = inttoptr i64 %.13.i248 to ptr
  %.15.i250 = load i8, ptr %.14.i249, align 1
  %6 = and i8 %.15.i250, 4
  %.22.not.i251 = icmp eq i8 %6, 0
  br i1 %.22.not.i251, label %B1225, label %B1225.sink.split
B1224:                                            ; preds = %B1225, %B452
  %consumed.2.0.lcssa = phi i64 [ -1, %B452 ], [ %consumed.3.1, %B1225 ]
  store i64 %consumed.2.0.lcssa, ptr %retptr, align 8
  ret void
B1225.sink.split:                                 ; preds = %B1148, %helper_6.exit241
  %.15.i250.sink = phi i8 [ %.15.i244, %helper_6.exit241 ], [ %.15.i250, %B1148 ]
  %.14.i249.sink = phi ptr [ %.14.i243, %helper_6.exit241 ], [ %.14.i249, %B1148 ]
  %7 = or i8 %.15.i250.sink, 8
  store i8 %7, ptr %.14.i249.sink, align 1
  br label %B1225
B1225:                                            ; preds = %helper_6.exit265, %B1225.sink.split, %B700, %B1148, %helper_6.exit241, %B564, %B498.if
  %consumed.3.1 = phi i64 [ %spec.select, %B700 ], [ %consumed.2.0278, %B498.if ], [ %consumed.2.0278, %B564 ], [ %spec.select, %B1225.sink.split ], [ %spec.select, %helper_6.exit241 ], [ %spec.select, %B1148 ], [ %spec.select, %helper_6.exit265 ]
  %.541 = icmp sgt i64 %.484.0279.in, 1
  br i1 %.541, label %B498.if, label %B1224
B240.if:                                          ; preds = %entry, %B240.if
  %.185.0268 = phi i64 [ %.254, %B240.if ], [ 0, %entry ]
  %.254 = add nuw nsw i64 %.185.0268, 1
  %.281 = add i64 %.185.0268, %.8.i235
  %.282 = inttoptr i64 %.281 to ptr
  %.283 = load i8, ptr %.282, align 1
  %8 = and i8 %.283, -9
  store i8 %8, ptr %.282, align 1
  %exitcond.not = icmp eq i64 %arg.n, %.254
  br i1 %exitcond.not, label %B326, label %B240.if
B356.if:                                          ; preds = %B326, %helper_6.exit259
  %.324.0271 = phi i64 [ %.393, %helper_6.exit259 ], [ 0, %B326 ]
  %.393 = add nuw nsw i64 %.324.0271, 1
  %.419 = tail call i64 @PyList_GetItem(i64 %arg.roots, i64 %.324.0271)
  %.420 = tail call i64 @PyLong_AsLongLong(i64 %.419)
  %.13.i254 = add i64 %.420, %.8.i235
  %.14.i255 = inttoptr i64 %.13.i254 to ptr
  %.15.i256 = load i8, ptr %.14.i255, align 1
  %9 = and i8 %.15.i256, 4
  %.22.not.i257 = icmp eq i8 %9, 0
  br i1 %.22.not.i257, label %helper_6.exit259, label %B56.i258
B56.i258:                                         ; preds = %B356.if
  %10 = or i8 %.15.i256, 8
  store i8 %10, ptr %.14.i255, align 1
  br label %helper_6.exit259
helper_6.exit259: ; preds = %B356.if, %B56.i258
  %exitcond280.not = icmp eq i64 %arg.root_count, %.393
  br i1 %exitcond280.not, label %B452, label %B356.if
B498.if:                                          ; preds = %B498.if.lr.ph, %B1225
  %.484.0279.in = phi i64 [ %arg.n, %B498.if.lr.ph ], [ %.484.0279, %B1225 ]
  %consumed.2.0278 = phi i64 [ -1, %B498.if.lr.ph ], [ %consumed.3.1, %B1225 ]
  %.484.0279 = add nsw i64 %.484.0279.in, -1
  %.585 = add i64 %.484.0279, %.8.i235
  %.586 = inttoptr i64 %.585 to ptr
  %.587 = load i8, ptr %.586, align 1
  %11 = and i8 %.587, 8
  %.594 = icmp eq i8 %11, 0
  br i1 %.594, label %B1225, label %B564
B838.if:                                          ; preds = %B700, %helper_6.exit265
  %.710.0274 = phi i64 [ %.772, %helper_6.exit265 ], [ %.720, %B700 ]
  %.707.0273 = phi i64 [ %.776, %helper_6.exit265 ], [ %.676, %B700 ]
  %.772 = add nsw i64 %.710.0274, -1
  %.776 = add nsw i64 %.707.0273, 1
  %12 = shl i64 %.707.0273, 2
  %.804 = add i64 %12, %.8.i229
  %.805 = inttoptr i64 %.804 to ptr
  %.806 = load i32, ptr %.805, align 4
  %.807 = sext i32 %.806 to i64
  %.13.i260 = add i64 %.8.i235, %.807
  %.14.i261 = inttoptr i64 %.13.i260 to ptr
  %.15.i262 = load i8, ptr %.14.i261, align 1
  %13 = and i8 %.15.i262, 4
  %.22.not.i263 = icmp eq i8 %13, 0
  br i1 %.22.not.i263, label %helper_6.exit265, label %B56.i264
B56.i264:                                         ; preds = %B838.if
  %14 = or i8 %.15.i262, 8
  store i8 %14, ptr %.14.i261, align 1
  br label %helper_6.exit265
helper_6.exit265: ; preds = %B838.if, %B56.i264
  %.763 = icmp sgt i64 %.710.0274, 1
  br i1 %.763, label %B838.if, label %B1225
}
define i64 @sweep_mark_reached(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7) local_unnamed_addr {
entry:
  %.9 = alloca i64, align 8
  store i64 0, ptr %.9, align 8
  call fastcc void @helper_5(ptr %.9, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7)
  %.23 = load i64, ptr %.9, align 8
  ret i64 %.23
}
define internal fastcc void @helper_7(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.live) unnamed_addr {
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
  %.192100.not = icmp slt i64 %arg.n, 1
  br i1 %.192100.not, label %B442, label %B190.if
B246:                                             ; preds = %B190.if
  %.252 = or i64 %.239106, 16
  %.259 = trunc nuw i64 %.252 to i8
  store i8 %.259, ptr %.237, align 1
  br label %B300
B300:                                             ; preds = %B246, %B190.if
  %flag.2.1 = phi i64 [ %.252, %B246 ], [ %.239106, %B190.if ]
  %.276 = and i64 %flag.2.1, 1
  %.277.not = icmp eq i64 %.276, 0
  br i1 %.277.not, label %B440, label %B320
B320:                                             ; preds = %B300
  %.285 = trunc i64 %.136.0101 to i32
  %.286 = shl i64 %count.2.0103, 2
  %.287 = add i64 %.286, %.8.i99
  %.288 = inttoptr i64 %.287 to ptr
  store i32 %.285, ptr %.288, align 4
  %.291 = add nsw i64 %count.2.0103, 1
  %.302 = shl i64 %.136.0101, 2
  %.303 = add i64 %.302, %.8.i
  %.304 = inttoptr i64 %.303 to ptr
  %.305 = load i32, ptr %.304, align 4
  %0 = and i32 %.305, 1
  %.310.not = icmp ne i32 %0, 0
  %.319 = and i64 %flag.2.1, 16
  %.322 = icmp eq i64 %.319, 0
  %or.cond = and i1 %.322, %.310.not
  %.330 = zext i1 %or.cond to i64
  %spec.select = add nsw i64 %entrances.2.0104, %.330
  br label %B440
B440:                                             ; preds = %B320, %B300
  %count.3.1 = phi i64 [ %.291, %B320 ], [ %count.2.0103, %B300 ]
  %entrances.3.1 = phi i64 [ %spec.select, %B320 ], [ %entrances.2.0104, %B300 ]
  %exitcond.not = icmp eq i64 %arg.n, %.205
  br i1 %exitcond.not, label %B442.loopexit, label %B190.if
B442.loopexit:                                    ; preds = %B440
  %1 = icmp eq i64 %entrances.3.1, 0
  %2 = select i1 %1, i64 %count.3.1, i64 -1
  br label %B442
B442:                                             ; preds = %B442.loopexit, %entry
  %entrances.2.0.lcssa = phi i64 [ 0, %entry ], [ %2, %B442.loopexit ]
  store i64 %entrances.2.0.lcssa, ptr %retptr, align 8
  ret void
B190.if:                                          ; preds = %entry, %B440
  %entrances.2.0104 = phi i64 [ %entrances.3.1, %B440 ], [ 0, %entry ]
  %count.2.0103 = phi i64 [ %count.3.1, %B440 ], [ 0, %entry ]
  %.136.0101 = phi i64 [ %.205, %B440 ], [ 0, %entry ]
  %.205 = add nuw nsw i64 %.136.0101, 1
  %.236 = add i64 %.136.0101, %.8.i96
  %.237 = inttoptr i64 %.236 to ptr
  %.238 = load i8, ptr %.237, align 1
  %.239106 = zext i8 %.238 to i64
  %3 = and i8 %.238, 8
  %.249.not = icmp eq i8 %3, 0
  br i1 %.249.not, label %B300, label %B246
}
define i64 @sweep_consume(i64 %.1, i64 %.2, i64 %.3) local_unnamed_addr {
entry:
  %.5 = alloca i64, align 8
  store i64 0, ptr %.5, align 8
  call fastcc void @helper_7(ptr %.5, i64 %.1, i64 %.2, i64 %.3)
  %.19 = load i64, ptr %.5, align 8
  ret i64 %.19
}
define internal fastcc void @helper_8(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.none, i64 %arg.start, i64 %arg.stop, i64 %arg.size, i64 %arg.single, i64 %arg.dims, i64 %arg.ndim, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.work) unnamed_addr {
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
  br label %B34.if.i
B34.if.i:                                         ; preds = %B34.if.i, %entry
  %.42.053.i = phi i64 [ 0, %entry ], [ %.113.i, %B34.if.i ]
  %.113.i = add nuw nsw i64 %.42.053.i, 1
  %0 = shl i64 %.42.053.i, 3
  %.140.i = add i64 %0, %.8.i20
  %.141.i = inttoptr i64 %.140.i to ptr
  store i64 0, ptr %.141.i, align 8
  %exitcond.not.i = icmp eq i64 %.113.i, 14
  br i1 %exitcond.not.i, label %helper_9.exit, label %B34.if.i
helper_9.exit: ; preds = %B34.if.i
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
  br i1 %.10239.not.i, label %helper_11.exit, label %B72.if.lr.ph.i
B72.if.lr.ph.i:                                   ; preds = %helper_9.exit
  %1 = add i64 %.8.i20, 102248
  br label %B72.if.i
B72.if.i:                                         ; preds = %B72.if.i, %B72.if.lr.ph.i
  %.44.040.i = phi i64 [ 0, %B72.if.lr.ph.i ], [ %.115.i, %B72.if.i ]
  %.115.i = add nuw nsw i64 %.44.040.i, 1
  %2 = shl i64 %.44.040.i, 3
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
  br i1 %exitcond.not.i33, label %helper_11.exit, label %B72.if.i
helper_11.exit: ; preds = %B72.if.i, %helper_9.exit
  store i64 0, ptr %.299, align 8
  call fastcc void @helper_12(ptr %.299, i64 %.8.i20, i64 %arg.work)
  %.313 = load i64, ptr %.299, align 8
  store i64 %.313, ptr %retptr, align 8
  ret void
}
define internal fastcc void @helper_10(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.locs, i64 %arg.wanted, i64 %arg.frame, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.none, i64 %arg.start, i64 %arg.stop) unnamed_addr {
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
  %.140 = icmp sgt i64 %.139, 0
  %storemerge = tail call i64 @llvm.smax.i64(i64 %.139, i64 0)
  br i1 %.140, label %B184.if.lr.ph, label %B570
B184.if.lr.ph:                                    ; preds = %entry
  %.251 = add i64 %.8.i, 4
  %.18.i157.sink = add i64 %arg.w, 102248
  %.15.i154.sink2.in = add i64 %arg.w, 96
  %.15.i154.sink2 = inttoptr i64 %.15.i154.sink2.in to ptr
  br label %B184.if
B276:                                             ; preds = %B184.if
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
B452:                                             ; preds = %B184.if
  %.329 = tail call i64 @PyList_GetItem(i64 %.91, i64 %.126.0170)
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
  br i1 %.157214.i, label %B140.if.lr.ph.i, label %B554.i
B140.if.lr.ph.i:                                  ; preds = %B570
  %.14.i.i = add i64 %arg.w, 96
  %.15.i.i = inttoptr i64 %.14.i.i to ptr
  %.18.i.i = add i64 %arg.w, 102248
  br label %B140.if.i
B184.i:                                           ; preds = %B140.if.i
  %.210.i = shl i64 %.101.0216.i, 4
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
  %.363.i = or disjoint i64 %0, 1
  br label %B388.if.i
B474.i:                                           ; preds = %B388.if.i
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
  br i1 %.140, label %B588.if.lr.ph.i, label %helper_13.exit
B588.if.lr.ph.i:                                  ; preds = %B554.i
  %.615.i = add i64 %arg.w, 8
  %.616.i = inttoptr i64 %.615.i to ptr
  %.635.i = add i64 %arg.w, 104
  %.846.i = add i64 %arg.w, 3960
  %.855.i = add i64 %arg.w, 112
  br label %B588.if.i
B670.i:                                           ; preds = %B588.if.i
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
  br label %B910.if.i
B1044.i:                                          ; preds = %B910.if.i
  store i64 0, ptr %.816.i, align 8
  call fastcc void @helper_14(ptr %.816.i, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %.481.0220.i)
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
B1279.i:                                          ; preds = %B588.if.i, %B1044.i, %B670.i
  %.538.i = icmp sgt i64 %.484.0221.i, 1
  br i1 %.538.i, label %B588.if.i, label %helper_13.exit
B1280.i:                                          ; preds = %B1281.i, %B140.if.i, %B184.i
  %.157.i = icmp sgt i64 %.104.0215.i, 1
  br i1 %.157.i, label %B140.if.i, label %B554.i
B1281.i:                                          ; preds = %B388.if.i, %B514.i, %B474.i
  %exitcond.not.i = icmp eq i64 %.336.i, 3
  br i1 %exitcond.not.i, label %B1280.i, label %B388.if.i
B140.if.i:                                        ; preds = %B1280.i, %B140.if.lr.ph.i
  %.101.0216.in.i = phi i64 [ %arg.stop, %B140.if.lr.ph.i ], [ %.101.0216.i, %B1280.i ]
  %.104.0215.i = phi i64 [ %storemerge.i, %B140.if.lr.ph.i ], [ %.166.i, %B1280.i ]
  %.101.0216.i = add i64 %.101.0216.in.i, -1
  %.166.i = add nsw i64 %.104.0215.i, -1
  %0 = shl i64 %.101.0216.i, 2
  %.201.i = add i64 %0, %arg.wanted
  %.202.i = inttoptr i64 %.201.i to ptr
  %.203.i = load i32, ptr %.202.i, align 4
  %.205.i = icmp eq i32 %.203.i, 0
  br i1 %.205.i, label %B1280.i, label %B184.i
B388.if.i:                                        ; preds = %B1281.i, %B388.preheader.i
  %.267.0211.i = phi i64 [ 0, %B388.preheader.i ], [ %.336.i, %B1281.i ]
  %.336.i = add nuw nsw i64 %.267.0211.i, 1
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
B588.if.i:                                        ; preds = %B1279.i, %B588.if.lr.ph.i
  %.484.0221.i = phi i64 [ %.139, %B588.if.lr.ph.i ], [ %.547.i, %B1279.i ]
  %.481.0220.i = phi i64 [ %arg.start, %B588.if.lr.ph.i ], [ %.551.i, %B1279.i ]
  %.547.i = add nsw i64 %.484.0221.i, -1
  %.551.i = add i64 %.481.0220.i, 1
  %.580.i = shl nsw i64 %.481.0220.i, 2
  %.582.i = shl i64 %.481.0220.i, 4
  %.583.i = add i64 %.582.i, %.8.i.i
  %.584.i = inttoptr i64 %.583.i to ptr
  %.585.i = load i32, ptr %.584.i, align 4
  %.586.i = sext i32 %.585.i to i64
  %.593.i = add i64 %.580.i, %arg.wanted
  %.594.i = inttoptr i64 %.593.i to ptr
  %.595.i = load i32, ptr %.594.i, align 4
  %.597.i = icmp eq i32 %.595.i, 0
  br i1 %.597.i, label %B1279.i, label %B670.i
B910.if.i:                                        ; preds = %B910.if.i, %B722.i
  %.662.0217.i = phi i64 [ 0, %B722.i ], [ %.731.i, %B910.if.i ]
  %.731.i = add nuw nsw i64 %.662.0217.i, 1
  %.763.i = add nsw i64 %.762.i, %.662.0217.i
  %.765.i = shl i64 %.763.i, 2
  %.766.i = add i64 %.765.i, %.8.i.i
  %.767.i = inttoptr i64 %.766.i to ptr
  %.768.i = load i32, ptr %.767.i, align 4
  %.769.i = sext i32 %.768.i to i64
  store i64 0, ptr %.775.i, align 8
  call fastcc void @helper_14(ptr %.775.i, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %.769.i)
  %.789.i = load i64, ptr %.775.i, align 8
  %.758.i = add nsw i64 %.757.i, %.662.0217.i
  %.800.i = shl i64 %.758.i, 3
  %.801.i = add i64 %.800.i, %arg.w
  %.802.i = inttoptr i64 %.801.i to ptr
  store i64 %.789.i, ptr %.802.i, align 8
  %exitcond222.not.i = icmp eq i64 %.731.i, 3
  br i1 %exitcond222.not.i, label %B1044.i, label %B910.if.i
helper_13.exit: ; preds = %B1279.i, %B554.i
  %.506171.not = icmp slt i64 %.139, 1
  br i1 %.506171.not, label %B870, label %B652.if.lr.ph
B652.if.lr.ph:                                    ; preds = %helper_13.exit
  %.566 = add i64 %.8.i, 4
  %.9.i161 = add i64 %arg.w, 56
  %.10.i162 = inttoptr i64 %.9.i161 to ptr
  br label %B652.if
B740:                                             ; preds = %B652.if
  %.569 = add i64 %.566, %.550
  %.570 = inttoptr i64 %.569 to ptr
  %.571 = load i32, ptr %.570, align 4
  %.572 = sext i32 %.571 to i64
  store i64 0, ptr %.578, align 8
  call fastcc void @helper_14(ptr %.578, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %.572)
  %.592 = load i64, ptr %.578, align 8
  %.604 = shl nsw i64 %.450.0172, 3
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
B868:                                             ; preds = %B740, %B652.if
  %.506 = icmp sgt i64 %.453.0173, 1
  br i1 %.506, label %B652.if, label %B870
B870:                                             ; preds = %B868, %helper_13.exit
  store ptr null, ptr %retptr, align 8
  ret void
B871.sink.split:                                  ; preds = %B492, %B352
  %.337.sink = phi ptr [ %.283, %B352 ], [ %.337, %B492 ]
  %.126.0170.sink = phi i64 [ %.255, %B352 ], [ %.126.0170, %B492 ]
  store i32 1, ptr %.337.sink, align 4
  %.16.i155 = load i64, ptr %.15.i154.sink2, align 8
  %.17.i156 = shl i64 %.16.i155, 3
  %.19.i158 = add i64 %.18.i157.sink, %.17.i156
  %.20.i159 = inttoptr i64 %.19.i158 to ptr
  store i64 %.126.0170.sink, ptr %.20.i159, align 8
  %.22.i160 = add nsw i64 %.16.i155, 1
  store i64 %.22.i160, ptr %.15.i154.sink2, align 8
  br label %B871
B871:                                             ; preds = %B871.sink.split, %B452, %B492, %B184.if, %B352, %B276
  %.182 = icmp sgt i64 %.129.0169, 1
  br i1 %.182, label %B184.if, label %B570
B184.if:                                          ; preds = %B184.if.lr.ph, %B871
  %.126.0170 = phi i64 [ %arg.start, %B184.if.lr.ph ], [ %.195, %B871 ]
  %.129.0169 = phi i64 [ %storemerge, %B184.if.lr.ph ], [ %.191, %B871 ]
  %.191 = add nsw i64 %.129.0169, -1
  %.195 = add i64 %.126.0170, 1
  %.224 = shl i64 %.126.0170, 2
  %.226 = shl i64 %.126.0170, 4
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
B652.if:                                          ; preds = %B652.if.lr.ph, %B868
  %.453.0173 = phi i64 [ %storemerge, %B652.if.lr.ph ], [ %.515, %B868 ]
  %.450.0172 = phi i64 [ %arg.start, %B652.if.lr.ph ], [ %.519, %B868 ]
  %.515 = add nsw i64 %.453.0173, -1
  %.519 = add i64 %.450.0172, 1
  %.550 = shl i64 %.450.0172, 4
  %.551 = add i64 %.550, %.8.i
  %.552 = inttoptr i64 %.551 to ptr
  %.553 = load i32, ptr %.552, align 4
  %.554 = sext i32 %.553 to i64
  %.557 = add i64 %arg.classes, %.554
  %.558 = inttoptr i64 %.557 to ptr
  %.559 = load i8, ptr %.558, align 1
  %.561 = icmp eq i8 %.559, 2
  br i1 %.561, label %B740, label %B868
}
define internal fastcc void @helper_12(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.work) unnamed_addr {
entry:
  %.1117.i = alloca ptr, align 8
  %.1153.i = alloca ptr, align 8
  %.1850.i = alloca ptr, align 8
  %.2563.i = alloca double, align 8
  %.2800.i = alloca ptr, align 8
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
common.ret:                                       ; preds = %B783.i, %helper_15.exit, %helper_16.exit, %entry
  %.sink = phi i64 [ %quot.1.0.i, %helper_16.exit ], [ 0, %entry ], [ 0, %helper_15.exit ], [ 0, %B783.i ]
  store i64 %.sink, ptr %retptr, align 8
  ret void
B146:                                             ; preds = %entry
  %.12.i = add i64 %arg.w, 16
  %.13.i = inttoptr i64 %.12.i to ptr
  %.14.i = load i64, ptr %.13.i, align 8
  %.96119.not.i = icmp slt i64 %.14.i, 1
  br i1 %.96119.not.i, label %B142.i, label %B76.if.lr.ph.i
B76.if.lr.ph.i:                                   ; preds = %B146
  %0 = add i64 %arg.w, 3944
  br label %B76.if.i
B142.i:                                           ; preds = %B76.if.i, %B146
  %registers.2.0.lcssa.i = phi i64 [ 0, %B146 ], [ %.142.i, %B76.if.i ]
  %.172.i = icmp sgt i64 %registers.2.0.lcssa.i, 3
  br i1 %.172.i, label %B176.i, label %B216.i
B176.i:                                           ; preds = %B142.i, %B176.i
  %block.2.0.i = phi i64 [ %.185.0.i, %B176.i ], [ 2048, %B142.i ]
  %.185.0.i = lshr i64 %block.2.0.i, 1
  %.227.i = icmp samesign ugt i64 %block.2.0.i, 513
  %.237.i = mul nuw nsw i64 %.185.0.i, %registers.2.0.lcssa.i
  %.240.i = icmp sgt i64 %.237.i, 6144
  %or.cond.i = select i1 %.227.i, i1 %.240.i, i1 false
  br i1 %or.cond.i, label %B176.i, label %B216.i
B216.i:                                           ; preds = %B176.i, %B142.i
  %block.3.1.i = phi i64 [ 2048, %B142.i ], [ %.185.0.i, %B176.i ]
  %.256.i = add i64 %arg.w, 40
  %.257.i = inttoptr i64 %.256.i to ptr
  store i64 %block.3.1.i, ptr %.257.i, align 8
  %.266.i = load i64, ptr %.13.i, align 8
  %.346123.not.i = icmp slt i64 %.266.i, 1
  br i1 %.346123.not.i, label %B488.i, label %B332.if.lr.ph.i
B332.if.lr.ph.i:                                  ; preds = %B216.i
  %1 = add i64 %arg.w, 3944
  %.409.i = add i64 %arg.w, 3952
  %.414.i = shl nsw i64 %block.3.1.i, 3
  br label %B332.if.i
B408.i:                                           ; preds = %B332.if.i
  %.410.i = add i64 %.409.i, %3
  %.411.i = inttoptr i64 %.410.i to ptr
  store i64 %place.2.0126.i, ptr %.411.i, align 8
  %.416.i = add nuw nsw i64 %place.2.0126.i, %.414.i
  br label %B486.i
B486.i:                                           ; preds = %B332.if.i, %B408.i
  %place.3.1.i = phi i64 [ %.416.i, %B408.i ], [ %place.2.0126.i, %B332.if.i ]
  %exitcond127.not.i = icmp eq i64 %.359.i, %.266.i
  br i1 %exitcond127.not.i, label %B488.i, label %B332.if.i
B488.i:                                           ; preds = %B486.i, %B216.i
  %.449.i = icmp eq i64 %block.3.1.i, 0
  br i1 %.449.i, label %helper_16.exit, label %B488.else.if.i
B76.if.i:                                         ; preds = %B76.if.i, %B76.if.lr.ph.i
  %registers.2.0122.i = phi i64 [ 0, %B76.if.lr.ph.i ], [ %.142.i, %B76.if.i ]
  %.38.0120.i = phi i64 [ 0, %B76.if.lr.ph.i ], [ %.109.i, %B76.if.i ]
  %.109.i = add nuw nsw i64 %.38.0120.i, 1
  %2 = mul i64 %.38.0120.i, 24
  %.138.i = add i64 %0, %2
  %.139.i = inttoptr i64 %.138.i to ptr
  %.140.i = load i64, ptr %.139.i, align 8
  %.142.i = add nsw i64 %.140.i, %registers.2.0122.i
  %exitcond.not.i = icmp eq i64 %.109.i, %.14.i
  br i1 %exitcond.not.i, label %B142.i, label %B76.if.i
B332.if.i:                                        ; preds = %B486.i, %B332.if.lr.ph.i
  %place.2.0126.i = phi i64 [ 0, %B332.if.lr.ph.i ], [ %place.3.1.i, %B486.i ]
  %.290.0124.i = phi i64 [ 0, %B332.if.lr.ph.i ], [ %.359.i, %B486.i ]
  %.359.i = add nuw nsw i64 %.290.0124.i, 1
  %3 = mul i64 %.290.0124.i, 24
  %.396.i = add i64 %1, %3
  %.397.i = inttoptr i64 %.396.i to ptr
  %.398.i = load i64, ptr %.397.i, align 8
  %.399.i = icmp eq i64 %.398.i, 1
  br i1 %.399.i, label %B408.i, label %B486.i
B488.else.if.i:                                   ; preds = %B488.i
  %.444.i = add nsw i64 %block.3.1.i, -1
  %.439.i = inttoptr i64 %arg.w to ptr
  %.440.i = load i64, ptr %.439.i, align 8
  %.445.i = add i64 %.444.i, %.440.i
  %.465.i = sdiv i64 %.445.i, %block.3.1.i
  %.466.i = srem i64 %.445.i, %block.3.1.i
  %.466.lobit.i = ashr i64 %.466.i, 63
  %spec.select.i = add i64 %.466.lobit.i, %.465.i
  br label %helper_16.exit
helper_16.exit: ; preds = %B488.i, %B488.else.if.i
  %quot.1.0.i = phi i64 [ 0, %B488.i ], [ %spec.select.i, %B488.else.if.i ]
  %.69 = inttoptr i64 %arg.w to ptr
  %.70 = load i64, ptr %.69, align 8
  %.73 = icmp sgt i64 %.70, 65536
  br i1 %.73, label %common.ret, label %B240
B240:                                             ; preds = %helper_16.exit
  %.84 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 5)
  %.6.i = add i64 %.84, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  store ptr null, ptr %.1117.i, align 8
  store ptr null, ptr %.1153.i, align 8
  store ptr null, ptr %.1850.i, align 8
  store double 0.000000e+00, ptr %.2563.i, align 8
  store ptr null, ptr %.2800.i, align 8
  %.15.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i = add i64 %.15.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.43.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 4)
  %.6.i666.i = add i64 %.43.i, 16
  %.7.i667.i = inttoptr i64 %.6.i666.i to ptr
  %.8.i668.i = load i64, ptr %.7.i667.i, align 8
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
  %.146.i = add nsw i64 %.145.i, %.8.i668.i
  %.152.i = shl nsw i64 %.90.i, 6
  %.154.i = or disjoint i64 %.152.i, 63
  %.155.i = add i64 %.154.i, %.146.i
  %.196.i = and i64 %.155.i, -64
  %.202.i = add i64 %.8.i.i, 32
  %.203.i = inttoptr i64 %.202.i to ptr
  %.204.i = load i64, ptr %.203.i, align 8
  %.284733.not.i = icmp slt i64 %.204.i, 1
  br i1 %.284733.not.i, label %B812.i, label %B474.if.lr.ph.i
B474.if.lr.ph.i:                                  ; preds = %B240
  %4 = add i64 %.8.i.i, 34664
  %.333.i = add i64 %.8.i.i, 3952
  %.346.i = add i64 %.8.i.i, 34672
  %.355.i = add nsw i64 %.75.i, 7
  %.396.i19 = and i64 %.355.i, -8
  %.13.i669.i = tail call i64 @llvm.smin.i64(i64 %.396.i19, i64 %.80.i)
  %.505730.not.i = icmp slt i64 %.13.i669.i, 1
  br label %B474.if.i
B474.loopexit.i:                                  ; preds = %helper_17.exit.i, %B474.if.i
  %exitcond776.not.i = icmp eq i64 %.297.i, %.204.i
  br i1 %exitcond776.not.i, label %B812.i, label %B474.if.i
B812.i:                                           ; preds = %B474.loopexit.i, %B240
  %.671768.i = icmp sgt i64 %quot.1.0.i, 0
  br i1 %.671768.i, label %B848.lr.ph.i, label %helper_15.exit
B848.lr.ph.i:                                     ; preds = %B812.i
  %.617.1771.i = add nsw i64 %quot.1.0.i, -1
  %.874736.not.i = icmp slt i64 %.90.i, 1
  %.920.i = add i64 %.8.i.i, 3952
  %.931.i = add i64 %.8.i.i, 3944
  %.973.i = add i64 %.8.i.i, 24
  %.974.i = inttoptr i64 %.973.i to ptr
  %5 = add i64 %.8.i.i, 22376
  %.1110.i = add i64 %.8.i.i, 22384
  %.2026.i = add i64 %.8.i.i, 3960
  %.2352762.not.i = icmp slt i64 %.95.i, 1
  %.2397.i = add i64 %.8.i.i, 46952
  %.2656.i = add i64 %.8.i.i, 72
  %.2657.i = inttoptr i64 %.2656.i to ptr
  %6 = add i64 %.8.i.i, 89960
  %.2793.i = add i64 %.8.i.i, 89968
  br label %B848.i
B844.loopexit.i:                                  ; preds = %B3016.if.i, %B2948.i
  %.671.i = icmp sgt i64 %.617.1773.i, 0
  %7 = mul nsw i64 %.614.1772.i, %.80.i
  %.684.i = zext i1 %.671.i to i64
  %.614.1.i = add i64 %.614.1772.i, %.684.i
  %.680.i = sext i1 %.671.i to i64
  %.617.1.i = add nsw i64 %.617.1773.i, %.680.i
  %.661.sroa.0.0.i = select i1 %.671.i, i64 %7, i64 0
  br i1 %.671.i, label %B848.i, label %helper_15.exit
B848.i:                                           ; preds = %B844.loopexit.i, %B848.lr.ph.i
  %.661.sroa.0.0774.i = phi i64 [ 0, %B848.lr.ph.i ], [ %.661.sroa.0.0.i, %B844.loopexit.i ]
  %.617.1773.i = phi i64 [ %.617.1771.i, %B848.lr.ph.i ], [ %.617.1.i, %B844.loopexit.i ]
  %.614.1772.i = phi i64 [ 1, %B848.lr.ph.i ], [ %.614.1.i, %B844.loopexit.i ]
  %.716.i = sub i64 %.75.i, %.661.sroa.0.0774.i
  %.13.i.i = tail call i64 @llvm.smin.i64(i64 %.716.i, i64 %.80.i)
  %.790.i = and i64 %.13.i.i, -8
  br i1 %.874736.not.i, label %B1190.i, label %B964.if.lr.ph.i
B964.if.lr.ph.i:                                  ; preds = %B848.i
  %.953.i = mul nsw i64 %.661.sroa.0.0774.i, %.85.i
  br label %B964.if.i
B1190.i:                                          ; preds = %B964.if.i, %B848.i
  %.975.i = load i64, ptr %.974.i, align 8
  %.1055739.not.i = icmp slt i64 %.975.i, 1
  br i1 %.1055739.not.i, label %B1442.i, label %B1258.if.i
B1442.i:                                          ; preds = %B1258.if.i, %B1190.i
  %.1147.not.i = icmp ult i64 %.13.i.i, 8
  br i1 %.1147.not.i, label %B1480.i, label %B1446.i
B1446.i:                                          ; preds = %B1442.i
  store ptr null, ptr %.1153.i, align 8
  call fastcc void @helper_18(ptr %.1153.i, i64 %.8.i.i, i64 %.8.i668.i, i64 %.790.i)
  br label %B1480.i
B1480.i:                                          ; preds = %B1446.i, %B1442.i
  %.1180.not.i = icmp eq i64 %.790.i, %.13.i.i
  br i1 %.1180.not.i, label %B2602.else.if.i, label %B1494.i
B1494.i:                                          ; preds = %B1480.i
  %.1186.i = load i64, ptr %.974.i, align 8
  %.1266745.not.i = icmp slt i64 %.1186.i, 1
  br i1 %.1266745.not.i, label %B1778.preheader.i, label %B1562.if.lr.ph.i
B1562.if.lr.ph.i:                                 ; preds = %B1494.i
  %reass.sub = sub i64 %.790.i, %.13.i.i
  %.1358.reass.i = add i64 %reass.sub, 8
  %storemerge664.i = tail call i64 @llvm.smax.i64(i64 %.1358.reass.i, i64 0)
  %.1401742.not.i = icmp slt i64 %.1358.reass.i, 1
  %.1441.i = add nsw i64 %.13.i.i, -1
  %.47.i.i = shl i64 %.1441.i, 2
  %.25.i.i = shl i64 %.1441.i, 3
  br label %B1562.if.i
B1562.loopexit.i:                                 ; preds = %helper_19.exit.i, %B1562.if.i
  %exitcond779.not.i = icmp eq i64 %.1279.i, %.1186.i
  br i1 %exitcond779.not.i, label %B1778.preheader.i, label %B1562.if.i
B1778.preheader.i:                                ; preds = %B1562.loopexit.i, %B1494.i
  br i1 %.874736.not.i, label %B2602.else.if.i.critedge, label %B1778.if.lr.ph.i
B1778.if.lr.ph.i:                                 ; preds = %B1778.preheader.i
  %.1610.i = mul nsw i64 %.790.i, %.85.i
  %8 = xor i64 %.790.i, -1
  %.1760.i = add i64 %.13.i.i, %8
  br label %B1778.if.i
B1898.i:                                          ; preds = %B1778.if.i
  %.1633.i = shl nsw i64 %.1505.0751.i, 6
  %.1635.i = add nsw i64 %.1633.i, %.146.i
  br label %B1970.if.i
B2058.i:                                          ; preds = %helper_19.exit707.i, %B1778.if.i
  %cursor.4.3.i = phi i64 [ %.1611.i, %B1778.if.i ], [ %.1635.i, %helper_19.exit707.i ]
  store i64 %cursor.4.3.i, ptr %.1606.i, align 8
  %exitcond781.not.i = icmp eq i64 %.90.i, %.1574.i
  br i1 %exitcond781.not.i, label %B2094.i, label %B1778.if.i
B2094.i:                                          ; preds = %B2058.i
  store ptr null, ptr %.1850.i, align 8
  call fastcc void @helper_20(ptr %.1850.i, i64 %.8.i.i, i64 %.8.i668.i)
  %.2211.i = mul nsw i64 %.790.i, %.85.i
  %.2016.i = mul nsw i64 %.661.sroa.0.0774.i, %.85.i
  %.2034.i = and i64 %.13.i.i, 7
  %.2114753.not775.i = icmp eq i64 %.2034.i, 0
  br label %B2168.if.i
B2244.i:                                          ; preds = %B2168.if.i
  %.2011.i = add i64 %.1997.i, %.920.i
  %.2012.i = inttoptr i64 %.2011.i to ptr
  %.2013.i = load i64, ptr %.2012.i, align 8
  %.2017.i = add nsw i64 %.2013.i, %.2016.i
  %.2027.i = add i64 %.2026.i, %.1997.i
  %.2028.i = inttoptr i64 %.2027.i to ptr
  %.2029.i = load i64, ptr %.2028.i, align 8
  %.2030.not.i = icmp eq i64 %.2029.i, 0
  %brmerge.i = select i1 %.2030.not.i, i1 true, i1 %.2114753.not775.i
  br i1 %brmerge.i, label %B2490.i, label %B2412.if.lr.ph.i
B2412.if.lr.ph.i:                                 ; preds = %B2244.i
  %.2157.i = shl nsw i64 %.1898.0757.i, 6
  %.2159.i = add nsw i64 %.2157.i, %.146.i
  br label %B2412.if.i
B2490.i:                                          ; preds = %helper_19.exit728.i, %B2244.i
  %.2194.i = shl i64 %.1898.0757.i, 3
  %.2195.i = add i64 %.2194.i, %.8.i668.i
  %.2196.i = inttoptr i64 %.2195.i to ptr
  store i64 %.2017.i, ptr %.2196.i, align 8
  br label %B3206.i
B2526.i:                                          ; preds = %B2168.if.i
  %.2205.i = shl i64 %.1898.0757.i, 3
  %.2206.i = add i64 %.2205.i, %.8.i668.i
  %.2207.i = inttoptr i64 %.2206.i to ptr
  %.2208.i = load i64, ptr %.2207.i, align 8
  %.2212.i = sub nsw i64 %.2208.i, %.2211.i
  store i64 %.2212.i, ptr %.2207.i, align 8
  br label %B3206.i
B2652.loopexit.i:                                 ; preds = %B2782.if.i, %B2652.if.i
  %exitcond784.not.i = icmp eq i64 %.95.i, %.2365.i
  br i1 %exitcond784.not.i, label %B2948.i, label %B2652.if.i
B2948.i:                                          ; preds = %B2652.loopexit.i, %B2602.else.if.i
  %.2658.i = load i64, ptr %.2657.i, align 8
  %.2738765.not.i = icmp slt i64 %.2658.i, 1
  br i1 %.2738765.not.i, label %B844.loopexit.i, label %B3016.if.i
B3206.i:                                          ; preds = %B2526.i, %B2490.i
  %exitcond783.not.i = icmp eq i64 %.90.i, %.1967.i
  br i1 %exitcond783.not.i, label %B2602.else.if.i, label %B2168.if.i
B474.if.i:                                        ; preds = %B474.loopexit.i, %B474.if.lr.ph.i
  %.228.0735.i = phi i64 [ 0, %B474.if.lr.ph.i ], [ %.297.i, %B474.loopexit.i ]
  %.297.i = add nuw nsw i64 %.228.0735.i, 1
  %9 = shl i64 %.228.0735.i, 4
  %.326.i = add i64 %4, %9
  %.327.i = inttoptr i64 %.326.i to ptr
  %.328.i = load i64, ptr %.327.i, align 8
  %.331.i = mul i64 %.328.i, 24
  %.334.i = add i64 %.333.i, %.331.i
  %.335.i = inttoptr i64 %.334.i to ptr
  %.336.i = load i64, ptr %.335.i, align 8
  %.338.i = add nsw i64 %.336.i, %.196.i
  br i1 %.505730.not.i, label %B474.loopexit.i, label %B766.if.lr.ph.i
B766.if.lr.ph.i:                                  ; preds = %B474.if.i
  %.347.i = add i64 %.346.i, %9
  %.348.i = inttoptr i64 %.347.i to ptr
  %.349.i = load i64, ptr %.348.i, align 8
  %.49.i.i = inttoptr i64 %.349.i to ptr
  br label %B766.if.i
B766.if.i:                                        ; preds = %helper_17.exit.i, %B766.if.lr.ph.i
  %.449.0732.i = phi i64 [ 0, %B766.if.lr.ph.i ], [ %.518.i, %helper_17.exit.i ]
  %.518.i = add nuw nsw i64 %.449.0732.i, 1
  %.20.i.i = load i64, ptr %.84.i, align 8
  %.21.i.i = icmp eq i64 %.20.i.i, 8
  br i1 %.21.i.i, label %B54.i.i, label %B120.i.i
B54.i.i:                                          ; preds = %B766.if.i
  %.28.i.i = load double, ptr %.49.i.i, align 8
  %.35.i.i = shl i64 %.449.0732.i, 3
  %.36.i.i = add i64 %.35.i.i, %.338.i
  %.37.i.i = inttoptr i64 %.36.i.i to ptr
  store double %.28.i.i, ptr %.37.i.i, align 8
  br label %helper_17.exit.i
B120.i.i:                                         ; preds = %B766.if.i
  %.50.i.i = load float, ptr %.49.i.i, align 4
  %.57.i.i = shl i64 %.449.0732.i, 2
  %.58.i.i = add i64 %.57.i.i, %.338.i
  %.59.i.i = inttoptr i64 %.58.i.i to ptr
  store float %.50.i.i, ptr %.59.i.i, align 4
  br label %helper_17.exit.i
helper_17.exit.i: ; preds = %B120.i.i, %B54.i.i
  %exitcond.not.i20 = icmp eq i64 %.13.i669.i, %.518.i
  br i1 %exitcond.not.i20, label %B474.loopexit.i, label %B766.if.i
B964.if.i:                                        ; preds = %B964.if.i, %B964.if.lr.ph.i
  %.818.0737.i = phi i64 [ 0, %B964.if.lr.ph.i ], [ %.887.i, %B964.if.i ]
  %.887.i = add nuw nsw i64 %.818.0737.i, 1
  %.918.i = mul i64 %.818.0737.i, 24
  %.921.i = add i64 %.918.i, %.920.i
  %.922.i = inttoptr i64 %.921.i to ptr
  %.923.i = load i64, ptr %.922.i, align 8
  %.932.i = add i64 %.918.i, %.931.i
  %.933.i = inttoptr i64 %.932.i to ptr
  %.934.i = load i64, ptr %.933.i, align 8
  %.935.i = icmp eq i64 %.934.i, 1
  %.196.i..953.i = select i1 %.935.i, i64 %.196.i, i64 %.953.i
  %.955.i = add nsw i64 %.923.i, %.196.i..953.i
  %.960.i = shl i64 %.818.0737.i, 3
  %.961.i = add i64 %.960.i, %.8.i668.i
  %.962.i = inttoptr i64 %.961.i to ptr
  store i64 %.955.i, ptr %.962.i, align 8
  %exitcond777.not.i = icmp eq i64 %.90.i, %.887.i
  br i1 %exitcond777.not.i, label %B1190.i, label %B964.if.i
B1258.if.i:                                       ; preds = %B1190.i, %B1258.if.i
  %.999.0740.i = phi i64 [ %.1068.i, %B1258.if.i ], [ 0, %B1190.i ]
  %.1068.i = add nuw nsw i64 %.999.0740.i, 1
  %10 = shl i64 %.999.0740.i, 4
  %.1097.i = add i64 %10, %5
  %.1098.i = inttoptr i64 %.1097.i to ptr
  %.1099.i = load i64, ptr %.1098.i, align 8
  %.1101.i = shl i64 %.1099.i, 3
  %.1102.i = add i64 %.1101.i, %.8.i668.i
  %.1103.i = inttoptr i64 %.1102.i to ptr
  %.1104.i = load i64, ptr %.1103.i, align 8
  %.1111.i = add i64 %.1110.i, %10
  %.1112.i = inttoptr i64 %.1111.i to ptr
  %.1113.i = load i64, ptr %.1112.i, align 8
  store ptr null, ptr %.1117.i, align 8
  call fastcc void @helper_21(ptr %.1117.i, i64 %.8.i.i, i64 %.1113.i, i64 %.1104.i, i64 %.661.sroa.0.0774.i, i64 %.13.i.i)
  %exitcond778.not.i = icmp eq i64 %.975.i, %.1068.i
  br i1 %exitcond778.not.i, label %B1442.i, label %B1258.if.i
B1562.if.i:                                       ; preds = %B1562.loopexit.i, %B1562.if.lr.ph.i
  %.1210.0746.i = phi i64 [ 0, %B1562.if.lr.ph.i ], [ %.1279.i, %B1562.loopexit.i ]
  %.1279.i = add nuw nsw i64 %.1210.0746.i, 1
  %11 = shl i64 %.1210.0746.i, 4
  %.1308.i = add i64 %11, %5
  %.1309.i = inttoptr i64 %.1308.i to ptr
  %.1310.i = load i64, ptr %.1309.i, align 8
  %.1312.i = shl i64 %.1310.i, 3
  %.1313.i = add i64 %.1312.i, %.8.i668.i
  %.1314.i = inttoptr i64 %.1313.i to ptr
  %.1315.i = load i64, ptr %.1314.i, align 8
  br i1 %.1401742.not.i, label %B1562.loopexit.i, label %B1696.if.lr.ph.i
B1696.if.lr.ph.i:                                 ; preds = %B1562.if.i
  %.48.i.i = add i64 %.1315.i, %.47.i.i
  %.49.i675.i = inttoptr i64 %.48.i.i to ptr
  %.26.i.i = add i64 %.1315.i, %.25.i.i
  %.27.i681.i = inttoptr i64 %.26.i.i to ptr
  br label %B1696.if.i
B1696.if.i:                                       ; preds = %helper_19.exit.i, %B1696.if.lr.ph.i
  %.1348.0744.i = phi i64 [ %storemerge664.i, %B1696.if.lr.ph.i ], [ %.1410.i, %helper_19.exit.i ]
  %.1345.0743.i = phi i64 [ %.13.i.i, %B1696.if.lr.ph.i ], [ %.1414.i, %helper_19.exit.i ]
  %.1410.i = add nsw i64 %.1348.0744.i, -1
  %.1414.i = add i64 %.1345.0743.i, 1
  %.20.i672.i = load i64, ptr %.84.i, align 8
  %.21.i673.i = icmp eq i64 %.20.i672.i, 8
  br i1 %.21.i673.i, label %B54.i680.i, label %B120.i674.i
B54.i680.i:                                       ; preds = %B1696.if.i
  %.28.i682.i = load double, ptr %.27.i681.i, align 8
  %.35.i683.i = shl i64 %.1345.0743.i, 3
  %.36.i684.i = add i64 %.35.i683.i, %.1315.i
  %.37.i685.i = inttoptr i64 %.36.i684.i to ptr
  store double %.28.i682.i, ptr %.37.i685.i, align 8
  br label %helper_19.exit.i
B120.i674.i:                                      ; preds = %B1696.if.i
  %.50.i676.i = load float, ptr %.49.i675.i, align 4
  %.57.i677.i = shl i64 %.1345.0743.i, 2
  %.58.i678.i = add i64 %.57.i677.i, %.1315.i
  %.59.i679.i = inttoptr i64 %.58.i678.i to ptr
  store float %.50.i676.i, ptr %.59.i679.i, align 4
  br label %helper_19.exit.i
helper_19.exit.i: ; preds = %B120.i674.i, %B54.i680.i
  %.1401.i = icmp sgt i64 %.1348.0744.i, 1
  br i1 %.1401.i, label %B1696.if.i, label %B1562.loopexit.i
B1778.if.i:                                       ; preds = %B2058.i, %B1778.if.lr.ph.i
  %.1505.0751.i = phi i64 [ 0, %B1778.if.lr.ph.i ], [ %.1574.i, %B2058.i ]
  %.1574.i = add nuw nsw i64 %.1505.0751.i, 1
  %.1604.i = shl i64 %.1505.0751.i, 3
  %.1605.i = add i64 %.1604.i, %.8.i668.i
  %.1606.i = inttoptr i64 %.1605.i to ptr
  %.1607.i = load i64, ptr %.1606.i, align 8
  %.1611.i = add nsw i64 %.1607.i, %.1610.i
  %.1621.i = mul i64 %.1505.0751.i, 24
  %.1624.i = add i64 %.1621.i, %.931.i
  %.1625.i = inttoptr i64 %.1624.i to ptr
  %.1626.i = load i64, ptr %.1625.i, align 8
  %.1627.i = icmp eq i64 %.1626.i, 0
  br i1 %.1627.i, label %B1898.i, label %B2058.i
B1970.if.i:                                       ; preds = %helper_19.exit707.i, %B1898.i
  %.1662.0748.i = phi i64 [ 0, %B1898.i ], [ %.1731.i, %helper_19.exit707.i ]
  %.1731.i = add nuw nsw i64 %.1662.0748.i, 1
  %.13.i686.i = tail call i64 @llvm.smin.i64(i64 %.1760.i, i64 %.1662.0748.i)
  %.20.i689.i = load i64, ptr %.84.i, align 8
  %.21.i690.i = icmp eq i64 %.20.i689.i, 8
  br i1 %.21.i690.i, label %B54.i699.i, label %B120.i691.i
B54.i699.i:                                       ; preds = %B1970.if.i
  %.25.i700.i = shl i64 %.13.i686.i, 3
  %.26.i701.i = add i64 %.25.i700.i, %.1611.i
  %.27.i702.i = inttoptr i64 %.26.i701.i to ptr
  %.28.i703.i = load double, ptr %.27.i702.i, align 8
  %.35.i704.i = shl i64 %.1662.0748.i, 3
  %.36.i705.i = add i64 %.35.i704.i, %.1635.i
  %.37.i706.i = inttoptr i64 %.36.i705.i to ptr
  store double %.28.i703.i, ptr %.37.i706.i, align 8
  br label %helper_19.exit707.i
B120.i691.i:                                      ; preds = %B1970.if.i
  %.47.i692.i = shl i64 %.13.i686.i, 2
  %.48.i693.i = add i64 %.47.i692.i, %.1611.i
  %.49.i694.i = inttoptr i64 %.48.i693.i to ptr
  %.50.i695.i = load float, ptr %.49.i694.i, align 4
  %.57.i696.i = shl i64 %.1662.0748.i, 2
  %.58.i697.i = add i64 %.57.i696.i, %.1635.i
  %.59.i698.i = inttoptr i64 %.58.i697.i to ptr
  store float %.50.i695.i, ptr %.59.i698.i, align 4
  br label %helper_19.exit707.i
helper_19.exit707.i: ; preds = %B120.i691.i, %B54.i699.i
  %exitcond780.not.i = icmp eq i64 %.1731.i, 8
  br i1 %exitcond780.not.i, label %B2058.i, label %B1970.if.i
B2168.if.i:                                       ; preds = %B3206.i, %B2094.i
  %.1898.0757.i = phi i64 [ 0, %B2094.i ], [ %.1967.i, %B3206.i ]
  %.1967.i = add nuw nsw i64 %.1898.0757.i, 1
  %.1997.i = mul i64 %.1898.0757.i, 24
  %.2000.i = add i64 %.1997.i, %.931.i
  %.2001.i = inttoptr i64 %.2000.i to ptr
  %.2002.i = load i64, ptr %.2001.i, align 8
  %.2003.i = icmp eq i64 %.2002.i, 0
  br i1 %.2003.i, label %B2244.i, label %B2526.i
B2412.if.i:                                       ; preds = %helper_19.exit728.i, %B2412.if.lr.ph.i
  %.2058.0754.i = phi i64 [ 0, %B2412.if.lr.ph.i ], [ %.2127.i, %helper_19.exit728.i ]
  %.2127.i = add nuw nsw i64 %.2058.0754.i, 1
  %.2154.i = add nuw nsw i64 %.2058.0754.i, %.790.i
  %.20.i710.i = load i64, ptr %.84.i, align 8
  %.21.i711.i = icmp eq i64 %.20.i710.i, 8
  br i1 %.21.i711.i, label %B54.i720.i, label %B120.i712.i
B54.i720.i:                                       ; preds = %B2412.if.i
  %.25.i721.i = shl i64 %.2058.0754.i, 3
  %.26.i722.i = add i64 %.25.i721.i, %.2159.i
  %.27.i723.i = inttoptr i64 %.26.i722.i to ptr
  %.28.i724.i = load double, ptr %.27.i723.i, align 8
  %.35.i725.i = shl i64 %.2154.i, 3
  %.36.i726.i = add i64 %.35.i725.i, %.2017.i
  %.37.i727.i = inttoptr i64 %.36.i726.i to ptr
  store double %.28.i724.i, ptr %.37.i727.i, align 8
  br label %helper_19.exit728.i
B120.i712.i:                                      ; preds = %B2412.if.i
  %.47.i713.i = shl i64 %.2058.0754.i, 2
  %.48.i714.i = add i64 %.47.i713.i, %.2159.i
  %.49.i715.i = inttoptr i64 %.48.i714.i to ptr
  %.50.i716.i = load float, ptr %.49.i715.i, align 4
  %.57.i717.i = shl i64 %.2154.i, 2
  %.58.i718.i = add i64 %.57.i717.i, %.2017.i
  %.59.i719.i = inttoptr i64 %.58.i718.i to ptr
  store float %.50.i716.i, ptr %.59.i719.i, align 4
  br label %helper_19.exit728.i
helper_19.exit728.i: ; preds = %B120.i712.i, %B54.i720.i
  %exitcond782.not.i = icmp eq i64 %.2127.i, %.2034.i
  br i1 %exitcond782.not.i, label %B2490.i, label %B2412.if.i
B2602.else.if.i.critedge:                         ; preds = %B1778.preheader.i
  store ptr null, ptr %.1850.i, align 8
  call fastcc void @helper_20(ptr %.1850.i, i64 %.8.i.i, i64 %.8.i668.i)
  br label %B2602.else.if.i
B2602.else.if.i:                                  ; preds = %B3206.i, %B2602.else.if.i.critedge, %B1480.i
  %.2236.0.i = ashr i64 %.661.sroa.0.0774.i, 8
  br i1 %.2352762.not.i, label %B2948.i, label %B2652.if.lr.ph.i
B2652.if.lr.ph.i:                                 ; preds = %B2602.else.if.i
  %12 = add nuw i64 %.13.i.i, 255
  %.2468.i = lshr i64 %12, 8
  %.2447.inv.i = icmp sgt i64 %.13.i.i, 0
  %storemerge662.i = select i1 %.2447.inv.i, i64 %.2468.i, i64 0
  %.2489759.not.i = icmp eq i64 %storemerge662.i, 0
  br label %B2652.if.i
B2652.if.i:                                       ; preds = %B2652.if.lr.ph.i, %B2652.loopexit.i
  %.2296.0763.i = phi i64 [ 0, %B2652.if.lr.ph.i ], [ %.2365.i, %B2652.loopexit.i ]
  %.2365.i = add nuw nsw i64 %.2296.0763.i, 1
  %.2395.i = mul i64 %.2296.0763.i, 24
  %.2398.i = add i64 %.2397.i, %.2395.i
  %.2399.i = inttoptr i64 %.2398.i to ptr
  %.2400.i = load i64, ptr %.2399.i, align 8
  %.2402.i = shl i64 %.2400.i, 3
  %.2403.i = add i64 %.2402.i, %.8.i668.i
  %.2404.i = inttoptr i64 %.2403.i to ptr
  %.2405.i = load i64, ptr %.2404.i, align 8
  br i1 %.2489759.not.i, label %B2652.loopexit.i, label %B2782.if.i
B2782.if.i:                                       ; preds = %B2652.if.i, %B2782.if.i
  %.2436.0761.i = phi i64 [ %.2498.i, %B2782.if.i ], [ %storemerge662.i, %B2652.if.i ]
  %.2433.0760.i = phi i64 [ %.2502.i, %B2782.if.i ], [ 0, %B2652.if.i ]
  %.2498.i = add nsw i64 %.2436.0761.i, -1
  %.2502.i = add nuw i64 %.2433.0760.i, 256
  %.2533.i = sub nsw i64 %.13.i.i, %.2433.0760.i
  %.13.i729.i = tail call i64 @llvm.smin.i64(i64 %.2533.i, i64 256)
  %.2529.i = mul nsw i64 %.2433.0760.i, %.85.i
  %.2531.i = add nsw i64 %.2529.i, %.2405.i
  store double 0.000000e+00, ptr %.2563.i, align 8
  call fastcc void @helper_22(ptr %.2563.i, i64 %.8.i.i, i64 %.2531.i, i64 %.13.i729.i)
  %.2577.i = load double, ptr %.2563.i, align 8
  %.2605.i = ashr exact i64 %.2433.0760.i, 8
  %.2628.i = add nsw i64 %.2605.i, %.2236.0.i
  %.2630.i = mul nsw i64 %.2628.i, %.95.i
  %.2632.i = add nsw i64 %.2630.i, %.2296.0763.i
  %.2634.i = shl i64 %.2632.i, 3
  %.2635.i = add i64 %.2634.i, %.8.i
  %.2636.i = inttoptr i64 %.2635.i to ptr
  store double %.2577.i, ptr %.2636.i, align 8
  %.2489.i = icmp sgt i64 %.2436.0761.i, 1
  br i1 %.2489.i, label %B2782.if.i, label %B2652.loopexit.i
B3016.if.i:                                       ; preds = %B2948.i, %B3016.if.i
  %.2682.0766.i = phi i64 [ %.2751.i, %B3016.if.i ], [ 0, %B2948.i ]
  %.2751.i = add nuw nsw i64 %.2682.0766.i, 1
  %13 = shl i64 %.2682.0766.i, 4
  %.2780.i = add i64 %6, %13
  %.2781.i = inttoptr i64 %.2780.i to ptr
  %.2782.i = load i64, ptr %.2781.i, align 8
  %.2784.i = shl i64 %.2782.i, 3
  %.2785.i = add i64 %.2784.i, %.8.i668.i
  %.2786.i = inttoptr i64 %.2785.i to ptr
  %.2787.i = load i64, ptr %.2786.i, align 8
  %.2794.i = add i64 %.2793.i, %13
  %.2795.i = inttoptr i64 %.2794.i to ptr
  %.2796.i = load i64, ptr %.2795.i, align 8
  store ptr null, ptr %.2800.i, align 8
  call fastcc void @helper_23(ptr %.2800.i, i64 %.8.i.i, i64 %.2796.i, i64 %.2787.i, i64 %.661.sroa.0.0774.i, i64 %.13.i.i)
  %exitcond785.not.i = icmp eq i64 %.2658.i, %.2751.i
  br i1 %exitcond785.not.i, label %B844.loopexit.i, label %B3016.if.i
helper_15.exit: ; preds = %B844.loopexit.i, %B812.i
  %.9.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i21 = add i64 %.9.i, 16
  %.7.i.i22 = inttoptr i64 %.6.i.i21 to ptr
  %.8.i.i23 = load i64, ptr %.7.i.i22, align 8
  %.41.i = add i64 %.8.i.i23, 56
  %.42.i = inttoptr i64 %.41.i to ptr
  %.43.i24 = load i64, ptr %.42.i, align 8
  %.178112.not.i = icmp slt i64 %.43.i24, 1
  br i1 %.178112.not.i, label %common.ret, label %B216.if.lr.ph.i
B216.if.lr.ph.i:                                  ; preds = %helper_15.exit
  %.50.i = inttoptr i64 %.8.i.i23 to ptr
  %.51.i = load i64, ptr %.50.i, align 8
  %.53.i = add nsw i64 %.51.i, 255
  %.61.0.i = ashr i64 %.53.i, 8
  %.305106.not.i = icmp slt i64 %.61.0.i, 1
  %.442.i = add i64 %.8.i.i23, 46960
  %.453.i = add i64 %.8.i.i23, 46968
  %.465.i25 = add i64 %.8.i.i23, 48
  %.466.i26 = inttoptr i64 %.465.i25 to ptr
  br label %B216.if.i
B432.i:                                           ; preds = %B258.if.i, %B216.if.i
  %total.3.1.lcssa.i = phi double [ 0.000000e+00, %B216.if.i ], [ %.357.i, %B258.if.i ]
  %lost.3.1.lcssa.i = phi double [ 0.000000e+00, %B216.if.i ], [ %lost.4.2.i, %B258.if.i ]
  %.421.i = fcmp ord double %lost.3.1.lcssa.i, 0.000000e+00
  %.425.i = fadd double %total.3.1.lcssa.i, %lost.3.1.lcssa.i
  %total.4.1.i = select i1 %.421.i, double %.425.i, double %total.3.1.lcssa.i
  %.440.i31 = mul i64 %.121.0113.i, 24
  %.443.i = add i64 %.442.i, %.440.i31
  %.444.i32 = inttoptr i64 %.443.i to ptr
  %.445.i33 = load i64, ptr %.444.i32, align 8
  %.454.i = add i64 %.453.i, %.440.i31
  %.455.i = inttoptr i64 %.454.i to ptr
  %.456.i = load i64, ptr %.455.i, align 8
  %.467.i = load i64, ptr %.466.i26, align 8
  %.468.i = icmp eq i64 %.467.i, 8
  %.471.not.i = icmp eq i64 %.456.i, 0
  br i1 %.468.i, label %B624.i, label %B702.i
B624.i:                                           ; preds = %B432.i
  br i1 %.471.not.i, label %B684.i, label %B644.i
B644.i:                                           ; preds = %B624.i
  %.488.i = inttoptr i64 %.445.i33 to ptr
  %.489.i = load double, ptr %.488.i, align 8
  %.493.i = fadd double %total.4.1.i, %.489.i
  br label %B684.i
B684.i:                                           ; preds = %B644.i, %B624.i
  %"$phi684.5.2.1.i" = phi double [ %.493.i, %B644.i ], [ %total.4.1.i, %B624.i ]
  %.513.i = inttoptr i64 %.445.i33 to ptr
  store double %"$phi684.5.2.1.i", ptr %.513.i, align 8
  br label %B783.i
B702.i:                                           ; preds = %B432.i
  br i1 %.471.not.i, label %B762.i, label %B722.i
B722.i:                                           ; preds = %B702.i
  %.542.i = inttoptr i64 %.445.i33 to ptr
  %.543.i = load float, ptr %.542.i, align 4
  %.547.i = fpext float %.543.i to double
  %.548.i = fadd double %total.4.1.i, %.547.i
  br label %B762.i
B762.i:                                           ; preds = %B722.i, %B702.i
  %"$phi762.5.2.2.i" = phi double [ %.548.i, %B722.i ], [ %total.4.1.i, %B702.i ]
  %.566.i = fptrunc double %"$phi762.5.2.2.i" to float
  %.569.i = inttoptr i64 %.445.i33 to ptr
  store float %.566.i, ptr %.569.i, align 4
  br label %B783.i
B783.i:                                           ; preds = %B762.i, %B684.i
  %exitcond115.not.i = icmp eq i64 %.191.i, %.43.i24
  br i1 %exitcond115.not.i, label %common.ret, label %B216.if.i
B216.if.i:                                        ; preds = %B783.i, %B216.if.lr.ph.i
  %.121.0113.i = phi i64 [ 0, %B216.if.lr.ph.i ], [ %.191.i, %B783.i ]
  %.191.i = add nuw nsw i64 %.121.0113.i, 1
  br i1 %.305106.not.i, label %B432.i, label %B258.if.i
B258.if.i:                                        ; preds = %B216.if.i, %B258.if.i
  %lost.3.1110.i = phi double [ %lost.4.2.i, %B258.if.i ], [ 0.000000e+00, %B216.if.i ]
  %total.3.1109.i = phi double [ %.357.i, %B258.if.i ], [ 0.000000e+00, %B216.if.i ]
  %.249.0107.i = phi i64 [ %.318.i, %B258.if.i ], [ 0, %B216.if.i ]
  %.318.i = add nuw nsw i64 %.249.0107.i, 1
  %14 = mul nuw nsw i64 %.249.0107.i, %.43.i24
  %.346.i27 = add nuw nsw i64 %14, %.121.0113.i
  %.348.i28 = shl i64 %.346.i27, 3
  %.349.i29 = add i64 %.348.i28, %.8.i
  %.350.i = inttoptr i64 %.349.i29 to ptr
  %.351.i = load double, ptr %.350.i, align 8
  %.357.i = fadd double %total.3.1109.i, %.351.i
  %.362.i = tail call double @llvm.fabs.f64(double %total.3.1109.i)
  %.364.i = tail call double @llvm.fabs.f64(double %.351.i)
  %.365.i = fcmp ult double %.362.i, %.364.i
  %.369.i = fsub double %total.3.1109.i, %.357.i
  %.373.i = fadd double %.351.i, %.369.i
  %.386.i = fsub double %.351.i, %.357.i
  %.390.i = fadd double %total.3.1109.i, %.386.i
  %.373.pn.i = select i1 %.365.i, double %.390.i, double %.373.i
  %lost.4.2.i = fadd double %lost.3.1110.i, %.373.pn.i
  %exitcond.not.i30 = icmp eq i64 %.61.0.i, %.318.i
  br i1 %exitcond.not.i30, label %B432.i, label %B258.if.i
}
declare double @llvm.fabs.f64(double)
define internal fastcc void @helper_21(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.array, i64 %arg.register, i64 %arg.first, i64 %arg.n) unnamed_addr {
entry:
  %.22 = add i64 %arg.w, 48
  %.23 = inttoptr i64 %.22 to ptr
  %.24 = load i64, ptr %.23, align 8
  %.27 = add i64 %arg.w, 88
  %.28 = inttoptr i64 %.27 to ptr
  %.29 = load i64, ptr %.28, align 8
  %.32 = add i64 %arg.w, 80
  %.33 = inttoptr i64 %.32 to ptr
  %.34 = load i64, ptr %.33, align 8
  %.6.i = add i64 %arg.array, 24
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i32, ptr %.7.i, align 4
  %.9.i = sext i32 %.8.i to i64
  %.6.i273 = add i64 %arg.array, 32
  %.7.i274 = inttoptr i64 %.6.i273 to ptr
  %.8.i275 = load i64, ptr %.7.i274, align 8
  %.6.i276 = add i64 %arg.array, 40
  %.7.i277 = inttoptr i64 %.6.i276 to ptr
  %.8.i278 = load i64, ptr %.7.i277, align 8
  %.6.i279 = add i64 %arg.array, 16
  %.7.i280 = inttoptr i64 %.6.i279 to ptr
  %.8.i281 = load i64, ptr %.7.i280, align 8
  %.159.not = icmp eq i64 %.29, 0
  br i1 %.159.not, label %B294, label %B254
B254:                                             ; preds = %entry
  %.162 = shl i64 %.29, 3
  %.164 = add i64 %.162, -8
  %.165 = add i64 %.164, %.34
  %.166 = inttoptr i64 %.165 to ptr
  %.167 = load i64, ptr %.166, align 8
  br label %B294
B294:                                             ; preds = %entry, %B254
  %"$phi294.0.2.0" = phi i64 [ %.167, %B254 ], [ 1, %entry ]
  %.189.not = icmp eq i32 %.8.i, 0
  br i1 %.189.not, label %B394, label %B304
B304:                                             ; preds = %B294
  %.197 = shl nsw i64 %.9.i, 3
  %.199 = add nsw i64 %.197, -8
  %.200 = add i64 %.199, %.8.i275
  %.201 = inttoptr i64 %.200 to ptr
  %.202 = load i64, ptr %.201, align 8
  %.203.not = icmp eq i64 %.202, 1
  br i1 %.203.not, label %B394, label %B350
B350:                                             ; preds = %B304
  %.209 = add i64 %.199, %.8.i278
  %.210 = inttoptr i64 %.209 to ptr
  %.211 = load i64, ptr %.210, align 8
  %.215 = icmp eq i64 %.24, 0
  br i1 %.215, label %B394, label %B350.else
B394:                                             ; preds = %B350.else.if, %B350.else, %B350, %B304, %B294
  %step.2.0 = phi i64 [ 0, %B294 ], [ 0, %B304 ], [ 0, %B350 ], [ %spec.select, %B350.else.if ], [ 0, %B350.else ]
  %.262 = icmp sgt i64 %arg.n, 0
  br i1 %.262, label %B412.preheader, label %common.ret
B412.preheader:                                   ; preds = %B394
  %.273 = icmp ne i64 %"$phi294.0.2.0", 0
  %.325 = mul i64 %step.2.0, %.24
  %.332 = add nsw i64 %.29, -2
  %0 = tail call i64 @llvm.smax.i64(i64 %.29, i64 1)
  %.412284 = icmp sgt i64 %.29, 1
  %.785 = icmp eq i64 %.24, 8
  %.285 = icmp ne i64 %"$phi294.0.2.0", -1
  %.509.neg = sub i64 %.9.i, %.29
  %.1051 = shl i64 %step.2.0, 2
  %.909 = shl i64 %step.2.0, 3
  br label %B412
B412:                                             ; preds = %B412.preheader, %B1068
  %done.2.0 = phi i64 [ %.1072, %B1068 ], [ 0, %B412.preheader ]
  %.269 = add i64 %done.2.0, %arg.first
  %.284 = icmp ne i64 %.269, -9223372036854775808
  %.286.not = or i1 %.285, %.284
  %or.cond = select i1 %.273, i1 %.286.not, i1 false
  br i1 %or.cond, label %B412.else.if, label %B412.endif
B580:                                             ; preds = %B508.endif
  %.522 = shl i64 %.510, 3
  %.523 = add i64 %.522, %.8.i275
  %.524 = inttoptr i64 %.523 to ptr
  %.525 = load i64, ptr %.524, align 8
  %.526.not = icmp eq i64 %.525, 1
  br i1 %.526.not, label %B676, label %B620
B620:                                             ; preds = %B580
  %.530 = mul nsw i64 %quot.2.0, %.458
  %.534 = sub nsw i64 %rest.2.1286, %.530
  %.540 = add i64 %.522, %.8.i278
  %.541 = inttoptr i64 %.540 to ptr
  %.542 = load i64, ptr %.541, align 8
  %.545 = mul nsw i64 %.542, %.534
  %.547 = add nsw i64 %.545, %offset.2.1287
  br label %B676
B676:                                             ; preds = %B508.endif, %B620, %B580
  %offset.3.2 = phi i64 [ %.547, %B620 ], [ %offset.2.1287, %B580 ], [ %offset.2.1287, %B508.endif ]
  %.412 = icmp sgt i64 %.359.0288.in, 2
  br i1 %.412, label %B506.if, label %B682
B682:                                             ; preds = %B676, %B412.endif
  %offset.2.1.lcssa = phi i64 [ %.327, %B412.endif ], [ %offset.3.2, %B676 ]
  %.576 = sub i64 %"$phi294.0.2.0", %.319
  %.581 = sub i64 %arg.n, %done.2.0
  %.13.i = tail call i64 @llvm.smin.i64(i64 %.581, i64 %.576)
  %.615 = mul nsw i64 %done.2.0, %.24
  %.617 = add nsw i64 %.615, %arg.register
  %.867292.not = icmp slt i64 %.13.i, 1
  br i1 %.785, label %B846, label %B958
B846:                                             ; preds = %B682
  br i1 %.867292.not, label %B1068, label %B876.if.lr.ph
B876.if.lr.ph:                                    ; preds = %B846
  %.907 = add nsw i64 %offset.2.1.lcssa, %.8.i281
  br label %B876.if
B958:                                             ; preds = %B682
  br i1 %.867292.not, label %B1068, label %B988.if.lr.ph
B988.if.lr.ph:                                    ; preds = %B958
  %.1049 = add nsw i64 %offset.2.1.lcssa, %.8.i281
  br label %B988.if
B1068:                                            ; preds = %B988.if, %B876.if, %B958, %B846
  %.1072 = add nsw i64 %.13.i, %done.2.0
  %.1078 = icmp slt i64 %.1072, %arg.n
  br i1 %.1078, label %B412, label %common.ret
common.ret:                                       ; preds = %B1068, %B394
  store ptr null, ptr %retptr, align 8
  ret void
B350.else:                                        ; preds = %B350
  %.226 = icmp ne i64 %.211, -9223372036854775808
  %.227 = icmp ne i64 %.24, -1
  %.228.not = or i1 %.227, %.226
  br i1 %.228.not, label %B350.else.if, label %B394
B350.else.if:                                     ; preds = %B350.else
  %.231 = sdiv i64 %.211, %.24
  %.232 = srem i64 %.211, %.24
  %.233 = xor i64 %.232, %.24
  %.234 = icmp slt i64 %.233, 0
  %.235 = icmp ne i64 %.232, 0
  %.236 = and i1 %.235, %.234
  %.241 = sext i1 %.236 to i64
  %spec.select = add i64 %.231, %.241
  br label %B394
B412.endif:                                       ; preds = %B412.else.if, %B412
  %quot.1.0 = phi i64 [ 0, %B412 ], [ %spec.select271, %B412.else.if ]
  %.318 = mul i64 %quot.1.0, %"$phi294.0.2.0"
  %.319 = sub i64 %.269, %.318
  %.327 = mul i64 %.325, %.319
  br i1 %.412284, label %B506.if, label %B682
B412.else.if:                                     ; preds = %B412
  %.289 = sdiv i64 %.269, %"$phi294.0.2.0"
  %.290 = srem i64 %.269, %"$phi294.0.2.0"
  %.291 = xor i64 %.290, %"$phi294.0.2.0"
  %.292 = icmp slt i64 %.291, 0
  %.293 = icmp ne i64 %.290, 0
  %.294 = and i1 %.293, %.292
  %.299 = sext i1 %.294 to i64
  %spec.select271 = add i64 %.289, %.299
  br label %B412.endif
B506.if:                                          ; preds = %B412.endif, %B676
  %.359.0288.in = phi i64 [ %.359.0288, %B676 ], [ %0, %B412.endif ]
  %offset.2.1287 = phi i64 [ %offset.3.2, %B676 ], [ %.327, %B412.endif ]
  %rest.2.1286 = phi i64 [ %quot.2.0, %B676 ], [ %quot.1.0, %B412.endif ]
  %.356.0285 = phi i64 [ %.425, %B676 ], [ %.332, %B412.endif ]
  %.359.0288 = add nsw i64 %.359.0288.in, -1
  %.425 = add i64 %.356.0285, -1
  %.455 = shl i64 %.356.0285, 3
  %.456 = add i64 %.455, %.34
  %.457 = inttoptr i64 %.456 to ptr
  %.458 = load i64, ptr %.457, align 8
  %.466 = icmp eq i64 %.458, 0
  br i1 %.466, label %B508.endif, label %B508.else
B508.else:                                        ; preds = %B506.if
  %.477 = icmp ne i64 %rest.2.1286, -9223372036854775808
  %.478 = icmp ne i64 %.458, -1
  %.479.not = or i1 %.477, %.478
  br i1 %.479.not, label %B508.else.if, label %B508.endif
B508.endif:                                       ; preds = %B508.else.if, %B508.else, %B506.if
  %quot.2.0 = phi i64 [ 0, %B506.if ], [ %spec.select272, %B508.else.if ], [ 0, %B508.else ]
  %.510 = add i64 %.356.0285, %.509.neg
  %.515 = icmp sgt i64 %.510, -1
  br i1 %.515, label %B580, label %B676
B508.else.if:                                     ; preds = %B508.else
  %.482 = sdiv i64 %rest.2.1286, %.458
  %.483 = srem i64 %rest.2.1286, %.458
  %.484 = xor i64 %.483, %.458
  %.485 = icmp slt i64 %.484, 0
  %.486 = icmp ne i64 %.483, 0
  %.487 = and i1 %.486, %.485
  %.492 = sext i1 %.487 to i64
  %spec.select272 = add i64 %.482, %.492
  br label %B508.endif
B876.if:                                          ; preds = %B876.if.lr.ph, %B876.if
  %.811.0293 = phi i64 [ 0, %B876.if.lr.ph ], [ %.880, %B876.if ]
  %.880 = add nuw nsw i64 %.811.0293, 1
  %.910 = mul i64 %.909, %.811.0293
  %.911 = add i64 %.907, %.910
  %.912 = inttoptr i64 %.911 to ptr
  %.913 = load double, ptr %.912, align 8
  %.915 = shl i64 %.811.0293, 3
  %.916 = add i64 %.915, %.617
  %.917 = inttoptr i64 %.916 to ptr
  store double %.913, ptr %.917, align 8
  %exitcond296.not = icmp eq i64 %.880, %.13.i
  br i1 %exitcond296.not, label %B1068, label %B876.if
B988.if:                                          ; preds = %B988.if.lr.ph, %B988.if
  %.953.0290 = phi i64 [ 0, %B988.if.lr.ph ], [ %.1022, %B988.if ]
  %.1022 = add nuw nsw i64 %.953.0290, 1
  %.1052 = mul i64 %.1051, %.953.0290
  %.1053 = add i64 %.1049, %.1052
  %.1054 = inttoptr i64 %.1053 to ptr
  %.1055 = load float, ptr %.1054, align 4
  %.1057 = shl i64 %.953.0290, 2
  %.1058 = add i64 %.1057, %.617
  %.1059 = inttoptr i64 %.1058 to ptr
  store float %.1055, ptr %.1059, align 4
  %exitcond.not = icmp eq i64 %.1022, %.13.i
  br i1 %exitcond.not, label %B1068, label %B988.if
}
define internal fastcc void @helper_18(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.cursors, i64 range(i64 -9223372036854775808, 9223372036854775801) %arg.n) unnamed_addr {
entry:
  %.15 = add i64 %arg.w, 8
  %.16 = inttoptr i64 %.15 to ptr
  %.17 = load i64, ptr %.16, align 8
  %.99111.not = icmp slt i64 %.17, 1
  br i1 %.99111.not, label %B408, label %B72.if.lr.ph
B72.if.lr.ph:                                     ; preds = %entry
  %0 = add i64 %arg.w, 104
  br label %B72.if
B408:                                             ; preds = %B72.if, %entry
  %.192 = add i64 %arg.w, 64
  %.193 = inttoptr i64 %.192 to ptr
  %.194 = load i64, ptr %.193, align 8
  %.275114.not = icmp slt i64 %.194, 1
  br i1 %.275114.not, label %B1088, label %B478.if.lr.ph
B478.if.lr.ph:                                    ; preds = %B408
  %1 = add i64 %arg.w, 65384
  %.18.i = add i64 %arg.w, 48
  %.19.i = inttoptr i64 %.18.i to ptr
  %.420161.not.i = icmp slt i64 %arg.n, 1
  %.565164.not.i = icmp slt i64 %arg.n, 1
  %.123167.not.i = icmp slt i64 %arg.n, 1
  %.266170.not.i = icmp slt i64 %arg.n, 1
  br label %B478.if
B634:                                             ; preds = %B478.if
  %.355 = add i64 %.317, 56
  %.356 = inttoptr i64 %.355 to ptr
  %.357 = load i64, ptr %.356, align 8
  %.20.i = load i64, ptr %.19.i, align 8
  %.21.i = icmp eq i64 %.20.i, 8
  %.26.i = inttoptr i64 %.352 to ptr
  br i1 %.21.i, label %B54.i, label %B278.i
B54.i:                                            ; preds = %B634
  %.27.i = load double, ptr %.26.i, align 8
  %.30.i = fadd double %.27.i, 0.000000e+00
  %.35.not.i = icmp eq i64 %.357, 0
  br i1 %.35.not.i, label %B204.i, label %B96.i
B96.i:                                            ; preds = %B54.i
  br i1 %.123167.not.i, label %B1089, label %B126.if.i
B204.i:                                           ; preds = %B54.i
  br i1 %.266170.not.i, label %B1089, label %B234.if.i
B278.i:                                           ; preds = %B634
  %.325.i = load float, ptr %.26.i, align 4
  %.328.i = fpext float %.325.i to double
  %.329.i = fadd double %.328.i, 0.000000e+00
  %.334.not.i = icmp eq i64 %.357, 0
  br i1 %.334.not.i, label %B428.i, label %B320.i
B320.i:                                           ; preds = %B278.i
  br i1 %.420161.not.i, label %B1089, label %B350.if.i
B428.i:                                           ; preds = %B278.i
  br i1 %.565164.not.i, label %B1089, label %B458.if.lr.ph.i
B458.if.lr.ph.i:                                  ; preds = %B428.i
  %.605.i = fptrunc double %.329.i to float
  br label %B458.if.i
B126.if.i:                                        ; preds = %B96.i, %B126.if.i
  %.65.0168.i = phi i64 [ %.136.i, %B126.if.i ], [ 0, %B96.i ]
  %.136.i = add nuw nsw i64 %.65.0168.i, 1
  %2 = shl i64 %.65.0168.i, 3
  %.163.i = add i64 %2, %.335
  %.164.i = inttoptr i64 %.163.i to ptr
  %.165.i = load double, ptr %.164.i, align 8
  %.167.i = fadd double %.30.i, %.165.i
  store double %.167.i, ptr %.164.i, align 8
  %exitcond174.not.i = icmp eq i64 %arg.n, %.136.i
  br i1 %exitcond174.not.i, label %B1089, label %B126.if.i
B234.if.i:                                        ; preds = %B204.i, %B234.if.i
  %.210.0171.i = phi i64 [ %.279.i, %B234.if.i ], [ 0, %B204.i ]
  %.279.i = add nuw nsw i64 %.210.0171.i, 1
  %3 = shl i64 %.210.0171.i, 3
  %.307.i = add i64 %3, %.335
  %.308.i = inttoptr i64 %.307.i to ptr
  store double %.30.i, ptr %.308.i, align 8
  %exitcond175.not.i = icmp eq i64 %arg.n, %.279.i
  br i1 %exitcond175.not.i, label %B1089, label %B234.if.i
B350.if.i:                                        ; preds = %B320.i, %B350.if.i
  %.364.0162.i = phi i64 [ %.433.i, %B350.if.i ], [ 0, %B320.i ]
  %.433.i = add nuw nsw i64 %.364.0162.i, 1
  %4 = shl i64 %.364.0162.i, 2
  %.460.i = add i64 %4, %.335
  %.461.i = inttoptr i64 %.460.i to ptr
  %.462.i = load float, ptr %.461.i, align 4
  %.464.i = fpext float %.462.i to double
  %.465.i = fadd double %.329.i, %.464.i
  %.467.i = fptrunc double %.465.i to float
  store float %.467.i, ptr %.461.i, align 4
  %exitcond.not.i = icmp eq i64 %arg.n, %.433.i
  br i1 %exitcond.not.i, label %B1089, label %B350.if.i
B458.if.i:                                        ; preds = %B458.if.i, %B458.if.lr.ph.i
  %.509.0165.i = phi i64 [ 0, %B458.if.lr.ph.i ], [ %.578.i, %B458.if.i ]
  %.578.i = add nuw nsw i64 %.509.0165.i, 1
  %5 = shl i64 %.509.0165.i, 2
  %.607.i = add i64 %5, %.335
  %.608.i = inttoptr i64 %.607.i to ptr
  store float %.605.i, ptr %.608.i, align 4
  %exitcond173.not.i = icmp eq i64 %.578.i, %arg.n
  br i1 %exitcond173.not.i, label %B1089, label %B458.if.i
B730:                                             ; preds = %B478.if
  %.396 = shl i64 %.352, 3
  %.397 = add i64 %.396, %arg.cursors
  %.398 = inttoptr i64 %.397 to ptr
  %.399 = load i64, ptr %.398, align 8
  %.402 = add i64 %.317, 24
  %.403 = inttoptr i64 %.402 to ptr
  %.404 = load i64, ptr %.403, align 8
  %.406 = shl i64 %.404, 3
  %.407 = add i64 %.406, %arg.cursors
  %.408 = inttoptr i64 %.407 to ptr
  %.409 = load i64, ptr %.408, align 8
  %.412 = add i64 %.317, 32
  %.413 = inttoptr i64 %.412 to ptr
  %.414 = load i64, ptr %.413, align 8
  %.416 = shl i64 %.414, 3
  %.417 = add i64 %.416, %arg.cursors
  %.418 = inttoptr i64 %.417 to ptr
  %.419 = load i64, ptr %.418, align 8
  %.422 = add i64 %.317, 40
  %.423 = inttoptr i64 %.422 to ptr
  %.424 = load i64, ptr %.423, align 8
  %.426 = shl i64 %.424, 3
  %.427 = add i64 %.426, %arg.cursors
  %.428 = inttoptr i64 %.427 to ptr
  %.429 = load i64, ptr %.428, align 8
  %.432 = add i64 %.317, 48
  %.433 = inttoptr i64 %.432 to ptr
  %.434 = load i64, ptr %.433, align 8
  %.436 = shl i64 %.434, 3
  %.437 = add i64 %.436, %arg.cursors
  %.438 = inttoptr i64 %.437 to ptr
  %.439 = load i64, ptr %.438, align 8
  %.442 = add i64 %.317, 56
  %.443 = inttoptr i64 %.442 to ptr
  %.444 = load i64, ptr %.443, align 8
  %.450 = inttoptr i64 %.325 to ptr
  tail call void %.450(i64 %.335, i64 %.399, i64 %.409, i64 %.419, i64 %.429, i64 %.439, i64 %arg.n, i64 %.444)
  br label %B1089
B1088:                                            ; preds = %B1089, %B408
  store ptr null, ptr %retptr, align 8
  ret void
B1089:                                            ; preds = %B350.if.i, %B458.if.i, %B126.if.i, %B234.if.i, %B96.i, %B204.i, %B320.i, %B428.i, %B730
  %exitcond120.not = icmp eq i64 %.288, %.194
  br i1 %exitcond120.not, label %B1088, label %B478.if
B72.if:                                           ; preds = %B72.if.lr.ph, %B72.if
  %.41.0113 = phi i64 [ 0, %B72.if.lr.ph ], [ %.112, %B72.if ]
  %.112 = add nuw nsw i64 %.41.0113, 1
  %6 = mul i64 %.41.0113, 40
  %.141 = add i64 %0, %6
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
  %exitcond.not = icmp eq i64 %.112, %.17
  br i1 %exitcond.not, label %B408, label %B72.if
B478.if:                                          ; preds = %B478.if.lr.ph, %B1089
  %.218.0115 = phi i64 [ 0, %B478.if.lr.ph ], [ %.288, %B1089 ]
  %.288 = add nuw nsw i64 %.218.0115, 1
  %7 = shl i64 %.218.0115, 6
  %.317 = add i64 %1, %7
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
  %.350 = add i64 %.317, 16
  %.351 = inttoptr i64 %.350 to ptr
  %.352 = load i64, ptr %.351, align 8
  br i1 %.343, label %B634, label %B730
}
define internal fastcc void @helper_20(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.cursors) unnamed_addr {
entry:
  %.15 = add i64 %arg.w, 8
  %.16 = inttoptr i64 %.15 to ptr
  %.17 = load i64, ptr %.16, align 8
  %.99111.not = icmp slt i64 %.17, 1
  br i1 %.99111.not, label %B408, label %B72.if.lr.ph
B72.if.lr.ph:                                     ; preds = %entry
  %0 = add i64 %arg.w, 104
  br label %B72.if
B408:                                             ; preds = %B72.if, %entry
  %.192 = add i64 %arg.w, 64
  %.193 = inttoptr i64 %.192 to ptr
  %.194 = load i64, ptr %.193, align 8
  %.275114.not = icmp slt i64 %.194, 1
  br i1 %.275114.not, label %B1088, label %B478.if.lr.ph
B478.if.lr.ph:                                    ; preds = %B408
  %1 = add i64 %arg.w, 65384
  %.18.i = add i64 %arg.w, 48
  %.19.i = inttoptr i64 %.18.i to ptr
  br label %B478.if
B634:                                             ; preds = %B478.if
  %.355 = add i64 %.317, 56
  %.356 = inttoptr i64 %.355 to ptr
  %.357 = load i64, ptr %.356, align 8
  %.20.i = load i64, ptr %.19.i, align 8
  %.21.i = icmp eq i64 %.20.i, 8
  %.26.i = inttoptr i64 %.352 to ptr
  br i1 %.21.i, label %B54.i, label %B278.i
B54.i:                                            ; preds = %B634
  %.27.i = load double, ptr %.26.i, align 8
  %.30.i = fadd double %.27.i, 0.000000e+00
  %.35.not.i = icmp eq i64 %.357, 0
  br i1 %.35.not.i, label %B234.if.i, label %B126.if.i
B278.i:                                           ; preds = %B634
  %.325.i = load float, ptr %.26.i, align 4
  %.328.i = fpext float %.325.i to double
  %.329.i = fadd double %.328.i, 0.000000e+00
  %.334.not.i = icmp eq i64 %.357, 0
  br i1 %.334.not.i, label %B458.preheader.i, label %B350.if.i
B458.preheader.i:                                 ; preds = %B278.i
  %.605.i = fptrunc double %.329.i to float
  br label %B458.if.i
B126.if.i:                                        ; preds = %B54.i, %B126.if.i
  %.65.0162.i = phi i64 [ %.136.i, %B126.if.i ], [ 0, %B54.i ]
  %.136.i = add nuw nsw i64 %.65.0162.i, 1
  %2 = shl i64 %.65.0162.i, 3
  %.163.i = add i64 %2, %.335
  %.164.i = inttoptr i64 %.163.i to ptr
  %.165.i = load double, ptr %.164.i, align 8
  %.167.i = fadd double %.30.i, %.165.i
  store double %.167.i, ptr %.164.i, align 8
  %exitcond167.not.i = icmp eq i64 %.136.i, 8
  br i1 %exitcond167.not.i, label %B1089, label %B126.if.i
B234.if.i:                                        ; preds = %B54.i, %B234.if.i
  %.210.0164.i = phi i64 [ %.279.i, %B234.if.i ], [ 0, %B54.i ]
  %.279.i = add nuw nsw i64 %.210.0164.i, 1
  %3 = shl i64 %.210.0164.i, 3
  %.307.i = add i64 %3, %.335
  %.308.i = inttoptr i64 %.307.i to ptr
  store double %.30.i, ptr %.308.i, align 8
  %exitcond168.not.i = icmp eq i64 %.279.i, 8
  br i1 %exitcond168.not.i, label %B1089, label %B234.if.i
B350.if.i:                                        ; preds = %B278.i, %B350.if.i
  %.364.0158.i = phi i64 [ %.433.i, %B350.if.i ], [ 0, %B278.i ]
  %.433.i = add nuw nsw i64 %.364.0158.i, 1
  %4 = shl i64 %.364.0158.i, 2
  %.460.i = add i64 %4, %.335
  %.461.i = inttoptr i64 %.460.i to ptr
  %.462.i = load float, ptr %.461.i, align 4
  %.464.i = fpext float %.462.i to double
  %.465.i = fadd double %.329.i, %.464.i
  %.467.i = fptrunc double %.465.i to float
  store float %.467.i, ptr %.461.i, align 4
  %exitcond.not.i = icmp eq i64 %.433.i, 8
  br i1 %exitcond.not.i, label %B1089, label %B350.if.i
B458.if.i:                                        ; preds = %B458.if.i, %B458.preheader.i
  %.509.0160.i = phi i64 [ 0, %B458.preheader.i ], [ %.578.i, %B458.if.i ]
  %.578.i = add nuw nsw i64 %.509.0160.i, 1
  %5 = shl i64 %.509.0160.i, 2
  %.607.i = add i64 %5, %.335
  %.608.i = inttoptr i64 %.607.i to ptr
  store float %.605.i, ptr %.608.i, align 4
  %exitcond166.not.i = icmp eq i64 %.578.i, 8
  br i1 %exitcond166.not.i, label %B1089, label %B458.if.i
B730:                                             ; preds = %B478.if
  %.396 = shl i64 %.352, 3
  %.397 = add i64 %.396, %arg.cursors
  %.398 = inttoptr i64 %.397 to ptr
  %.399 = load i64, ptr %.398, align 8
  %.402 = add i64 %.317, 24
  %.403 = inttoptr i64 %.402 to ptr
  %.404 = load i64, ptr %.403, align 8
  %.406 = shl i64 %.404, 3
  %.407 = add i64 %.406, %arg.cursors
  %.408 = inttoptr i64 %.407 to ptr
  %.409 = load i64, ptr %.408, align 8
  %.412 = add i64 %.317, 32
  %.413 = inttoptr i64 %.412 to ptr
  %.414 = load i64, ptr %.413, align 8
  %.416 = shl i64 %.414, 3
  %.417 = add i64 %.416, %arg.cursors
  %.418 = inttoptr i64 %.417 to ptr
  %.419 = load i64, ptr %.418, align 8
  %.422 = add i64 %.317, 40
  %.423 = inttoptr i64 %.422 to ptr
  %.424 = load i64, ptr %.423, align 8
  %.426 = shl i64 %.424, 3
  %.427 = add i64 %.426, %arg.cursors
  %.428 = inttoptr i64 %.427 to ptr
  %.429 = load i64, ptr %.428, align 8
  %.432 = add i64 %.317, 48
  %.433 = inttoptr i64 %.432 to ptr
  %.434 = load i64, ptr %.433, align 8
  %.436 = shl i64 %.434, 3
  %.437 = add i64 %.436, %arg.cursors
  %.438 = inttoptr i64 %.437 to ptr
  %.439 = load i64, ptr %.438, align 8
  %.442 = add i64 %.317, 56
  %.443 = inttoptr i64 %.442 to ptr
  %.444 = load i64, ptr %.443, align 8
  %.450 = inttoptr i64 %.325 to ptr
  tail call void %.450(i64 %.335, i64 %.399, i64 %.409, i64 %.419, i64 %.429, i64 %.439, i64 8, i64 %.444)
  br label %B1089
B1088:                                            ; preds = %B1089, %B408
  store ptr null, ptr %retptr, align 8
  ret void
B1089:                                            ; preds = %B350.if.i, %B458.if.i, %B126.if.i, %B234.if.i, %B730
  %exitcond120.not = icmp eq i64 %.288, %.194
  br i1 %exitcond120.not, label %B1088, label %B478.if
B72.if:                                           ; preds = %B72.if.lr.ph, %B72.if
  %.41.0113 = phi i64 [ 0, %B72.if.lr.ph ], [ %.112, %B72.if ]
  %.112 = add nuw nsw i64 %.41.0113, 1
  %6 = mul i64 %.41.0113, 40
  %.141 = add i64 %0, %6
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
  %exitcond.not = icmp eq i64 %.112, %.17
  br i1 %exitcond.not, label %B408, label %B72.if
B478.if:                                          ; preds = %B478.if.lr.ph, %B1089
  %.218.0115 = phi i64 [ 0, %B478.if.lr.ph ], [ %.288, %B1089 ]
  %.288 = add nuw nsw i64 %.218.0115, 1
  %7 = shl i64 %.218.0115, 6
  %.317 = add i64 %1, %7
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
  %.350 = add i64 %.317, 16
  %.351 = inttoptr i64 %.350 to ptr
  %.352 = load i64, ptr %.351, align 8
  br i1 %.343, label %B634, label %B730
}
define internal fastcc void @helper_23(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.array, i64 %arg.register, i64 %arg.first, i64 %arg.n) unnamed_addr {
entry:
  %.22 = add i64 %arg.w, 48
  %.23 = inttoptr i64 %.22 to ptr
  %.24 = load i64, ptr %.23, align 8
  %.27 = add i64 %arg.w, 88
  %.28 = inttoptr i64 %.27 to ptr
  %.29 = load i64, ptr %.28, align 8
  %.32 = add i64 %arg.w, 80
  %.33 = inttoptr i64 %.32 to ptr
  %.34 = load i64, ptr %.33, align 8
  %.6.i = add i64 %arg.array, 24
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i32, ptr %.7.i, align 4
  %.9.i = sext i32 %.8.i to i64
  %.6.i271 = add i64 %arg.array, 32
  %.7.i272 = inttoptr i64 %.6.i271 to ptr
  %.8.i273 = load i64, ptr %.7.i272, align 8
  %.6.i274 = add i64 %arg.array, 40
  %.7.i275 = inttoptr i64 %.6.i274 to ptr
  %.8.i276 = load i64, ptr %.7.i275, align 8
  %.6.i277 = add i64 %arg.array, 16
  %.7.i278 = inttoptr i64 %.6.i277 to ptr
  %.8.i279 = load i64, ptr %.7.i278, align 8
  %.159.not = icmp eq i64 %.29, 0
  br i1 %.159.not, label %B294, label %B254
B254:                                             ; preds = %entry
  %.162 = shl i64 %.29, 3
  %.164 = add i64 %.162, -8
  %.165 = add i64 %.164, %.34
  %.166 = inttoptr i64 %.165 to ptr
  %.167 = load i64, ptr %.166, align 8
  br label %B294
B294:                                             ; preds = %entry, %B254
  %"$phi294.0.2.0" = phi i64 [ %.167, %B254 ], [ 1, %entry ]
  %.189.not = icmp eq i32 %.8.i, 0
  br i1 %.189.not, label %B394, label %B304
B304:                                             ; preds = %B294
  %.197 = shl nsw i64 %.9.i, 3
  %.199 = add nsw i64 %.197, -8
  %.200 = add i64 %.199, %.8.i273
  %.201 = inttoptr i64 %.200 to ptr
  %.202 = load i64, ptr %.201, align 8
  %.203.not = icmp eq i64 %.202, 1
  br i1 %.203.not, label %B394, label %B350
B350:                                             ; preds = %B304
  %.209 = add i64 %.199, %.8.i276
  %.210 = inttoptr i64 %.209 to ptr
  %.211 = load i64, ptr %.210, align 8
  %.215 = icmp eq i64 %.24, 0
  br i1 %.215, label %B394, label %B350.else
B394:                                             ; preds = %B350.else.if, %B350.else, %B350, %B304, %B294
  %step.2.0 = phi i64 [ 0, %B294 ], [ 0, %B304 ], [ 0, %B350 ], [ %spec.select, %B350.else.if ], [ 0, %B350.else ]
  %.262 = icmp sgt i64 %arg.n, 0
  br i1 %.262, label %B412.preheader, label %common.ret
B412.preheader:                                   ; preds = %B394
  %.273 = icmp ne i64 %"$phi294.0.2.0", 0
  %.325 = mul i64 %step.2.0, %.24
  %.332 = add nsw i64 %.29, -2
  %0 = tail call i64 @llvm.smax.i64(i64 %.29, i64 1)
  %.412281 = icmp sgt i64 %.29, 1
  %.285 = icmp ne i64 %"$phi294.0.2.0", -1
  %.509.neg = sub i64 %.9.i, %.29
  br label %B412
B412:                                             ; preds = %B412.preheader, %B1068
  %done.2.0 = phi i64 [ %.1072, %B1068 ], [ 0, %B412.preheader ]
  %.269 = add nsw i64 %done.2.0, %arg.first
  %.284 = icmp ne i64 %.269, -9223372036854775808
  %.286.not = or i1 %.285, %.284
  %or.cond = select i1 %.273, i1 %.286.not, i1 false
  br i1 %or.cond, label %B412.else.if, label %B412.endif
B580:                                             ; preds = %B508.endif
  %.522 = shl i64 %.510, 3
  %.523 = add i64 %.522, %.8.i273
  %.524 = inttoptr i64 %.523 to ptr
  %.525 = load i64, ptr %.524, align 8
  %.526.not = icmp eq i64 %.525, 1
  br i1 %.526.not, label %B676, label %B620
B620:                                             ; preds = %B580
  %.530 = mul nsw i64 %quot.2.0, %.458
  %.534 = sub nsw i64 %rest.2.1283, %.530
  %.540 = add i64 %.522, %.8.i276
  %.541 = inttoptr i64 %.540 to ptr
  %.542 = load i64, ptr %.541, align 8
  %.545 = mul nsw i64 %.542, %.534
  %.547 = add nsw i64 %.545, %offset.2.1284
  br label %B676
B676:                                             ; preds = %B508.endif, %B620, %B580
  %offset.3.2 = phi i64 [ %.547, %B620 ], [ %offset.2.1284, %B580 ], [ %offset.2.1284, %B508.endif ]
  %.412 = icmp sgt i64 %.359.0285.in, 2
  br i1 %.412, label %B506.if, label %B682
B682:                                             ; preds = %B676, %B412.endif
  %offset.2.1.lcssa = phi i64 [ %.327, %B412.endif ], [ %offset.3.2, %B676 ]
  %.576 = sub nsw i64 %"$phi294.0.2.0", %.319
  %.581 = sub nsw i64 %arg.n, %done.2.0
  %.13.i = tail call i64 @llvm.smin.i64(i64 %.581, i64 %.576)
  %.615 = mul nsw i64 %done.2.0, %.24
  %.617 = add nsw i64 %.615, %arg.register
  %.704286.not = icmp slt i64 %.13.i, 1
  br i1 %.704286.not, label %B1068, label %B776.if.lr.ph
B776.if.lr.ph:                                    ; preds = %B682
  %.745 = add nsw i64 %offset.2.1.lcssa, %.8.i279
  br label %B776.if
B1068:                                            ; preds = %helper_24.exit, %B682
  %.1072 = add nsw i64 %.13.i, %done.2.0
  %.1078 = icmp slt i64 %.1072, %arg.n
  br i1 %.1078, label %B412, label %common.ret
common.ret:                                       ; preds = %B1068, %B394
  store ptr null, ptr %retptr, align 8
  ret void
B350.else:                                        ; preds = %B350
  %.226 = icmp ne i64 %.211, -9223372036854775808
  %.227 = icmp ne i64 %.24, -1
  %.228.not = or i1 %.227, %.226
  br i1 %.228.not, label %B350.else.if, label %B394
B350.else.if:                                     ; preds = %B350.else
  %.231 = sdiv i64 %.211, %.24
  %.232 = srem i64 %.211, %.24
  %.233 = xor i64 %.232, %.24
  %.234 = icmp slt i64 %.233, 0
  %.235 = icmp ne i64 %.232, 0
  %.236 = and i1 %.235, %.234
  %.241 = sext i1 %.236 to i64
  %spec.select = add i64 %.231, %.241
  br label %B394
B412.endif:                                       ; preds = %B412.else.if, %B412
  %quot.1.0 = phi i64 [ 0, %B412 ], [ %spec.select269, %B412.else.if ]
  %.318 = mul nsw i64 %quot.1.0, %"$phi294.0.2.0"
  %.319 = sub nsw i64 %.269, %.318
  %.327 = mul i64 %.325, %.319
  br i1 %.412281, label %B506.if, label %B682
B412.else.if:                                     ; preds = %B412
  %.289 = sdiv i64 %.269, %"$phi294.0.2.0"
  %.290 = srem i64 %.269, %"$phi294.0.2.0"
  %.291 = xor i64 %.290, %"$phi294.0.2.0"
  %.292 = icmp slt i64 %.291, 0
  %.293 = icmp ne i64 %.290, 0
  %.294 = and i1 %.293, %.292
  %.299 = sext i1 %.294 to i64
  %spec.select269 = add i64 %.289, %.299
  br label %B412.endif
B506.if:                                          ; preds = %B412.endif, %B676
  %.359.0285.in = phi i64 [ %.359.0285, %B676 ], [ %0, %B412.endif ]
  %offset.2.1284 = phi i64 [ %offset.3.2, %B676 ], [ %.327, %B412.endif ]
  %rest.2.1283 = phi i64 [ %quot.2.0, %B676 ], [ %quot.1.0, %B412.endif ]
  %.356.0282 = phi i64 [ %.425, %B676 ], [ %.332, %B412.endif ]
  %.359.0285 = add nsw i64 %.359.0285.in, -1
  %.425 = add i64 %.356.0282, -1
  %.455 = shl i64 %.356.0282, 3
  %.456 = add i64 %.455, %.34
  %.457 = inttoptr i64 %.456 to ptr
  %.458 = load i64, ptr %.457, align 8
  %.466 = icmp eq i64 %.458, 0
  br i1 %.466, label %B508.endif, label %B508.else
B508.else:                                        ; preds = %B506.if
  %.477 = icmp ne i64 %rest.2.1283, -9223372036854775808
  %.478 = icmp ne i64 %.458, -1
  %.479.not = or i1 %.477, %.478
  br i1 %.479.not, label %B508.else.if, label %B508.endif
B508.endif:                                       ; preds = %B508.else.if, %B508.else, %B506.if
  %quot.2.0 = phi i64 [ 0, %B506.if ], [ %spec.select270, %B508.else.if ], [ 0, %B508.else ]
  %.510 = add i64 %.356.0282, %.509.neg
  %.515 = icmp sgt i64 %.510, -1
  br i1 %.515, label %B580, label %B676
B508.else.if:                                     ; preds = %B508.else
  %.482 = sdiv i64 %rest.2.1283, %.458
  %.483 = srem i64 %rest.2.1283, %.458
  %.484 = xor i64 %.483, %.458
  %.485 = icmp slt i64 %.484, 0
  %.486 = icmp ne i64 %.483, 0
  %.487 = and i1 %.486, %.485
  %.492 = sext i1 %.487 to i64
  %spec.select270 = add i64 %.482, %.492
  br label %B508.endif
B776.if:                                          ; preds = %B776.if.lr.ph, %helper_24.exit
  %.648.0287 = phi i64 [ 0, %B776.if.lr.ph ], [ %.717, %helper_24.exit ]
  %.717 = add nuw nsw i64 %.648.0287, 1
  %.747 = mul nsw i64 %.648.0287, %step.2.0
  %.20.i = load i64, ptr %.23, align 8
  %.21.i = icmp eq i64 %.20.i, 8
  br i1 %.21.i, label %B54.i, label %B154.i
B54.i:                                            ; preds = %B776.if
  %.25.i = shl i64 %.747, 3
  %.26.i = add i64 %.25.i, %.745
  %.27.i = inttoptr i64 %.26.i to ptr
  %.28.i = load double, ptr %.27.i, align 8
  %.31.i = shl i64 %.648.0287, 3
  %.32.i = add i64 %.31.i, %.617
  %.33.i = inttoptr i64 %.32.i to ptr
  %.34.i = load double, ptr %.33.i, align 8
  %.39.i = fadd double %.28.i, %.34.i
  store double %.39.i, ptr %.27.i, align 8
  br label %helper_24.exit
B154.i:                                           ; preds = %B776.if
  %.54.i = shl i64 %.747, 2
  %.55.i = add i64 %.54.i, %.745
  %.56.i = inttoptr i64 %.55.i to ptr
  %.57.i = load float, ptr %.56.i, align 4
  %.60.i = shl i64 %.648.0287, 2
  %.61.i = add i64 %.60.i, %.617
  %.62.i = inttoptr i64 %.61.i to ptr
  %.63.i = load float, ptr %.62.i, align 4
  %.68.i = fadd float %.57.i, %.63.i
  store float %.68.i, ptr %.56.i, align 4
  br label %helper_24.exit
helper_24.exit: ; preds = %B54.i, %B154.i
  %exitcond.not = icmp eq i64 %.717, %.13.i
  br i1 %exitcond.not, label %B1068, label %B776.if
}
define internal fastcc void @helper_22(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.address, i64 %arg.n) unnamed_addr {
entry:
  %.50.0 = ashr i64 %arg.n, 3
  %.88 = add i64 %arg.w, 48
  %.89 = inttoptr i64 %.88 to ptr
  %.90 = load i64, ptr %.89, align 8
  %.91 = icmp eq i64 %.90, 8
  %.223170.not = icmp slt i64 %.50.0, 1
  br i1 %.91, label %B104, label %B928
B104:                                             ; preds = %entry
  br i1 %.223170.not, label %B490, label %B138.if.lr.ph
B138.if.lr.ph:                                    ; preds = %B104
  %.272 = add i64 %arg.address, 8
  %.282 = add i64 %arg.address, 16
  %.292 = add i64 %arg.address, 24
  %.302 = add i64 %arg.address, 32
  %.312 = add i64 %arg.address, 40
  %.322 = add i64 %arg.address, 48
  %.332 = add i64 %arg.address, 56
  br label %B138.if
B490:                                             ; preds = %B138.if, %B104
  %s0.5.0.lcssa = phi double [ 0.000000e+00, %B104 ], [ %.267, %B138.if ]
  %s1.5.0.lcssa = phi double [ 0.000000e+00, %B104 ], [ %.277, %B138.if ]
  %s2.5.0.lcssa = phi double [ 0.000000e+00, %B104 ], [ %.287, %B138.if ]
  %s3.5.0.lcssa = phi double [ 0.000000e+00, %B104 ], [ %.297, %B138.if ]
  %s4.5.0.lcssa = phi double [ 0.000000e+00, %B104 ], [ %.307, %B138.if ]
  %s5.5.0.lcssa = phi double [ 0.000000e+00, %B104 ], [ %.317, %B138.if ]
  %s6.5.0.lcssa = phi double [ 0.000000e+00, %B104 ], [ %.327, %B138.if ]
  %s7.3.0.lcssa = phi double [ 0.000000e+00, %B104 ], [ %.337, %B138.if ]
  %.351 = and i64 %arg.n, 7
  %.352.not = icmp eq i64 %.351, 0
  br i1 %.352.not, label %B552, label %B508
B508:                                             ; preds = %B490
  %.357 = shl i64 %.50.0, 6
  %.358 = add i64 %.357, %arg.address
  %.359 = inttoptr i64 %.358 to ptr
  %.360 = load double, ptr %.359, align 8
  %.362 = fadd double %s0.5.0.lcssa, %.360
  br label %B552
B552:                                             ; preds = %B508, %B490
  %s0.9.0 = phi double [ %.362, %B508 ], [ %s0.5.0.lcssa, %B490 ]
  %.377 = icmp samesign ugt i64 %.351, 1
  br i1 %.377, label %B570, label %B614
B570:                                             ; preds = %B552
  %.380 = shl i64 %.50.0, 6
  %.382 = add i64 %arg.address, 8
  %.383 = add i64 %.382, %.380
  %.384 = inttoptr i64 %.383 to ptr
  %.385 = load double, ptr %.384, align 8
  %.387 = fadd double %s1.5.0.lcssa, %.385
  br label %B614
B614:                                             ; preds = %B570, %B552
  %s1.9.0 = phi double [ %.387, %B570 ], [ %s1.5.0.lcssa, %B552 ]
  %.402 = icmp samesign ugt i64 %.351, 2
  br i1 %.402, label %B632, label %B676
B632:                                             ; preds = %B614
  %.405 = shl i64 %.50.0, 6
  %.407 = add i64 %arg.address, 16
  %.408 = add i64 %.407, %.405
  %.409 = inttoptr i64 %.408 to ptr
  %.410 = load double, ptr %.409, align 8
  %.412 = fadd double %s2.5.0.lcssa, %.410
  br label %B676
B676:                                             ; preds = %B632, %B614
  %s2.9.0 = phi double [ %.412, %B632 ], [ %s2.5.0.lcssa, %B614 ]
  %.427 = icmp samesign ugt i64 %.351, 3
  br i1 %.427, label %B694, label %B738
B694:                                             ; preds = %B676
  %.430 = shl i64 %.50.0, 6
  %.432 = add i64 %arg.address, 24
  %.433 = add i64 %.432, %.430
  %.434 = inttoptr i64 %.433 to ptr
  %.435 = load double, ptr %.434, align 8
  %.437 = fadd double %s3.5.0.lcssa, %.435
  br label %B738
B738:                                             ; preds = %B694, %B676
  %s3.9.0 = phi double [ %.437, %B694 ], [ %s3.5.0.lcssa, %B676 ]
  %.452 = icmp samesign ugt i64 %.351, 4
  br i1 %.452, label %B756, label %B800
B756:                                             ; preds = %B738
  %.455 = shl i64 %.50.0, 6
  %.457 = add i64 %arg.address, 32
  %.458 = add i64 %.457, %.455
  %.459 = inttoptr i64 %.458 to ptr
  %.460 = load double, ptr %.459, align 8
  %.462 = fadd double %s4.5.0.lcssa, %.460
  br label %B800
B800:                                             ; preds = %B756, %B738
  %s4.9.0 = phi double [ %.462, %B756 ], [ %s4.5.0.lcssa, %B738 ]
  %.477 = icmp samesign ugt i64 %.351, 5
  br i1 %.477, label %B818, label %B862
B818:                                             ; preds = %B800
  %.480 = shl i64 %.50.0, 6
  %.482 = add i64 %arg.address, 40
  %.483 = add i64 %.482, %.480
  %.484 = inttoptr i64 %.483 to ptr
  %.485 = load double, ptr %.484, align 8
  %.487 = fadd double %s5.5.0.lcssa, %.485
  br label %B862
B862:                                             ; preds = %B818, %B800
  %s5.9.0 = phi double [ %.487, %B818 ], [ %s5.5.0.lcssa, %B800 ]
  %.504 = icmp eq i64 %.351, 7
  br i1 %.504, label %B880, label %B1748
B880:                                             ; preds = %B862
  %.507 = shl i64 %.50.0, 6
  %.511 = add i64 %arg.address, 48
  %.512 = add i64 %.511, %.507
  %.513 = inttoptr i64 %.512 to ptr
  %.514 = load double, ptr %.513, align 8
  %.518 = fadd double %s6.5.0.lcssa, %.514
  br label %B1748
B928:                                             ; preds = %entry
  br i1 %.223170.not, label %B1314, label %B962.if.lr.ph
B962.if.lr.ph:                                    ; preds = %B928
  %.757 = add i64 %arg.address, 4
  %.768 = add i64 %arg.address, 8
  %.779 = add i64 %arg.address, 12
  %.790 = add i64 %arg.address, 16
  %.801 = add i64 %arg.address, 20
  %.812 = add i64 %arg.address, 24
  %.823 = add i64 %arg.address, 28
  br label %B962.if
B1314:                                            ; preds = %B962.if, %B928
  %s0.6.0.lcssa = phi double [ 0.000000e+00, %B928 ], [ %.752, %B962.if ]
  %s1.6.0.lcssa = phi double [ 0.000000e+00, %B928 ], [ %.763, %B962.if ]
  %s2.6.0.lcssa = phi double [ 0.000000e+00, %B928 ], [ %.774, %B962.if ]
  %s3.6.0.lcssa = phi double [ 0.000000e+00, %B928 ], [ %.785, %B962.if ]
  %s4.6.0.lcssa = phi double [ 0.000000e+00, %B928 ], [ %.796, %B962.if ]
  %s5.6.0.lcssa = phi double [ 0.000000e+00, %B928 ], [ %.807, %B962.if ]
  %s6.6.1.lcssa = phi double [ 0.000000e+00, %B928 ], [ %.818, %B962.if ]
  %s7.4.1.lcssa = phi double [ 0.000000e+00, %B928 ], [ %.829, %B962.if ]
  %.843 = and i64 %arg.n, 7
  %.844.not = icmp eq i64 %.843, 0
  br i1 %.844.not, label %B1376, label %B1332
B1332:                                            ; preds = %B1314
  %.849 = shl i64 %.50.0, 5
  %.850 = add i64 %.849, %arg.address
  %.851 = inttoptr i64 %.850 to ptr
  %.852 = load float, ptr %.851, align 4
  %.854 = fpext float %.852 to double
  %.855 = fadd double %s0.6.0.lcssa, %.854
  br label %B1376
B1376:                                            ; preds = %B1332, %B1314
  %s0.8.1 = phi double [ %.855, %B1332 ], [ %s0.6.0.lcssa, %B1314 ]
  %.870 = icmp samesign ugt i64 %.843, 1
  br i1 %.870, label %B1394, label %B1438
B1394:                                            ; preds = %B1376
  %.873 = shl i64 %.50.0, 5
  %.875 = add i64 %arg.address, 4
  %.876 = add i64 %.875, %.873
  %.877 = inttoptr i64 %.876 to ptr
  %.878 = load float, ptr %.877, align 4
  %.880 = fpext float %.878 to double
  %.881 = fadd double %s1.6.0.lcssa, %.880
  br label %B1438
B1438:                                            ; preds = %B1394, %B1376
  %s1.8.1 = phi double [ %.881, %B1394 ], [ %s1.6.0.lcssa, %B1376 ]
  %.896 = icmp samesign ugt i64 %.843, 2
  br i1 %.896, label %B1456, label %B1500
B1456:                                            ; preds = %B1438
  %.899 = shl i64 %.50.0, 5
  %.901 = add i64 %arg.address, 8
  %.902 = add i64 %.901, %.899
  %.903 = inttoptr i64 %.902 to ptr
  %.904 = load float, ptr %.903, align 4
  %.906 = fpext float %.904 to double
  %.907 = fadd double %s2.6.0.lcssa, %.906
  br label %B1500
B1500:                                            ; preds = %B1456, %B1438
  %s2.8.1 = phi double [ %.907, %B1456 ], [ %s2.6.0.lcssa, %B1438 ]
  %.922 = icmp samesign ugt i64 %.843, 3
  br i1 %.922, label %B1518, label %B1562
B1518:                                            ; preds = %B1500
  %.925 = shl i64 %.50.0, 5
  %.927 = add i64 %arg.address, 12
  %.928 = add i64 %.927, %.925
  %.929 = inttoptr i64 %.928 to ptr
  %.930 = load float, ptr %.929, align 4
  %.932 = fpext float %.930 to double
  %.933 = fadd double %s3.6.0.lcssa, %.932
  br label %B1562
B1562:                                            ; preds = %B1518, %B1500
  %s3.8.1 = phi double [ %.933, %B1518 ], [ %s3.6.0.lcssa, %B1500 ]
  %.948 = icmp samesign ugt i64 %.843, 4
  br i1 %.948, label %B1580, label %B1624
B1580:                                            ; preds = %B1562
  %.951 = shl i64 %.50.0, 5
  %.953 = add i64 %arg.address, 16
  %.954 = add i64 %.953, %.951
  %.955 = inttoptr i64 %.954 to ptr
  %.956 = load float, ptr %.955, align 4
  %.958 = fpext float %.956 to double
  %.959 = fadd double %s4.6.0.lcssa, %.958
  br label %B1624
B1624:                                            ; preds = %B1580, %B1562
  %s4.8.1 = phi double [ %.959, %B1580 ], [ %s4.6.0.lcssa, %B1562 ]
  %.974 = icmp samesign ugt i64 %.843, 5
  br i1 %.974, label %B1642, label %B1686
B1642:                                            ; preds = %B1624
  %.977 = shl i64 %.50.0, 5
  %.979 = add i64 %arg.address, 20
  %.980 = add i64 %.979, %.977
  %.981 = inttoptr i64 %.980 to ptr
  %.982 = load float, ptr %.981, align 4
  %.984 = fpext float %.982 to double
  %.985 = fadd double %s5.6.0.lcssa, %.984
  br label %B1686
B1686:                                            ; preds = %B1642, %B1624
  %s5.8.1 = phi double [ %.985, %B1642 ], [ %s5.6.0.lcssa, %B1624 ]
  %.1022 = icmp eq i64 %.843, 7
  br i1 %.1022, label %B1704, label %B1748
B1704:                                            ; preds = %B1686
  %.1060 = shl i64 %.50.0, 5
  %.1064 = add i64 %arg.address, 24
  %.1065 = add i64 %.1064, %.1060
  %.1066 = inttoptr i64 %.1065 to ptr
  %.1067 = load float, ptr %.1066, align 4
  %.1071 = fpext float %.1067 to double
  %.1072 = fadd double %s6.6.1.lcssa, %.1071
  br label %B1748
B1748:                                            ; preds = %B862, %B880, %B1704, %B1686
  %s0.7.0 = phi double [ %s0.8.1, %B1686 ], [ %s0.8.1, %B1704 ], [ %s0.9.0, %B880 ], [ %s0.9.0, %B862 ]
  %s1.7.0 = phi double [ %s1.8.1, %B1686 ], [ %s1.8.1, %B1704 ], [ %s1.9.0, %B880 ], [ %s1.9.0, %B862 ]
  %s2.7.0 = phi double [ %s2.8.1, %B1686 ], [ %s2.8.1, %B1704 ], [ %s2.9.0, %B880 ], [ %s2.9.0, %B862 ]
  %s3.7.0 = phi double [ %s3.8.1, %B1686 ], [ %s3.8.1, %B1704 ], [ %s3.9.0, %B880 ], [ %s3.9.0, %B862 ]
  %s4.7.0 = phi double [ %s4.8.1, %B1686 ], [ %s4.8.1, %B1704 ], [ %s4.9.0, %B880 ], [ %s4.9.0, %B862 ]
  %s5.7.0 = phi double [ %s5.8.1, %B1686 ], [ %s5.8.1, %B1704 ], [ %s5.9.0, %B880 ], [ %s5.9.0, %B862 ]
  %s6.7.0 = phi double [ %s6.6.1.lcssa, %B1686 ], [ %.1072, %B1704 ], [ %.518, %B880 ], [ %s6.5.0.lcssa, %B862 ]
  %s7.5.0 = phi double [ %s7.4.1.lcssa, %B1686 ], [ %s7.4.1.lcssa, %B1704 ], [ %s7.3.0.lcssa, %B880 ], [ %s7.3.0.lcssa, %B862 ]
  %.1100 = fadd double %s0.7.0, %s1.7.0
  %.1107 = fadd double %s2.7.0, %s3.7.0
  %.1112 = fadd double %.1100, %.1107
  %.1115 = fadd double %s4.7.0, %s5.7.0
  %.1122 = fadd double %s6.7.0, %s7.5.0
  %.1127 = fadd double %.1115, %.1122
  %.1128 = fadd double %.1112, %.1127
  store double %.1128, ptr %retptr, align 8
  ret void
B138.if:                                          ; preds = %B138.if.lr.ph, %B138.if
  %s7.3.0180 = phi double [ 0.000000e+00, %B138.if.lr.ph ], [ %.337, %B138.if ]
  %s6.5.0179 = phi double [ 0.000000e+00, %B138.if.lr.ph ], [ %.327, %B138.if ]
  %s5.5.0178 = phi double [ 0.000000e+00, %B138.if.lr.ph ], [ %.317, %B138.if ]
  %s4.5.0177 = phi double [ 0.000000e+00, %B138.if.lr.ph ], [ %.307, %B138.if ]
  %s3.5.0176 = phi double [ 0.000000e+00, %B138.if.lr.ph ], [ %.297, %B138.if ]
  %s2.5.0175 = phi double [ 0.000000e+00, %B138.if.lr.ph ], [ %.287, %B138.if ]
  %s1.5.0174 = phi double [ 0.000000e+00, %B138.if.lr.ph ], [ %.277, %B138.if ]
  %s0.5.0173 = phi double [ 0.000000e+00, %B138.if.lr.ph ], [ %.267, %B138.if ]
  %.168.0172 = phi i64 [ %.50.0, %B138.if.lr.ph ], [ %.232, %B138.if ]
  %.165.0171 = phi i64 [ 0, %B138.if.lr.ph ], [ %.236, %B138.if ]
  %.232 = add nsw i64 %.168.0172, -1
  %.236 = add nuw nsw i64 %.165.0171, 8
  %0 = shl i64 %.165.0171, 3
  %.263 = add i64 %0, %arg.address
  %.264 = inttoptr i64 %.263 to ptr
  %.265 = load double, ptr %.264, align 8
  %.267 = fadd double %s0.5.0173, %.265
  %.273 = add i64 %.272, %0
  %.274 = inttoptr i64 %.273 to ptr
  %.275 = load double, ptr %.274, align 8
  %.277 = fadd double %s1.5.0174, %.275
  %.283 = add i64 %.282, %0
  %.284 = inttoptr i64 %.283 to ptr
  %.285 = load double, ptr %.284, align 8
  %.287 = fadd double %s2.5.0175, %.285
  %.293 = add i64 %.292, %0
  %.294 = inttoptr i64 %.293 to ptr
  %.295 = load double, ptr %.294, align 8
  %.297 = fadd double %s3.5.0176, %.295
  %.303 = add i64 %.302, %0
  %.304 = inttoptr i64 %.303 to ptr
  %.305 = load double, ptr %.304, align 8
  %.307 = fadd double %s4.5.0177, %.305
  %.313 = add i64 %.312, %0
  %.314 = inttoptr i64 %.313 to ptr
  %.315 = load double, ptr %.314, align 8
  %.317 = fadd double %s5.5.0178, %.315
  %.323 = add i64 %.322, %0
  %.324 = inttoptr i64 %.323 to ptr
  %.325 = load double, ptr %.324, align 8
  %.327 = fadd double %s6.5.0179, %.325
  %.333 = add i64 %.332, %0
  %.334 = inttoptr i64 %.333 to ptr
  %.335 = load double, ptr %.334, align 8
  %.337 = fadd double %s7.3.0180, %.335
  %.223 = icmp sgt i64 %.168.0172, 1
  br i1 %.223, label %B138.if, label %B490
B962.if:                                          ; preds = %B962.if.lr.ph, %B962.if
  %s7.4.1162 = phi double [ 0.000000e+00, %B962.if.lr.ph ], [ %.829, %B962.if ]
  %s6.6.1161 = phi double [ 0.000000e+00, %B962.if.lr.ph ], [ %.818, %B962.if ]
  %s5.6.0160 = phi double [ 0.000000e+00, %B962.if.lr.ph ], [ %.807, %B962.if ]
  %s4.6.0159 = phi double [ 0.000000e+00, %B962.if.lr.ph ], [ %.796, %B962.if ]
  %s3.6.0158 = phi double [ 0.000000e+00, %B962.if.lr.ph ], [ %.785, %B962.if ]
  %s2.6.0157 = phi double [ 0.000000e+00, %B962.if.lr.ph ], [ %.774, %B962.if ]
  %s1.6.0156 = phi double [ 0.000000e+00, %B962.if.lr.ph ], [ %.763, %B962.if ]
  %s0.6.0155 = phi double [ 0.000000e+00, %B962.if.lr.ph ], [ %.752, %B962.if ]
  %.654.0154 = phi i64 [ %.50.0, %B962.if.lr.ph ], [ %.716, %B962.if ]
  %.651.0153 = phi i64 [ 0, %B962.if.lr.ph ], [ %.720, %B962.if ]
  %.716 = add nsw i64 %.654.0154, -1
  %.720 = add nuw nsw i64 %.651.0153, 8
  %1 = shl i64 %.651.0153, 2
  %.747 = add i64 %1, %arg.address
  %.748 = inttoptr i64 %.747 to ptr
  %.749 = load float, ptr %.748, align 4
  %.751 = fpext float %.749 to double
  %.752 = fadd double %s0.6.0155, %.751
  %.758 = add i64 %.757, %1
  %.759 = inttoptr i64 %.758 to ptr
  %.760 = load float, ptr %.759, align 4
  %.762 = fpext float %.760 to double
  %.763 = fadd double %s1.6.0156, %.762
  %.769 = add i64 %.768, %1
  %.770 = inttoptr i64 %.769 to ptr
  %.771 = load float, ptr %.770, align 4
  %.773 = fpext float %.771 to double
  %.774 = fadd double %s2.6.0157, %.773
  %.780 = add i64 %.779, %1
  %.781 = inttoptr i64 %.780 to ptr
  %.782 = load float, ptr %.781, align 4
  %.784 = fpext float %.782 to double
  %.785 = fadd double %s3.6.0158, %.784
  %.791 = add i64 %.790, %1
  %.792 = inttoptr i64 %.791 to ptr
  %.793 = load float, ptr %.792, align 4
  %.795 = fpext float %.793 to double
  %.796 = fadd double %s4.6.0159, %.795
  %.802 = add i64 %.801, %1
  %.803 = inttoptr i64 %.802 to ptr
  %.804 = load float, ptr %.803, align 4
  %.806 = fpext float %.804 to double
  %.807 = fadd double %s5.6.0160, %.806
  %.813 = add i64 %.812, %1
  %.814 = inttoptr i64 %.813 to ptr
  %.815 = load float, ptr %.814, align 4
  %.817 = fpext float %.815 to double
  %.818 = fadd double %s6.6.1161, %.817
  %.824 = add i64 %.823, %1
  %.825 = inttoptr i64 %.824 to ptr
  %.826 = load float, ptr %.825, align 4
  %.828 = fpext float %.826 to double
  %.829 = fadd double %s7.4.1162, %.828
  %.707 = icmp sgt i64 %.654.0154, 1
  br i1 %.707, label %B962.if, label %B1314
}
define internal fastcc void @helper_14(ptr noalias nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %arg.slot) unnamed_addr {
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
define internal fastcc void @helper_25(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.adjoints, i64 %arg.start, i64 %arg.stop, i64 %arg.size, i64 %arg.single, i64 %arg.dims, i64 %arg.ndim, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.work, i64 %arg.visit) unnamed_addr {
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
  br label %B34.if.i
B34.if.i:                                         ; preds = %B34.if.i, %entry
  %.42.053.i = phi i64 [ 0, %entry ], [ %.113.i, %B34.if.i ]
  %.113.i = add nuw nsw i64 %.42.053.i, 1
  %0 = shl i64 %.42.053.i, 3
  %.140.i = add i64 %0, %.8.i450
  %.141.i = inttoptr i64 %.140.i to ptr
  store i64 0, ptr %.141.i, align 8
  %exitcond.not.i = icmp eq i64 %.113.i, 14
  br i1 %exitcond.not.i, label %helper_9.exit, label %B34.if.i
helper_9.exit: ; preds = %B34.if.i
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
  %.429 = sub i64 %arg.start, %arg.stop
  %.430 = icmp sgt i64 %.429, 0
  %.449 = sub nsw i64 0, %.429
  %storemerge = select i1 %.430, i64 0, i64 %.449
  %.473539 = icmp sgt i64 %storemerge, 0
  br i1 %.473539, label %B676.if.lr.ph, label %B2158
B676.if.lr.ph:                                    ; preds = %helper_9.exit
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
  br label %B676.if
B772:                                             ; preds = %B676.if
  %.547 = add i64 %.546, %.517
  %.548 = inttoptr i64 %.547 to ptr
  %.549 = load i32, ptr %.548, align 4
  %.550 = sext i32 %.549 to i64
  %.572 = shl i64 %.416.0542, 3
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
  %.587 = add i64 %.416.0542, %.8.i465
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
  call fastcc void @helper_26(ptr %.618, i64 %.8.i450, i64 %.8.i456, i64 %arg.frame, i64 %.8.i, i64 %arg.adjoints, i64 %.550)
  %.644 = shl nsw i64 %.416.0542, 3
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
B1164:                                            ; preds = %B676.if
  %.687 = tail call i64 @PyList_GetItem(i64 %.325, i64 %.416.0542)
  %.689.not = icmp eq i64 %.687, %.327
  br i1 %.689.not, label %B1248, label %B1204
B1204:                                            ; preds = %B1164
  store ptr null, ptr %.700, align 8
  call fastcc void @helper_26(ptr %.700, i64 %.8.i450, i64 %.8.i456, i64 %arg.frame, i64 %.8.i, i64 %arg.adjoints, i64 %.416.0542)
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
  %.1095 = add nsw i64 %.754, 1
  %.1108 = add nsw i64 %.763, 1
  %.1121 = add nsw i64 %.772, 1
  br label %B1530.if
B1666:                                            ; preds = %B1530.if
  %.947 = add i64 %.8.i465, %.937
  %.948 = inttoptr i64 %.947 to ptr
  %.949 = load i8, ptr %.948, align 1
  %6 = and i8 %.949, 4
  %.952 = icmp eq i8 %6, 0
  br i1 %.952, label %B2682, label %B1724
B1724:                                            ; preds = %B1666
  store ptr null, ptr %.970, align 8
  call fastcc void @helper_26(ptr %.970, i64 %.8.i450, i64 %.8.i456, i64 %arg.frame, i64 %.8.i, i64 %arg.adjoints, i64 %.937)
  %.995 = shl nuw nsw i64 %.816.0536, 2
  %.999 = ashr i64 %.789, %.995
  %.1000 = and i64 %.999, 15
  %.1048 = and i64 %.999, 1
  %.1049.not = icmp eq i64 %.1048, 0
  %"$phi1914.10.2.5" = select i1 %.1049.not, i64 0, i64 %.416.0.in541
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
  br label %B1960.if
B1980:                                            ; preds = %B1960.if
  %.1316 = add nsw i64 %.1208.0534, %.515
  %.1318 = shl i64 %.1316, 2
  %.1319 = add i64 %.1318, %.8.i462
  %.1320 = inttoptr i64 %.1319 to ptr
  %.1321 = load i32, ptr %.1320, align 4
  %.1322 = sext i32 %.1321 to i64
  br label %B2022
B2022:                                            ; preds = %B1960.if, %B1980
  %"$phi2022.3.2.6" = phi i64 [ %.1322, %B1980 ], [ %.416.0542, %B1960.if ]
  %8 = shl nuw i64 1, %.1208.0534
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
  br i1 %.157220.i, label %B140.if.lr.ph.i, label %B554.i
B140.if.lr.ph.i:                                  ; preds = %B2212
  %.14.i.i522 = add i64 %.8.i450, 96
  %.15.i.i523 = inttoptr i64 %.14.i.i522 to ptr
  %.18.i.i = add i64 %.8.i450, 102248
  br label %B140.if.i
B184.i:                                           ; preds = %B140.if.i
  %.210.i = shl i64 %.101.0222.i, 4
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
  %.230.i = tail call i64 @PyList_GetItem(i64 %.67.i, i64 %.101.0222.i)
  %.232.not.i = icmp eq i64 %.230.i, %.327
  br i1 %.232.not.i, label %B388.preheader.i, label %B322.i
B388.preheader.i:                                 ; preds = %B270.i
  %.363.i = or disjoint i64 %.200.i, 1
  br label %B388.if.i
B322.i:                                           ; preds = %B270.i
  store i32 0, ptr %.202.i, align 4
  br label %B1280.i
B474.i:                                           ; preds = %B388.if.i
  %.396.i = shl nsw i64 %.370.i, 2
  %.397.i = add i64 %.396.i, %.8.i459
  %.398.i = inttoptr i64 %.397.i to ptr
  %.399.i = load i32, ptr %.398.i, align 4
  %.401.i = icmp eq i32 %.399.i, 0
  br i1 %.401.i, label %B514.i, label %B1281.i
B514.i:                                           ; preds = %B474.i
  store i32 1, ptr %.398.i, align 4
  %.16.i.i526 = load i64, ptr %.15.i.i523, align 8
  %.17.i.i = shl i64 %.16.i.i526, 3
  %.19.i.i = add i64 %.18.i.i, %.17.i.i
  %.20.i.i = inttoptr i64 %.19.i.i to ptr
  store i64 %.370.i, ptr %.20.i.i, align 8
  %.22.i.i527 = add nsw i64 %.16.i.i526, 1
  store i64 %.22.i.i527, ptr %.15.i.i523, align 8
  br label %B1281.i
B554.i:                                           ; preds = %B1280.i, %B2212
  %.494.i = sub i64 %arg.stop, %arg.start
  %.538225.not.i = icmp slt i64 %.494.i, 1
  br i1 %.538225.not.i, label %helper_27.exit, label %B588.if.lr.ph.i
B588.if.lr.ph.i:                                  ; preds = %B554.i
  %.615.i = add i64 %.8.i450, 8
  %.616.i = inttoptr i64 %.615.i to ptr
  %.635.i = add i64 %.8.i450, 104
  %.846.i = add i64 %.8.i450, 3960
  %.855.i = add i64 %.8.i450, 112
  br label %B588.if.i
B670.i:                                           ; preds = %B588.if.i
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
  br label %B910.if.i
B1044.i:                                          ; preds = %B910.if.i
  store i64 0, ptr %.816.i, align 8
  call fastcc void @helper_14(ptr %.816.i, i64 %.8.i450, i64 %.8.i453, i64 %arg.frame, i64 %.8.i, i64 %.327, i64 %.481.0226.i)
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
B1279.i:                                          ; preds = %B588.if.i, %B1044.i, %B670.i
  %.538.i = icmp sgt i64 %.484.0227.i, 1
  br i1 %.538.i, label %B588.if.i, label %helper_27.exit
B1280.i:                                          ; preds = %B1281.i, %B140.if.i, %B322.i, %B184.i
  %.157.i = icmp sgt i64 %.104.0221.i, 1
  br i1 %.157.i, label %B140.if.i, label %B554.i
B1281.i:                                          ; preds = %B388.if.i, %B514.i, %B474.i
  %exitcond.not.i525 = icmp eq i64 %.336.i, 3
  br i1 %exitcond.not.i525, label %B1280.i, label %B388.if.i
B140.if.i:                                        ; preds = %B1280.i, %B140.if.lr.ph.i
  %.101.0222.in.i = phi i64 [ %arg.stop, %B140.if.lr.ph.i ], [ %.101.0222.i, %B1280.i ]
  %.104.0221.i = phi i64 [ %storemerge, %B140.if.lr.ph.i ], [ %.166.i, %B1280.i ]
  %.101.0222.i = add i64 %.101.0222.in.i, -1
  %.166.i = add nsw i64 %.104.0221.i, -1
  %.200.i = shl i64 %.101.0222.i, 2
  %.201.i = add i64 %.200.i, %.8.i459
  %.202.i = inttoptr i64 %.201.i to ptr
  %.203.i = load i32, ptr %.202.i, align 4
  %.205.i524 = icmp eq i32 %.203.i, 0
  br i1 %.205.i524, label %B1280.i, label %B184.i
B388.if.i:                                        ; preds = %B1281.i, %B388.preheader.i
  %.267.0217.i = phi i64 [ 0, %B388.preheader.i ], [ %.336.i, %B1281.i ]
  %.336.i = add nuw nsw i64 %.267.0217.i, 1
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
B588.if.i:                                        ; preds = %B1279.i, %B588.if.lr.ph.i
  %.484.0227.i = phi i64 [ %.494.i, %B588.if.lr.ph.i ], [ %.547.i, %B1279.i ]
  %.481.0226.i = phi i64 [ %arg.start, %B588.if.lr.ph.i ], [ %.551.i, %B1279.i ]
  %.547.i = add nsw i64 %.484.0227.i, -1
  %.551.i = add i64 %.481.0226.i, 1
  %.580.i = shl nsw i64 %.481.0226.i, 2
  %.582.i = shl i64 %.481.0226.i, 4
  %.583.i = add i64 %.582.i, %.8.i.i
  %.584.i = inttoptr i64 %.583.i to ptr
  %.585.i = load i32, ptr %.584.i, align 4
  %.586.i = sext i32 %.585.i to i64
  %.593.i = add i64 %.580.i, %.8.i459
  %.594.i = inttoptr i64 %.593.i to ptr
  %.595.i = load i32, ptr %.594.i, align 4
  %.597.i = icmp eq i32 %.595.i, 0
  br i1 %.597.i, label %B1279.i, label %B670.i
B910.if.i:                                        ; preds = %B910.if.i, %B722.i
  %.662.0223.i = phi i64 [ 0, %B722.i ], [ %.731.i, %B910.if.i ]
  %.731.i = add nuw nsw i64 %.662.0223.i, 1
  %.763.i = add nsw i64 %.762.i, %.662.0223.i
  %.765.i = shl i64 %.763.i, 2
  %.766.i = add i64 %.765.i, %.8.i.i
  %.767.i = inttoptr i64 %.766.i to ptr
  %.768.i = load i32, ptr %.767.i, align 4
  %.769.i = sext i32 %.768.i to i64
  store i64 0, ptr %.775.i, align 8
  call fastcc void @helper_14(ptr %.775.i, i64 %.8.i450, i64 %.8.i453, i64 %arg.frame, i64 %.8.i, i64 %.327, i64 %.769.i)
  %.789.i = load i64, ptr %.775.i, align 8
  %.758.i = add nsw i64 %.757.i, %.662.0223.i
  %.800.i = shl i64 %.758.i, 3
  %.801.i = add i64 %.800.i, %.8.i450
  %.802.i = inttoptr i64 %.801.i to ptr
  store i64 %.789.i, ptr %.802.i, align 8
  %exitcond228.not.i = icmp eq i64 %.731.i, 3
  br i1 %exitcond228.not.i, label %B1044.i, label %B910.if.i
helper_27.exit: ; preds = %B1279.i, %B554.i
  br label %B2262
B2262:                                            ; preds = %helper_27.exit, %B2162
  %.1538 = add i64 %.8.i450, 64
  %.1539 = inttoptr i64 %.1538 to ptr
  %.1540 = load i64, ptr %.1539, align 8
  %.1620545.not = icmp slt i64 %.1540, 1
  br i1 %.1620545.not, label %B2576, label %B2330.if
B2490:                                            ; preds = %B2444.if
  %.1815 = add nsw i64 %.1801, -1
  store i64 0, ptr %.1823, align 8
  call fastcc void @helper_14(ptr %.1823, i64 %.8.i450, i64 %.8.i453, i64 %arg.frame, i64 %.8.i, i64 %.327, i64 %.1815)
  %.1837 = load i64, ptr %.1823, align 8
  store i64 %.1837, ptr %.1800, align 8
  br label %B2572
B2572:                                            ; preds = %B2490, %B2444.if
  %exitcond549.not = icmp eq i64 %.1766, 7
  br i1 %exitcond549.not, label %B2679, label %B2444.if
B2576:                                            ; preds = %B2679, %B2262
  %.18.i528 = add i64 %.8.i450, 96
  %.19.i529 = inttoptr i64 %.18.i528 to ptr
  %.20.i530 = load i64, ptr %.19.i529, align 8
  %.10239.not.i = icmp slt i64 %.20.i530, 1
  br i1 %.10239.not.i, label %helper_11.exit, label %B72.if.lr.ph.i
B72.if.lr.ph.i:                                   ; preds = %B2576
  %10 = add i64 %.8.i450, 102248
  br label %B72.if.i
B72.if.i:                                         ; preds = %B72.if.i, %B72.if.lr.ph.i
  %.44.040.i = phi i64 [ 0, %B72.if.lr.ph.i ], [ %.115.i531, %B72.if.i ]
  %.115.i531 = add nuw nsw i64 %.44.040.i, 1
  %11 = shl i64 %.44.040.i, 3
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
  br i1 %exitcond.not.i532, label %helper_11.exit, label %B72.if.i
helper_11.exit: ; preds = %B72.if.i, %B2576
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
B2679:                                            ; preds = %B2572, %B2330.if
  %exitcond550.not = icmp eq i64 %.1540, %.1633
  br i1 %exitcond550.not, label %B2576, label %B2330.if
B2680:                                            ; preds = %B2022, %B2072, %B2112
  %exitcond.not = icmp eq i64 %.1277, 4
  br i1 %exitcond.not, label %B2682, label %B1960.if
B2681:                                            ; preds = %B2682, %B676.if, %B1248, %B904, %B910, %B966, %B1024
  %.473 = icmp sgt i64 %.419.0540, 1
  br i1 %.473, label %B676.if, label %B2158
B2682:                                            ; preds = %B2680, %B1530.if, %B1666
  %exitcond548.not = icmp eq i64 %.886, 3
  br i1 %exitcond548.not, label %B2681, label %B1530.if
B676.if:                                          ; preds = %B676.if.lr.ph, %B2681
  %.416.0.in541 = phi i64 [ %arg.stop, %B676.if.lr.ph ], [ %.416.0542, %B2681 ]
  %.419.0540 = phi i64 [ %storemerge, %B676.if.lr.ph ], [ %.482, %B2681 ]
  %.416.0542 = add i64 %.416.0.in541, -1
  %.482 = add nsw i64 %.419.0540, -1
  %.515 = shl nsw i64 %.416.0542, 2
  %.517 = shl i64 %.416.0542, 4
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
B1530.if:                                         ; preds = %B1302, %B2682
  %.816.0536 = phi i64 [ 0, %B1302 ], [ %.886, %B2682 ]
  %.886 = add nuw nsw i64 %.816.0536, 1
  %.918 = add nuw nsw i64 %.916, %.816.0536
  %.920 = shl i64 %.918, 3
  %.921 = add i64 %.920, %.8.i447
  %.922 = inttoptr i64 %.921 to ptr
  %.923 = load i64, ptr %.922, align 8
  %.931 = add nsw i64 %.816.0536, %.748
  %.933 = shl i64 %.931, 2
  %.934 = add i64 %.933, %.8.i462
  %.935 = inttoptr i64 %.934 to ptr
  %.936 = load i32, ptr %.935, align 4
  %.937 = sext i32 %.936 to i64
  %.942 = icmp eq i64 %.923, 0
  br i1 %.942, label %B2682, label %B1666
B1960.if:                                         ; preds = %B1724, %B2680
  %.1208.0534 = phi i64 [ 0, %B1724 ], [ %.1277, %B2680 ]
  %.1277 = add nuw nsw i64 %.1208.0534, 1
  %.1306 = icmp eq i64 %.1208.0534, 0
  br i1 %.1306, label %B2022, label %B1980
B2330.if:                                         ; preds = %B2262, %B2679
  %.1564.0546 = phi i64 [ %.1633, %B2679 ], [ 0, %B2262 ]
  %.1633 = add nuw nsw i64 %.1564.0546, 1
  %13 = shl nsw i64 %.1564.0546, 3
  %14 = add nuw nsw i64 %13, 8173
  %.1665 = shl i64 %14, 3
  %.1666 = add i64 %.1665, %.8.i450
  %.1667 = inttoptr i64 %.1666 to ptr
  %.1668 = load i64, ptr %.1667, align 8
  %.1669 = icmp eq i64 %.1668, 1
  br i1 %.1669, label %B2679, label %B2444.if
B2444.if:                                         ; preds = %B2330.if, %B2572
  %.1697.0543 = phi i64 [ %.1766, %B2572 ], [ 3, %B2330.if ]
  %.1766 = add nuw nsw i64 %.1697.0543, 1
  %.1796 = add nuw nsw i64 %.1697.0543, %14
  %.1798 = shl i64 %.1796, 3
  %.1799 = add i64 %.1798, %.8.i450
  %.1800 = inttoptr i64 %.1799 to ptr
  %.1801 = load i64, ptr %.1800, align 8
  %.1806.not = icmp eq i64 %.1801, 0
  br i1 %.1806.not, label %B2572, label %B2490
}
define internal fastcc void @helper_26(ptr noalias nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.w, i64 %arg.bars, i64 %arg.frame, i64 %arg.forms, i64 %arg.adjoints, i64 %arg.slot) unnamed_addr {
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
  call fastcc void @helper_25(ptr %.15, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12, i64 %.13)
  %.29 = load i64, ptr %.15, align 8
  ret i64 %.29
}
define internal fastcc void @helper_28(ptr noalias nonnull writeonly %retptr, i64 %arg.work, i64 %arg.partials, i64 %arg.first_block, i64 %arg.last_block) unnamed_addr {
entry:
  %.1117 = alloca ptr, align 8
  store ptr null, ptr %.1117, align 8
  %.1153 = alloca ptr, align 8
  store ptr null, ptr %.1153, align 8
  %.1850 = alloca ptr, align 8
  store ptr null, ptr %.1850, align 8
  %.2563 = alloca double, align 8
  store double 0.000000e+00, ptr %.2563, align 8
  %.2800 = alloca ptr, align 8
  store ptr null, ptr %.2800, align 8
  %.15 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i = add i64 %.15, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.43 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 4)
  %.6.i666 = add i64 %.43, 16
  %.7.i667 = inttoptr i64 %.6.i666 to ptr
  %.8.i668 = load i64, ptr %.7.i667, align 8
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
  %.146 = add nsw i64 %.145, %.8.i668
  %.152 = shl nsw i64 %.90, 6
  %.154 = or disjoint i64 %.152, 63
  %.155 = add i64 %.154, %.146
  %.196 = and i64 %.155, -64
  %.202 = add i64 %.8.i, 32
  %.203 = inttoptr i64 %.202 to ptr
  %.204 = load i64, ptr %.203, align 8
  %.284733.not = icmp slt i64 %.204, 1
  br i1 %.284733.not, label %B812, label %B474.if.lr.ph
B474.if.lr.ph:                                    ; preds = %entry
  %0 = add i64 %.8.i, 34664
  %.333 = add i64 %.8.i, 3952
  %.346 = add i64 %.8.i, 34672
  %.355 = add nsw i64 %.75, 7
  %.396 = and i64 %.355, -8
  %.13.i669 = tail call i64 @llvm.smin.i64(i64 %.396, i64 %.80)
  %.505730.not = icmp slt i64 %.13.i669, 1
  br label %B474.if
B474.loopexit:                                    ; preds = %helper_17.exit, %B474.if
  %exitcond778.not = icmp eq i64 %.297, %.204
  br i1 %exitcond778.not, label %B812, label %B474.if
B812:                                             ; preds = %B474.loopexit, %entry
  %.627 = sub i64 %arg.last_block, %arg.first_block
  %.671768 = icmp sgt i64 %.627, 0
  br i1 %.671768, label %B848.lr.ph, label %B3204
B848.lr.ph:                                       ; preds = %B812
  %1 = mul nsw i64 %arg.first_block, %.80
  %.617.1772 = add nsw i64 %.627, -1
  %.614.1770 = add i64 %arg.first_block, 1
  %.874736.not = icmp slt i64 %.90, 1
  %.920 = add i64 %.8.i, 3952
  %.931 = add i64 %.8.i, 3944
  %.973 = add i64 %.8.i, 24
  %.974 = inttoptr i64 %.973 to ptr
  %2 = add i64 %.8.i, 22376
  %.1110 = add i64 %.8.i, 22384
  %3 = add i64 %.8.i, 22376
  %.1561750.not = icmp slt i64 %.90, 1
  %.1623 = add i64 %.8.i, 3944
  %.1954756.not = icmp slt i64 %.90, 1
  %.1999 = add i64 %.8.i, 3944
  %.2010 = add i64 %.8.i, 3952
  %.2026 = add i64 %.8.i, 3960
  %.2352762.not = icmp slt i64 %.95, 1
  %.2397 = add i64 %.8.i, 46952
  %.2656 = add i64 %.8.i, 72
  %.2657 = inttoptr i64 %.2656 to ptr
  %4 = add i64 %.8.i, 89960
  %.2793 = add i64 %.8.i, 89968
  br label %B848
B844.loopexit:                                    ; preds = %B3016.if, %B2948
  %.671 = icmp sgt i64 %.617.1775, 0
  %5 = mul nsw i64 %.614.1774, %.80
  %.684 = zext i1 %.671 to i64
  %.614.1 = add i64 %.614.1774, %.684
  %.680 = sext i1 %.671 to i64
  %.617.1 = add nsw i64 %.617.1775, %.680
  %.661.sroa.0.0 = select i1 %.671, i64 %5, i64 0
  br i1 %.671, label %B848, label %B3204
B848:                                             ; preds = %B848.lr.ph, %B844.loopexit
  %.661.sroa.0.0776 = phi i64 [ %1, %B848.lr.ph ], [ %.661.sroa.0.0, %B844.loopexit ]
  %.617.1775 = phi i64 [ %.617.1772, %B848.lr.ph ], [ %.617.1, %B844.loopexit ]
  %.614.1774 = phi i64 [ %.614.1770, %B848.lr.ph ], [ %.614.1, %B844.loopexit ]
  %.716 = sub i64 %.75, %.661.sroa.0.0776
  %.13.i = tail call i64 @llvm.smin.i64(i64 %.716, i64 %.80)
  %.790 = and i64 %.13.i, -8
  br i1 %.874736.not, label %B1190, label %B964.if.lr.ph
B964.if.lr.ph:                                    ; preds = %B848
  %.953 = mul nsw i64 %.661.sroa.0.0776, %.85
  br label %B964.if
B1190:                                            ; preds = %B964.if, %B848
  %.975 = load i64, ptr %.974, align 8
  %.1055739.not = icmp slt i64 %.975, 1
  br i1 %.1055739.not, label %B1442, label %B1258.if
B1442:                                            ; preds = %B1258.if, %B1190
  %.1147.not = icmp ult i64 %.13.i, 8
  br i1 %.1147.not, label %B1480, label %B1446
B1446:                                            ; preds = %B1442
  store ptr null, ptr %.1153, align 8
  call fastcc void @helper_18(ptr %.1153, i64 %.8.i, i64 %.8.i668, i64 %.790)
  br label %B1480
B1480:                                            ; preds = %B1446, %B1442
  %.1180.not = icmp eq i64 %.790, %.13.i
  br i1 %.1180.not, label %B2602.else.if, label %B1494
B1494:                                            ; preds = %B1480
  %.1186 = load i64, ptr %.974, align 8
  %.1266745.not = icmp slt i64 %.1186, 1
  br i1 %.1266745.not, label %B1778.preheader, label %B1562.if.lr.ph
B1562.if.lr.ph:                                   ; preds = %B1494
  %invariant.op = add i64 %.790, 8
  %.1358.reass = sub i64 %invariant.op, %.13.i
  %storemerge664 = tail call i64 @llvm.smax.i64(i64 %.1358.reass, i64 0)
  %.1401742.not = icmp slt i64 %.1358.reass, 1
  %.1441 = add nsw i64 %.13.i, -1
  %.47.i = shl i64 %.1441, 2
  %.25.i = shl i64 %.1441, 3
  br label %B1562.if
B1562.loopexit:                                   ; preds = %helper_19.exit, %B1562.if
  %exitcond781.not = icmp eq i64 %.1279, %.1186
  br i1 %exitcond781.not, label %B1778.preheader, label %B1562.if
B1778.preheader:                                  ; preds = %B1562.loopexit, %B1494
  br i1 %.1561750.not, label %B2094, label %B1778.if.lr.ph
B1778.if.lr.ph:                                   ; preds = %B1778.preheader
  %.1610 = mul nsw i64 %.790, %.85
  %6 = xor i64 %.790, -1
  %.1760 = add i64 %.13.i, %6
  br label %B1778.if
B1898:                                            ; preds = %B1778.if
  %.1633 = shl nsw i64 %.1505.0751, 6
  %.1635 = add nsw i64 %.1633, %.146
  br label %B1970.if
B2058:                                            ; preds = %helper_19.exit707, %B1778.if
  %cursor.4.3 = phi i64 [ %.1611, %B1778.if ], [ %.1635, %helper_19.exit707 ]
  store i64 %cursor.4.3, ptr %.1606, align 8
  %exitcond783.not = icmp eq i64 %.90, %.1574
  br i1 %exitcond783.not, label %B2094, label %B1778.if
B2094:                                            ; preds = %B2058, %B1778.preheader
  store ptr null, ptr %.1850, align 8
  call fastcc void @helper_20(ptr %.1850, i64 %.8.i, i64 %.8.i668)
  br i1 %.1954756.not, label %B2602.else.if, label %B2168.if.lr.ph
B2168.if.lr.ph:                                   ; preds = %B2094
  %.2211 = mul nsw i64 %.790, %.85
  %.2016 = mul nsw i64 %.661.sroa.0.0776, %.85
  %.2034 = and i64 %.13.i, 7
  %.2114753.not777 = icmp eq i64 %.2034, 0
  br label %B2168.if
B2244:                                            ; preds = %B2168.if
  %.2011 = add i64 %.2010, %.1997
  %.2012 = inttoptr i64 %.2011 to ptr
  %.2013 = load i64, ptr %.2012, align 8
  %.2017 = add nsw i64 %.2013, %.2016
  %.2027 = add i64 %.2026, %.1997
  %.2028 = inttoptr i64 %.2027 to ptr
  %.2029 = load i64, ptr %.2028, align 8
  %.2030.not = icmp eq i64 %.2029, 0
  %brmerge = select i1 %.2030.not, i1 true, i1 %.2114753.not777
  br i1 %brmerge, label %B2490, label %B2412.if.lr.ph
B2412.if.lr.ph:                                   ; preds = %B2244
  %.2157 = shl nsw i64 %.1898.0757, 6
  %.2159 = add nsw i64 %.2157, %.146
  br label %B2412.if
B2490:                                            ; preds = %helper_19.exit728, %B2244
  %.2194 = shl i64 %.1898.0757, 3
  %.2195 = add i64 %.2194, %.8.i668
  %.2196 = inttoptr i64 %.2195 to ptr
  store i64 %.2017, ptr %.2196, align 8
  br label %B3206
B2526:                                            ; preds = %B2168.if
  %.2205 = shl i64 %.1898.0757, 3
  %.2206 = add i64 %.2205, %.8.i668
  %.2207 = inttoptr i64 %.2206 to ptr
  %.2208 = load i64, ptr %.2207, align 8
  %.2212 = sub nsw i64 %.2208, %.2211
  store i64 %.2212, ptr %.2207, align 8
  br label %B3206
B2652.loopexit:                                   ; preds = %B2782.if, %B2652.if
  %exitcond786.not = icmp eq i64 %.95, %.2365
  br i1 %exitcond786.not, label %B2948, label %B2652.if
B2948:                                            ; preds = %B2652.loopexit, %B2602.else.if
  %.2658 = load i64, ptr %.2657, align 8
  %.2738765.not = icmp slt i64 %.2658, 1
  br i1 %.2738765.not, label %B844.loopexit, label %B3016.if
B3204:                                            ; preds = %B844.loopexit, %B812
  store i64 0, ptr %retptr, align 8
  ret void
B3206:                                            ; preds = %B2526, %B2490
  %exitcond785.not = icmp eq i64 %.90, %.1967
  br i1 %exitcond785.not, label %B2602.else.if, label %B2168.if
B474.if:                                          ; preds = %B474.if.lr.ph, %B474.loopexit
  %.228.0735 = phi i64 [ 0, %B474.if.lr.ph ], [ %.297, %B474.loopexit ]
  %.297 = add nuw nsw i64 %.228.0735, 1
  %7 = shl i64 %.228.0735, 4
  %.326 = add i64 %0, %7
  %.327 = inttoptr i64 %.326 to ptr
  %.328 = load i64, ptr %.327, align 8
  %.331 = mul i64 %.328, 24
  %.334 = add i64 %.333, %.331
  %.335 = inttoptr i64 %.334 to ptr
  %.336 = load i64, ptr %.335, align 8
  %.338 = add nsw i64 %.336, %.196
  br i1 %.505730.not, label %B474.loopexit, label %B766.if.lr.ph
B766.if.lr.ph:                                    ; preds = %B474.if
  %.347 = add i64 %.346, %7
  %.348 = inttoptr i64 %.347 to ptr
  %.349 = load i64, ptr %.348, align 8
  %.49.i = inttoptr i64 %.349 to ptr
  %.27.i = inttoptr i64 %.349 to ptr
  br label %B766.if
B766.if:                                          ; preds = %B766.if.lr.ph, %helper_17.exit
  %.449.0732 = phi i64 [ 0, %B766.if.lr.ph ], [ %.518, %helper_17.exit ]
  %.518 = add nuw nsw i64 %.449.0732, 1
  %.20.i = load i64, ptr %.84, align 8
  %.21.i = icmp eq i64 %.20.i, 8
  br i1 %.21.i, label %B54.i, label %B120.i
B54.i:                                            ; preds = %B766.if
  %.28.i = load double, ptr %.27.i, align 8
  %.35.i = shl i64 %.449.0732, 3
  %.36.i = add i64 %.35.i, %.338
  %.37.i = inttoptr i64 %.36.i to ptr
  store double %.28.i, ptr %.37.i, align 8
  br label %helper_17.exit
B120.i:                                           ; preds = %B766.if
  %.50.i = load float, ptr %.49.i, align 4
  %.57.i = shl i64 %.449.0732, 2
  %.58.i = add i64 %.57.i, %.338
  %.59.i = inttoptr i64 %.58.i to ptr
  store float %.50.i, ptr %.59.i, align 4
  br label %helper_17.exit
helper_17.exit: ; preds = %B54.i, %B120.i
  %exitcond.not = icmp eq i64 %.13.i669, %.518
  br i1 %exitcond.not, label %B474.loopexit, label %B766.if
B964.if:                                          ; preds = %B964.if.lr.ph, %B964.if
  %.818.0737 = phi i64 [ 0, %B964.if.lr.ph ], [ %.887, %B964.if ]
  %.887 = add nuw nsw i64 %.818.0737, 1
  %.918 = mul i64 %.818.0737, 24
  %.921 = add i64 %.920, %.918
  %.922 = inttoptr i64 %.921 to ptr
  %.923 = load i64, ptr %.922, align 8
  %.932 = add i64 %.931, %.918
  %.933 = inttoptr i64 %.932 to ptr
  %.934 = load i64, ptr %.933, align 8
  %.935 = icmp eq i64 %.934, 1
  %.196..953 = select i1 %.935, i64 %.196, i64 %.953
  %.955 = add nsw i64 %.923, %.196..953
  %.960 = shl i64 %.818.0737, 3
  %.961 = add i64 %.960, %.8.i668
  %.962 = inttoptr i64 %.961 to ptr
  store i64 %.955, ptr %.962, align 8
  %exitcond779.not = icmp eq i64 %.90, %.887
  br i1 %exitcond779.not, label %B1190, label %B964.if
B1258.if:                                         ; preds = %B1190, %B1258.if
  %.999.0740 = phi i64 [ %.1068, %B1258.if ], [ 0, %B1190 ]
  %.1068 = add nuw nsw i64 %.999.0740, 1
  %8 = shl i64 %.999.0740, 4
  %.1097 = add i64 %2, %8
  %.1098 = inttoptr i64 %.1097 to ptr
  %.1099 = load i64, ptr %.1098, align 8
  %.1101 = shl i64 %.1099, 3
  %.1102 = add i64 %.1101, %.8.i668
  %.1103 = inttoptr i64 %.1102 to ptr
  %.1104 = load i64, ptr %.1103, align 8
  %.1111 = add i64 %.1110, %8
  %.1112 = inttoptr i64 %.1111 to ptr
  %.1113 = load i64, ptr %.1112, align 8
  store ptr null, ptr %.1117, align 8
  call fastcc void @helper_21(ptr %.1117, i64 %.8.i, i64 %.1113, i64 %.1104, i64 %.661.sroa.0.0776, i64 %.13.i)
  %exitcond780.not = icmp eq i64 %.975, %.1068
  br i1 %exitcond780.not, label %B1442, label %B1258.if
B1562.if:                                         ; preds = %B1562.if.lr.ph, %B1562.loopexit
  %.1210.0746 = phi i64 [ 0, %B1562.if.lr.ph ], [ %.1279, %B1562.loopexit ]
  %.1279 = add nuw nsw i64 %.1210.0746, 1
  %9 = shl i64 %.1210.0746, 4
  %.1308 = add i64 %3, %9
  %.1309 = inttoptr i64 %.1308 to ptr
  %.1310 = load i64, ptr %.1309, align 8
  %.1312 = shl i64 %.1310, 3
  %.1313 = add i64 %.1312, %.8.i668
  %.1314 = inttoptr i64 %.1313 to ptr
  %.1315 = load i64, ptr %.1314, align 8
  br i1 %.1401742.not, label %B1562.loopexit, label %B1696.if.lr.ph
B1696.if.lr.ph:                                   ; preds = %B1562.if
  %.48.i = add i64 %.1315, %.47.i
  %.49.i675 = inttoptr i64 %.48.i to ptr
  %.26.i = add i64 %.1315, %.25.i
  %.27.i681 = inttoptr i64 %.26.i to ptr
  br label %B1696.if
B1696.if:                                         ; preds = %B1696.if.lr.ph, %helper_19.exit
  %.1348.0744 = phi i64 [ %storemerge664, %B1696.if.lr.ph ], [ %.1410, %helper_19.exit ]
  %.1345.0743 = phi i64 [ %.13.i, %B1696.if.lr.ph ], [ %.1414, %helper_19.exit ]
  %.1410 = add nsw i64 %.1348.0744, -1
  %.1414 = add i64 %.1345.0743, 1
  %.20.i672 = load i64, ptr %.84, align 8
  %.21.i673 = icmp eq i64 %.20.i672, 8
  br i1 %.21.i673, label %B54.i680, label %B120.i674
B54.i680:                                         ; preds = %B1696.if
  %.28.i682 = load double, ptr %.27.i681, align 8
  %.35.i683 = shl i64 %.1345.0743, 3
  %.36.i684 = add i64 %.35.i683, %.1315
  %.37.i685 = inttoptr i64 %.36.i684 to ptr
  store double %.28.i682, ptr %.37.i685, align 8
  br label %helper_19.exit
B120.i674:                                        ; preds = %B1696.if
  %.50.i676 = load float, ptr %.49.i675, align 4
  %.57.i677 = shl i64 %.1345.0743, 2
  %.58.i678 = add i64 %.57.i677, %.1315
  %.59.i679 = inttoptr i64 %.58.i678 to ptr
  store float %.50.i676, ptr %.59.i679, align 4
  br label %helper_19.exit
helper_19.exit: ; preds = %B54.i680, %B120.i674
  %.1401 = icmp sgt i64 %.1348.0744, 1
  br i1 %.1401, label %B1696.if, label %B1562.loopexit
B1778.if:                                         ; preds = %B1778.if.lr.ph, %B2058
  %.1505.0751 = phi i64 [ 0, %B1778.if.lr.ph ], [ %.1574, %B2058 ]
  %.1574 = add nuw nsw i64 %.1505.0751, 1
  %.1604 = shl i64 %.1505.0751, 3
  %.1605 = add i64 %.1604, %.8.i668
  %.1606 = inttoptr i64 %.1605 to ptr
  %.1607 = load i64, ptr %.1606, align 8
  %.1611 = add nsw i64 %.1607, %.1610
  %.1621 = mul i64 %.1505.0751, 24
  %.1624 = add i64 %.1623, %.1621
  %.1625 = inttoptr i64 %.1624 to ptr
  %.1626 = load i64, ptr %.1625, align 8
  %.1627 = icmp eq i64 %.1626, 0
  br i1 %.1627, label %B1898, label %B2058
B1970.if:                                         ; preds = %B1898, %helper_19.exit707
  %.1662.0748 = phi i64 [ 0, %B1898 ], [ %.1731, %helper_19.exit707 ]
  %.1731 = add nuw nsw i64 %.1662.0748, 1
  %.13.i686 = tail call i64 @llvm.smin.i64(i64 %.1760, i64 %.1662.0748)
  %.20.i689 = load i64, ptr %.84, align 8
  %.21.i690 = icmp eq i64 %.20.i689, 8
  br i1 %.21.i690, label %B54.i699, label %B120.i691
B54.i699:                                         ; preds = %B1970.if
  %.25.i700 = shl i64 %.13.i686, 3
  %.26.i701 = add i64 %.25.i700, %.1611
  %.27.i702 = inttoptr i64 %.26.i701 to ptr
  %.28.i703 = load double, ptr %.27.i702, align 8
  %.35.i704 = shl i64 %.1662.0748, 3
  %.36.i705 = add i64 %.35.i704, %.1635
  %.37.i706 = inttoptr i64 %.36.i705 to ptr
  store double %.28.i703, ptr %.37.i706, align 8
  br label %helper_19.exit707
B120.i691:                                        ; preds = %B1970.if
  %.47.i692 = shl i64 %.13.i686, 2
  %.48.i693 = add i64 %.47.i692, %.1611
  %.49.i694 = inttoptr i64 %.48.i693 to ptr
  %.50.i695 = load float, ptr %.49.i694, align 4
  %.57.i696 = shl i64 %.1662.0748, 2
  %.58.i697 = add i64 %.57.i696, %.1635
  %.59.i698 = inttoptr i64 %.58.i697 to ptr
  store float %.50.i695, ptr %.59.i698, align 4
  br label %helper_19.exit707
helper_19.exit707: ; preds = %B54.i699, %B120.i691
  %exitcond782.not = icmp eq i64 %.1731, 8
  br i1 %exitcond782.not, label %B2058, label %B1970.if
B2168.if:                                         ; preds = %B2168.if.lr.ph, %B3206
  %.1898.0757 = phi i64 [ 0, %B2168.if.lr.ph ], [ %.1967, %B3206 ]
  %.1967 = add nuw nsw i64 %.1898.0757, 1
  %.1997 = mul i64 %.1898.0757, 24
  %.2000 = add i64 %.1999, %.1997
  %.2001 = inttoptr i64 %.2000 to ptr
  %.2002 = load i64, ptr %.2001, align 8
  %.2003 = icmp eq i64 %.2002, 0
  br i1 %.2003, label %B2244, label %B2526
B2412.if:                                         ; preds = %B2412.if.lr.ph, %helper_19.exit728
  %.2058.0754 = phi i64 [ 0, %B2412.if.lr.ph ], [ %.2127, %helper_19.exit728 ]
  %.2127 = add nuw nsw i64 %.2058.0754, 1
  %.2154 = add nuw nsw i64 %.2058.0754, %.790
  %.20.i710 = load i64, ptr %.84, align 8
  %.21.i711 = icmp eq i64 %.20.i710, 8
  br i1 %.21.i711, label %B54.i720, label %B120.i712
B54.i720:                                         ; preds = %B2412.if
  %.25.i721 = shl i64 %.2058.0754, 3
  %.26.i722 = add i64 %.25.i721, %.2159
  %.27.i723 = inttoptr i64 %.26.i722 to ptr
  %.28.i724 = load double, ptr %.27.i723, align 8
  %.35.i725 = shl i64 %.2154, 3
  %.36.i726 = add i64 %.35.i725, %.2017
  %.37.i727 = inttoptr i64 %.36.i726 to ptr
  store double %.28.i724, ptr %.37.i727, align 8
  br label %helper_19.exit728
B120.i712:                                        ; preds = %B2412.if
  %.47.i713 = shl i64 %.2058.0754, 2
  %.48.i714 = add i64 %.47.i713, %.2159
  %.49.i715 = inttoptr i64 %.48.i714 to ptr
  %.50.i716 = load float, ptr %.49.i715, align 4
  %.57.i717 = shl i64 %.2154, 2
  %.58.i718 = add i64 %.57.i717, %.2017
  %.59.i719 = inttoptr i64 %.58.i718 to ptr
  store float %.50.i716, ptr %.59.i719, align 4
  br label %helper_19.exit728
helper_19.exit728: ; preds = %B54.i720, %B120.i712
  %exitcond784.not = icmp eq i64 %.2127, %.2034
  br i1 %exitcond784.not, label %B2490, label %B2412.if
B2602.else.if:                                    ; preds = %B3206, %B2094, %B1480
  %.2236.0 = ashr i64 %.661.sroa.0.0776, 8
  br i1 %.2352762.not, label %B2948, label %B2652.if.lr.ph
B2652.if.lr.ph:                                   ; preds = %B2602.else.if
  %10 = add nuw i64 %.13.i, 255
  %.2468 = lshr i64 %10, 8
  %.2447.inv = icmp sgt i64 %.13.i, 0
  %storemerge662 = select i1 %.2447.inv, i64 %.2468, i64 0
  %.2489759.not = icmp eq i64 %storemerge662, 0
  br label %B2652.if
B2652.if:                                         ; preds = %B2652.if.lr.ph, %B2652.loopexit
  %.2296.0763 = phi i64 [ 0, %B2652.if.lr.ph ], [ %.2365, %B2652.loopexit ]
  %.2365 = add nuw nsw i64 %.2296.0763, 1
  %.2395 = mul i64 %.2296.0763, 24
  %.2398 = add i64 %.2397, %.2395
  %.2399 = inttoptr i64 %.2398 to ptr
  %.2400 = load i64, ptr %.2399, align 8
  %.2402 = shl i64 %.2400, 3
  %.2403 = add i64 %.2402, %.8.i668
  %.2404 = inttoptr i64 %.2403 to ptr
  %.2405 = load i64, ptr %.2404, align 8
  br i1 %.2489759.not, label %B2652.loopexit, label %B2782.if
B2782.if:                                         ; preds = %B2652.if, %B2782.if
  %.2436.0761 = phi i64 [ %.2498, %B2782.if ], [ %storemerge662, %B2652.if ]
  %.2433.0760 = phi i64 [ %.2502, %B2782.if ], [ 0, %B2652.if ]
  %.2498 = add nsw i64 %.2436.0761, -1
  %.2502 = add nuw i64 %.2433.0760, 256
  %.2533 = sub nsw i64 %.13.i, %.2433.0760
  %.13.i729 = tail call i64 @llvm.smin.i64(i64 %.2533, i64 256)
  %.2529 = mul nsw i64 %.2433.0760, %.85
  %.2531 = add nsw i64 %.2529, %.2405
  store double 0.000000e+00, ptr %.2563, align 8
  call fastcc void @helper_22(ptr %.2563, i64 %.8.i, i64 %.2531, i64 %.13.i729)
  %.2577 = load double, ptr %.2563, align 8
  %.2605 = ashr exact i64 %.2433.0760, 8
  %.2628 = add nsw i64 %.2605, %.2236.0
  %.2630 = mul nsw i64 %.2628, %.95
  %.2632 = add nsw i64 %.2630, %.2296.0763
  %.2634 = shl i64 %.2632, 3
  %.2635 = add i64 %.2634, %arg.partials
  %.2636 = inttoptr i64 %.2635 to ptr
  store double %.2577, ptr %.2636, align 8
  %.2489 = icmp sgt i64 %.2436.0761, 1
  br i1 %.2489, label %B2782.if, label %B2652.loopexit
B3016.if:                                         ; preds = %B2948, %B3016.if
  %.2682.0766 = phi i64 [ %.2751, %B3016.if ], [ 0, %B2948 ]
  %.2751 = add nuw nsw i64 %.2682.0766, 1
  %11 = shl i64 %.2682.0766, 4
  %.2780 = add i64 %4, %11
  %.2781 = inttoptr i64 %.2780 to ptr
  %.2782 = load i64, ptr %.2781, align 8
  %.2784 = shl i64 %.2782, 3
  %.2785 = add i64 %.2784, %.8.i668
  %.2786 = inttoptr i64 %.2785 to ptr
  %.2787 = load i64, ptr %.2786, align 8
  %.2794 = add i64 %.2793, %11
  %.2795 = inttoptr i64 %.2794 to ptr
  %.2796 = load i64, ptr %.2795, align 8
  store ptr null, ptr %.2800, align 8
  call fastcc void @helper_23(ptr %.2800, i64 %.8.i, i64 %.2796, i64 %.2787, i64 %.661.sroa.0.0776, i64 %.13.i)
  %exitcond787.not = icmp eq i64 %.2658, %.2751
  br i1 %exitcond787.not, label %B844.loopexit, label %B3016.if
}
define i64 @sweep_region_run(i64 %.1, i64 %.2, i64 %.3, i64 %.4) local_unnamed_addr {
entry:
  %.6 = alloca i64, align 8
  store i64 0, ptr %.6, align 8
  call fastcc void @helper_28(ptr %.6, i64 %.1, i64 %.2, i64 %.3, i64 %.4)
  %.20 = load i64, ptr %.6, align 8
  ret i64 %.20
}
define internal fastcc void @helper_29(ptr noalias nonnull writeonly %retptr, i64 %arg.work, i64 %arg.partials) unnamed_addr {
entry:
  %.9 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i = add i64 %.9, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.41 = add i64 %.8.i, 56
  %.42 = inttoptr i64 %.41 to ptr
  %.43 = load i64, ptr %.42, align 8
  %.178112.not = icmp slt i64 %.43, 1
  br i1 %.178112.not, label %B782, label %B216.if.lr.ph
B216.if.lr.ph:                                    ; preds = %entry
  %.50 = inttoptr i64 %.8.i to ptr
  %.51 = load i64, ptr %.50, align 8
  %.53 = add nsw i64 %.51, 255
  %.61.0 = ashr i64 %.53, 8
  %.305106.not = icmp slt i64 %.61.0, 1
  %.442 = add i64 %.8.i, 46960
  %.453 = add i64 %.8.i, 46968
  %.465 = add i64 %.8.i, 48
  %.466 = inttoptr i64 %.465 to ptr
  br label %B216.if
B432:                                             ; preds = %B258.if, %B216.if
  %total.3.1.lcssa = phi double [ 0.000000e+00, %B216.if ], [ %.357, %B258.if ]
  %lost.3.1.lcssa = phi double [ 0.000000e+00, %B216.if ], [ %lost.4.2, %B258.if ]
  %.421 = fcmp ord double %lost.3.1.lcssa, 0.000000e+00
  %.425 = fadd double %total.3.1.lcssa, %lost.3.1.lcssa
  %total.4.1 = select i1 %.421, double %.425, double %total.3.1.lcssa
  %.440 = mul i64 %.121.0113, 24
  %.443 = add i64 %.442, %.440
  %.444 = inttoptr i64 %.443 to ptr
  %.445 = load i64, ptr %.444, align 8
  %.454 = add i64 %.453, %.440
  %.455 = inttoptr i64 %.454 to ptr
  %.456 = load i64, ptr %.455, align 8
  %.467 = load i64, ptr %.466, align 8
  %.468 = icmp eq i64 %.467, 8
  %.471.not = icmp eq i64 %.456, 0
  br i1 %.468, label %B624, label %B702
B624:                                             ; preds = %B432
  br i1 %.471.not, label %B684, label %B644
B644:                                             ; preds = %B624
  %.488 = inttoptr i64 %.445 to ptr
  %.489 = load double, ptr %.488, align 8
  %.493 = fadd double %total.4.1, %.489
  br label %B684
B684:                                             ; preds = %B624, %B644
  %"$phi684.5.2.1" = phi double [ %.493, %B644 ], [ %total.4.1, %B624 ]
  %.513 = inttoptr i64 %.445 to ptr
  store double %"$phi684.5.2.1", ptr %.513, align 8
  br label %B783
B702:                                             ; preds = %B432
  br i1 %.471.not, label %B762, label %B722
B722:                                             ; preds = %B702
  %.542 = inttoptr i64 %.445 to ptr
  %.543 = load float, ptr %.542, align 4
  %.547 = fpext float %.543 to double
  %.548 = fadd double %total.4.1, %.547
  br label %B762
B762:                                             ; preds = %B702, %B722
  %"$phi762.5.2.2" = phi double [ %.548, %B722 ], [ %total.4.1, %B702 ]
  %.566 = fptrunc double %"$phi762.5.2.2" to float
  %.569 = inttoptr i64 %.445 to ptr
  store float %.566, ptr %.569, align 4
  br label %B783
B782:                                             ; preds = %B783, %entry
  store i64 0, ptr %retptr, align 8
  ret void
B783:                                             ; preds = %B762, %B684
  %exitcond115.not = icmp eq i64 %.191, %.43
  br i1 %exitcond115.not, label %B782, label %B216.if
B216.if:                                          ; preds = %B216.if.lr.ph, %B783
  %.121.0113 = phi i64 [ 0, %B216.if.lr.ph ], [ %.191, %B783 ]
  %.191 = add nuw nsw i64 %.121.0113, 1
  br i1 %.305106.not, label %B432, label %B258.if
B258.if:                                          ; preds = %B216.if, %B258.if
  %lost.3.1110 = phi double [ %lost.4.2, %B258.if ], [ 0.000000e+00, %B216.if ]
  %total.3.1109 = phi double [ %.357, %B258.if ], [ 0.000000e+00, %B216.if ]
  %.249.0107 = phi i64 [ %.318, %B258.if ], [ 0, %B216.if ]
  %.318 = add nuw nsw i64 %.249.0107, 1
  %0 = mul nuw nsw i64 %.249.0107, %.43
  %.346 = add nuw nsw i64 %0, %.121.0113
  %.348 = shl i64 %.346, 3
  %.349 = add i64 %.348, %arg.partials
  %.350 = inttoptr i64 %.349 to ptr
  %.351 = load double, ptr %.350, align 8
  %.357 = fadd double %total.3.1109, %.351
  %.362 = tail call double @llvm.fabs.f64(double %total.3.1109)
  %.364 = tail call double @llvm.fabs.f64(double %.351)
  %.365 = fcmp ult double %.362, %.364
  %.369 = fsub double %total.3.1109, %.357
  %.373 = fadd double %.351, %.369
  %.386 = fsub double %.351, %.357
  %.390 = fadd double %total.3.1109, %.386
  %.373.pn = select i1 %.365, double %.390, double %.373
  %lost.4.2 = fadd double %lost.3.1110, %.373.pn
  %exitcond.not = icmp eq i64 %.61.0, %.318
  br i1 %exitcond.not, label %B432, label %B258.if
}
define i64 @sweep_region_finish(i64 %.1, i64 %.2) local_unnamed_addr {
entry:
  %.4 = alloca i64, align 8
  store i64 0, ptr %.4, align 8
  call fastcc void @helper_29(ptr %.4, i64 %.1, i64 %.2)
  %.18 = load i64, ptr %.4, align 8
  ret i64 %.18
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
