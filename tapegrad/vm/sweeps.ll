; e1d449cede97e61e6dce3a4162592d2aa6b501677c2fd48f52b14fe1274e06bc
define internal fastcc void @helper_10(ptr noalias nonnull writeonly %retptr, i64 %arg.records, i64 %arg.n, i64 %arg.frame, i64 %arg.call_operands, i64 %arg.operand_count, i64 %arg.forms, i64 %arg.classes, i64 %arg.tables, i64 %arg.work) unnamed_addr {
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
  br i1 %.213200.not.i, label %_ZN8tapegrad2vm8planning5lowerB2v3B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit, label %B268.if.i
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
  br i1 %exitcond204.not.i, label %_ZN8tapegrad2vm8planning5lowerB2v3B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit, label %B268.if.i
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
_ZN8tapegrad2vm8planning5lowerB2v3B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit: ; preds = %B1220.i, %entry
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
B562.lr.ph:                                       ; preds = %_ZN8tapegrad2vm8planning5lowerB2v3B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
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
B2474:                                            ; preds = %B4405, %_ZN8tapegrad2vm8planning5lowerB2v3B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
  %missing.2.0.lcssa = phi i64 [ 0, %_ZN8tapegrad2vm8planning5lowerB2v3B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit ], [ %missing.3.1, %B4405 ]
  %count.3.0.lcssa = phi i64 [ 0, %_ZN8tapegrad2vm8planning5lowerB2v3B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit ], [ %count.4.1, %B4405 ]
  %kind.2.0.lcssa = phi i64 [ -1, %_ZN8tapegrad2vm8planning5lowerB2v3B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit ], [ %kind.3.1, %B4405 ]
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
  call fastcc void @helper_10(ptr %.11, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9)
  %.25 = load i64, ptr %.11, align 8
  ret i64 %.25
}
define internal fastcc void @helper_13(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.start, i64 %arg.stop, i64 %arg.early, i64 %arg.classes) unnamed_addr {
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
  call fastcc void @helper_13(ptr %.7, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5)
  %.21 = load i64, ptr %.7, align 8
  ret i64 %.21
}
define internal fastcc void @helper_6(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.adjoints, i64 %arg.start, i64 %arg.stop, i64 %arg.early, i64 %arg.classes) unnamed_addr {
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
  call fastcc void @helper_6(ptr %.8, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6)
  %.22 = load i64, ptr %.8, align 8
  ret i64 %.22
}
define internal fastcc void @helper_7(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.classes, i64 %arg.call_spans, i64 %arg.call_lists) unnamed_addr {
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
  call fastcc void @helper_7(ptr %.7, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5)
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
B452:                                             ; preds = %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit259, %B326
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
  br i1 %.22.not.i, label %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit, label %B56.i
B56.i:                                            ; preds = %B928
  %2 = or i8 %.15.i, 8
  store i8 %2, ptr %.14.i, align 1
  br label %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit
_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit: ; preds = %B928, %B56.i
  %.895 = add i64 %.894, %.608
  %.896 = inttoptr i64 %.895 to ptr
  %.897 = load i32, ptr %.896, align 4
  %.898 = sext i32 %.897 to i64
  %.13.i236 = add i64 %.8.i235, %.898
  %.14.i237 = inttoptr i64 %.13.i236 to ptr
  %.15.i238 = load i8, ptr %.14.i237, align 1
  %3 = and i8 %.15.i238, 4
  %.22.not.i239 = icmp eq i8 %3, 0
  br i1 %.22.not.i239, label %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit241, label %B56.i240
B56.i240:                                         ; preds = %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit
  %4 = or i8 %.15.i238, 8
  store i8 %4, ptr %.14.i237, align 1
  br label %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit241
_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit241: ; preds = %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit, %B56.i240
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
B1225.sink.split:                                 ; preds = %B1148, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit241
  %.15.i250.sink = phi i8 [ %.15.i244, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit241 ], [ %.15.i250, %B1148 ]
  %.14.i249.sink = phi ptr [ %.14.i243, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit241 ], [ %.14.i249, %B1148 ]
  %7 = or i8 %.15.i250.sink, 8
  store i8 %7, ptr %.14.i249.sink, align 1
  br label %B1225
B1225:                                            ; preds = %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit265, %B1225.sink.split, %B700, %B1148, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit241, %B564, %B498.if
  %consumed.3.1 = phi i64 [ %spec.select, %B700 ], [ %consumed.2.0278, %B498.if ], [ %consumed.2.0278, %B564 ], [ %spec.select, %B1225.sink.split ], [ %spec.select, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit241 ], [ %spec.select, %B1148 ], [ %spec.select, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit265 ]
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
B356.if:                                          ; preds = %B326, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit259
  %.324.0271 = phi i64 [ %.393, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit259 ], [ 0, %B326 ]
  %.393 = add nuw nsw i64 %.324.0271, 1
  %.419 = tail call i64 @PyList_GetItem(i64 %arg.roots, i64 %.324.0271)
  %.420 = tail call i64 @PyLong_AsLongLong(i64 %.419)
  %.13.i254 = add i64 %.420, %.8.i235
  %.14.i255 = inttoptr i64 %.13.i254 to ptr
  %.15.i256 = load i8, ptr %.14.i255, align 1
  %9 = and i8 %.15.i256, 4
  %.22.not.i257 = icmp eq i8 %9, 0
  br i1 %.22.not.i257, label %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit259, label %B56.i258
B56.i258:                                         ; preds = %B356.if
  %10 = or i8 %.15.i256, 8
  store i8 %10, ptr %.14.i255, align 1
  br label %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit259
_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit259: ; preds = %B356.if, %B56.i258
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
B838.if:                                          ; preds = %B700, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit265
  %.710.0274 = phi i64 [ %.772, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit265 ], [ %.720, %B700 ]
  %.707.0273 = phi i64 [ %.776, %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit265 ], [ %.676, %B700 ]
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
  br i1 %.22.not.i263, label %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit265, label %B56.i264
B56.i264:                                         ; preds = %B838.if
  %14 = or i8 %.15.i262, 8
  store i8 %14, ptr %.14.i261, align 1
  br label %_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit265
_ZN8tapegrad2vm8planning5reachB3v14B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx.exit265: ; preds = %B838.if, %B56.i264
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
define internal fastcc void @helper_11(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.live) unnamed_addr {
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
  call fastcc void @helper_11(ptr %.5, i64 %.1, i64 %.2, i64 %.3)
  %.19 = load i64, ptr %.5, align 8
  ret i64 %.19
}
define internal fastcc void @helper_1(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.none, i64 %arg.start, i64 %arg.stop, i64 %arg.size, i64 %arg.single, i64 %arg.dims, i64 %arg.ndim, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.work) unnamed_addr {
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
  br i1 %exitcond.not.i, label %_ZN8tapegrad2vm7regions5beginB3v17B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit, label %B34.if.i
_ZN8tapegrad2vm7regions5beginB3v17B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit: ; preds = %B34.if.i
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
  call fastcc void @helper_12(ptr %.249, i64 %.8.i20, i64 %.8.i23, i64 %.8.i29, i64 %arg.frame, i64 %.8.i, i64 %.8.i14, i64 %.8.i17, i64 %arg.none, i64 %arg.start, i64 %arg.stop)
  %.18.i = add i64 %.8.i20, 96
  %.19.i = inttoptr i64 %.18.i to ptr
  %.20.i = load i64, ptr %.19.i, align 8
  %.10239.not.i = icmp slt i64 %.20.i, 1
  br i1 %.10239.not.i, label %_ZN8tapegrad2vm7regions5resetB3v28B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx.exit, label %B72.if.lr.ph.i
B72.if.lr.ph.i:                                   ; preds = %_ZN8tapegrad2vm7regions5beginB3v17B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
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
  br i1 %exitcond.not.i33, label %_ZN8tapegrad2vm7regions5resetB3v28B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx.exit, label %B72.if.i
_ZN8tapegrad2vm7regions5resetB3v28B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx.exit: ; preds = %B72.if.i, %_ZN8tapegrad2vm7regions5beginB3v17B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
  store i64 0, ptr %.299, align 8
  call fastcc void @helper_17(ptr %.299, i64 %.8.i20, i64 %arg.work)
  %.313 = load i64, ptr %.299, align 8
  store i64 %.313, ptr %retptr, align 8
  ret void
}
define internal fastcc void @helper_12(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.locs, i64 %arg.wanted, i64 %arg.frame, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.none, i64 %arg.start, i64 %arg.stop) unnamed_addr {
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
  call void @llvm.lifetime.start.p0(ptr nonnull %.775.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %.816.i)
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
  br i1 %.140, label %B588.if.lr.ph.i, label %_ZN8tapegrad2vm7regions16add_forward_rowsB3v21B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxxxxxxx23Literal_5bint_5d_281_29.exit
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
  call fastcc void @helper_15(ptr %.816.i, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %.481.0220.i)
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
  br i1 %.538.i, label %B588.if.i, label %_ZN8tapegrad2vm7regions16add_forward_rowsB3v21B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxxxxxxx23Literal_5bint_5d_281_29.exit
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
  call fastcc void @helper_15(ptr %.775.i, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %.769.i)
  %.789.i = load i64, ptr %.775.i, align 8
  %.758.i = add nsw i64 %.757.i, %.662.0217.i
  %.800.i = shl i64 %.758.i, 3
  %.801.i = add i64 %.800.i, %arg.w
  %.802.i = inttoptr i64 %.801.i to ptr
  store i64 %.789.i, ptr %.802.i, align 8
  %exitcond222.not.i = icmp eq i64 %.731.i, 3
  br i1 %exitcond222.not.i, label %B1044.i, label %B910.if.i
_ZN8tapegrad2vm7regions16add_forward_rowsB3v21B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxxxxxxx23Literal_5bint_5d_281_29.exit: ; preds = %B1279.i, %B554.i
  call void @llvm.lifetime.end.p0(ptr nonnull %.775.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %.816.i)
  %.506171.not = icmp slt i64 %.139, 1
  br i1 %.506171.not, label %B870, label %B652.if.lr.ph
B652.if.lr.ph:                                    ; preds = %_ZN8tapegrad2vm7regions16add_forward_rowsB3v21B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxxxxxxx23Literal_5bint_5d_281_29.exit
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
  call fastcc void @helper_15(ptr %.578, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %.572)
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
B870:                                             ; preds = %B868, %_ZN8tapegrad2vm7regions16add_forward_rowsB3v21B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxxxxxxx23Literal_5bint_5d_281_29.exit
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
define internal fastcc void @helper_17(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.work) unnamed_addr {
entry:
  %.1121.i = alloca ptr, align 8
  %.1157.i = alloca ptr, align 8
  %.1526.i = alloca ptr, align 8
  %.2041.i = alloca double, align 8
  %.2223.i = alloca ptr, align 8
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
common.ret:                                       ; preds = %B703.i, %_ZN8tapegrad2vm7regions10region_runB3v31B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx23Literal_5bint_5d_280_29x.exit, %_ZN8tapegrad2vm7regions6settleB3v30B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAEx.exit, %entry
  %.sink = phi i64 [ %quot.1.0.i, %_ZN8tapegrad2vm7regions6settleB3v30B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAEx.exit ], [ 0, %entry ], [ 0, %_ZN8tapegrad2vm7regions10region_runB3v31B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx23Literal_5bint_5d_280_29x.exit ], [ 0, %B703.i ]
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
  br i1 %.449.i, label %_ZN8tapegrad2vm7regions6settleB3v30B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAEx.exit, label %B488.else.if.i
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
  br label %_ZN8tapegrad2vm7regions6settleB3v30B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAEx.exit
_ZN8tapegrad2vm7regions6settleB3v30B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAEx.exit: ; preds = %B488.i, %B488.else.if.i
  %quot.1.0.i = phi i64 [ 0, %B488.i ], [ %spec.select.i, %B488.else.if.i ]
  %.69 = inttoptr i64 %arg.w to ptr
  %.70 = load i64, ptr %.69, align 8
  %.73 = icmp sgt i64 %.70, 65536
  br i1 %.73, label %common.ret, label %B240
B240:                                             ; preds = %_ZN8tapegrad2vm7regions6settleB3v30B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAEx.exit
  %.84 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 5)
  %.6.i = add i64 %.84, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %.1121.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %.1157.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %.1526.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %.2041.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %.2223.i)
  store ptr null, ptr %.1121.i, align 8
  store ptr null, ptr %.1157.i, align 8
  store ptr null, ptr %.1526.i, align 8
  store double 0.000000e+00, ptr %.2041.i, align 8
  store ptr null, ptr %.2223.i, align 8
  %.15.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i = add i64 %.15.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.43.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 4)
  %.6.i541.i = add i64 %.43.i, 16
  %.7.i542.i = inttoptr i64 %.6.i541.i to ptr
  %.8.i543.i = load i64, ptr %.7.i542.i, align 8
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
  %.146.i = add nsw i64 %.145.i, %.8.i543.i
  %.152.i = shl nsw i64 %.90.i, 6
  %.154.i = or disjoint i64 %.152.i, 63
  %.155.i = add i64 %.154.i, %.146.i
  %.196.i = and i64 %.155.i, -64
  %.202.i = add i64 %.8.i.i, 32
  %.203.i = inttoptr i64 %.202.i to ptr
  %.204.i = load i64, ptr %.203.i, align 8
  %.284585.not.i = icmp slt i64 %.204.i, 1
  br i1 %.284585.not.i, label %B812.i, label %B474.if.lr.ph.i
B474.if.lr.ph.i:                                  ; preds = %B240
  %4 = add i64 %.8.i.i, 34664
  %.333.i = add i64 %.8.i.i, 3952
  %.346.i = add i64 %.8.i.i, 34672
  %.355.i = add nsw i64 %.75.i, 7
  %.396.i20 = and i64 %.355.i, -8
  %.13.i544.i = tail call i64 @llvm.smin.i64(i64 %.396.i20, i64 %.80.i)
  %.505582.not.i = icmp slt i64 %.13.i544.i, 1
  br label %B474.if.i
B474.loopexit.i:                                  ; preds = %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit.i, %B474.if.i
  %exitcond620.not.i = icmp eq i64 %.297.i, %.204.i
  br i1 %exitcond620.not.i, label %B812.i, label %B474.if.i
B812.i:                                           ; preds = %B474.loopexit.i, %B240
  %.671612.i = icmp sgt i64 %quot.1.0.i, 0
  br i1 %.671612.i, label %B848.lr.ph.i, label %_ZN8tapegrad2vm7regions10region_runB3v31B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx23Literal_5bint_5d_280_29x.exit
B848.lr.ph.i:                                     ; preds = %B812.i
  %.617.1615.i = add nsw i64 %quot.1.0.i, -1
  %.878588.not.i = icmp slt i64 %.90.i, 1
  %.924.i = add i64 %.8.i.i, 3952
  %.935.i = add i64 %.8.i.i, 3944
  %.977.i = add i64 %.8.i.i, 24
  %.978.i = inttoptr i64 %.977.i to ptr
  %5 = add i64 %.8.i.i, 22376
  %.1114.i = add i64 %.8.i.i, 22384
  %.1702.i = add i64 %.8.i.i, 3960
  %.1984606.not.i = icmp slt i64 %.95.i, 1
  %.2030.i = add i64 %.8.i.i, 46952
  %.2079.i = add i64 %.8.i.i, 72
  %.2080.i = inttoptr i64 %.2079.i to ptr
  %6 = add i64 %.8.i.i, 89960
  %.2216.i = add i64 %.8.i.i, 89968
  br label %B848.i
B844.loopexit.i:                                  ; preds = %B2562.if.i, %B2494.i
  %.671.i = icmp sgt i64 %.617.1617.i, 0
  %.684.i = zext i1 %.671.i to i64
  %.614.1.i = add i64 %.614.1616.i, %.684.i
  %.680.i = sext i1 %.671.i to i64
  %.617.1.i = add nsw i64 %.617.1617.i, %.680.i
  %.661.sroa.0.0.i = select i1 %.671.i, i64 %.614.1616.i, i64 0
  br i1 %.671.i, label %B848.i, label %_ZN8tapegrad2vm7regions10region_runB3v31B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx23Literal_5bint_5d_280_29x.exit
B848.i:                                           ; preds = %B844.loopexit.i, %B848.lr.ph.i
  %.661.sroa.0.0618.i = phi i64 [ 0, %B848.lr.ph.i ], [ %.661.sroa.0.0.i, %B844.loopexit.i ]
  %.617.1617.i = phi i64 [ %.617.1615.i, %B848.lr.ph.i ], [ %.617.1.i, %B844.loopexit.i ]
  %.614.1616.i = phi i64 [ 1, %B848.lr.ph.i ], [ %.614.1.i, %B844.loopexit.i ]
  %.714.i = mul i64 %.661.sroa.0.0618.i, %.80.i
  %.720.i = sub i64 %.75.i, %.714.i
  %.13.i.i = tail call i64 @llvm.smin.i64(i64 %.720.i, i64 %.80.i)
  %.794.i = and i64 %.13.i.i, -8
  br i1 %.878588.not.i, label %B1190.i, label %B964.if.lr.ph.i
B964.if.lr.ph.i:                                  ; preds = %B848.i
  %.957.i = mul nsw i64 %.714.i, %.85.i
  br label %B964.if.i
B1190.i:                                          ; preds = %B964.if.i, %B848.i
  %.979.i = load i64, ptr %.978.i, align 8
  %.1059591.not.i = icmp slt i64 %.979.i, 1
  br i1 %.1059591.not.i, label %B1442.i, label %B1258.if.i
B1442.i:                                          ; preds = %B1258.if.i, %B1190.i
  %.1151.not.i = icmp ult i64 %.13.i.i, 8
  br i1 %.1151.not.i, label %B1480.i, label %B1446.i
B1446.i:                                          ; preds = %B1442.i
  store ptr null, ptr %.1157.i, align 8
  call fastcc void @helper_18(ptr %.1157.i, i64 %.8.i.i, i64 %.8.i543.i, i64 %.794.i)
  br label %B1480.i
B1480.i:                                          ; preds = %B1446.i, %B1442.i
  %.1184.not.i = icmp eq i64 %.794.i, %.13.i.i
  br i1 %.1184.not.i, label %B2304.i, label %B1524.preheader.i
B1524.preheader.i:                                ; preds = %B1480.i
  br i1 %.878588.not.i, label %B2304.i.critedge, label %B1524.if.lr.ph.i
B1524.if.lr.ph.i:                                 ; preds = %B1524.preheader.i
  %.1315.i = mul nsw i64 %.794.i, %.85.i
  %.1346.i = and i64 %.13.i.i, 7
  %.1426594.not.i = icmp eq i64 %.1346.i, 0
  br label %B1524.if.i
B1644.i:                                          ; preds = %B1524.if.i
  %.1338.i = shl nsw i64 %.1210.0598.i, 6
  %.1340.i = add nsw i64 %.1338.i, %.146.i
  br i1 %.1426594.not.i, label %B1760.i, label %B1712.if.i
B1760.i:                                          ; preds = %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit.i, %B1524.if.i, %B1644.i
  %cursor.3.3.i = phi i64 [ %.1316.i, %B1524.if.i ], [ %.1340.i, %B1644.i ], [ %.1340.i, %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit.i ]
  store i64 %cursor.3.3.i, ptr %.1311.i, align 8
  %exitcond624.not.i = icmp eq i64 %.90.i, %.1279.i
  br i1 %exitcond624.not.i, label %B1796.i, label %B1524.if.i
B1796.i:                                          ; preds = %B1760.i
  store ptr null, ptr %.1526.i, align 8
  call fastcc void @helper_4(ptr %.1526.i, i64 %.8.i.i, i64 %.8.i543.i)
  %.1887.i = mul nsw i64 %.794.i, %.85.i
  %.1692.i = mul nsw i64 %.714.i, %.85.i
  %.1710.i = and i64 %.13.i.i, 7
  %.1790600.not619.i = icmp eq i64 %.1710.i, 0
  br label %B1870.if.i
B1946.i:                                          ; preds = %B1870.if.i
  %.1687.i = add i64 %.1673.i, %.924.i
  %.1688.i = inttoptr i64 %.1687.i to ptr
  %.1689.i = load i64, ptr %.1688.i, align 8
  %.1693.i = add nsw i64 %.1689.i, %.1692.i
  %.1703.i = add i64 %.1702.i, %.1673.i
  %.1704.i = inttoptr i64 %.1703.i to ptr
  %.1705.i = load i64, ptr %.1704.i, align 8
  %.1706.not.i = icmp eq i64 %.1705.i, 0
  %brmerge.i = select i1 %.1706.not.i, i1 true, i1 %.1790600.not619.i
  br i1 %brmerge.i, label %B2192.i, label %B2114.if.lr.ph.i
B2114.if.lr.ph.i:                                 ; preds = %B1946.i
  %.1833.i = shl nsw i64 %.1574.0604.i, 6
  %.1835.i = add nsw i64 %.1833.i, %.146.i
  br label %B2114.if.i
B2192.i:                                          ; preds = %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581.i, %B1946.i
  %.1870.i = shl i64 %.1574.0604.i, 3
  %.1871.i = add i64 %.1870.i, %.8.i543.i
  %.1872.i = inttoptr i64 %.1871.i to ptr
  store i64 %.1693.i, ptr %.1872.i, align 8
  br label %B2751.i
B2228.i:                                          ; preds = %B1870.if.i
  %.1881.i = shl i64 %.1574.0604.i, 3
  %.1882.i = add i64 %.1881.i, %.8.i543.i
  %.1883.i = inttoptr i64 %.1882.i to ptr
  %.1884.i = load i64, ptr %.1883.i, align 8
  %.1888.i = sub nsw i64 %.1884.i, %.1887.i
  store i64 %.1888.i, ptr %.1883.i, align 8
  br label %B2751.i
B2304.i.critedge:                                 ; preds = %B1524.preheader.i
  store ptr null, ptr %.1526.i, align 8
  call fastcc void @helper_4(ptr %.1526.i, i64 %.8.i.i, i64 %.8.i543.i)
  br label %B2304.i
B2304.i:                                          ; preds = %B2751.i, %B2304.i.critedge, %B1480.i
  br i1 %.1984606.not.i, label %B2494.i, label %B2334.if.lr.ph.i
B2334.if.lr.ph.i:                                 ; preds = %B2304.i
  %.2024.i = mul nsw i64 %.661.sroa.0.0618.i, %.95.i
  br label %B2334.if.i
B2494.i:                                          ; preds = %B2334.if.i, %B2304.i
  %.2081.i = load i64, ptr %.2080.i, align 8
  %.2161609.not.i = icmp slt i64 %.2081.i, 1
  br i1 %.2161609.not.i, label %B844.loopexit.i, label %B2562.if.i
B2751.i:                                          ; preds = %B2228.i, %B2192.i
  %exitcond626.not.i = icmp eq i64 %.90.i, %.1643.i
  br i1 %exitcond626.not.i, label %B2304.i, label %B1870.if.i
B474.if.i:                                        ; preds = %B474.loopexit.i, %B474.if.lr.ph.i
  %.228.0587.i = phi i64 [ 0, %B474.if.lr.ph.i ], [ %.297.i, %B474.loopexit.i ]
  %.297.i = add nuw nsw i64 %.228.0587.i, 1
  %7 = shl i64 %.228.0587.i, 4
  %.326.i = add i64 %4, %7
  %.327.i = inttoptr i64 %.326.i to ptr
  %.328.i = load i64, ptr %.327.i, align 8
  %.331.i = mul i64 %.328.i, 24
  %.334.i = add i64 %.333.i, %.331.i
  %.335.i = inttoptr i64 %.334.i to ptr
  %.336.i = load i64, ptr %.335.i, align 8
  %.338.i = add nsw i64 %.336.i, %.196.i
  br i1 %.505582.not.i, label %B474.loopexit.i, label %B766.if.lr.ph.i
B766.if.lr.ph.i:                                  ; preds = %B474.if.i
  %.347.i = add i64 %.346.i, %7
  %.348.i = inttoptr i64 %.347.i to ptr
  %.349.i = load i64, ptr %.348.i, align 8
  %.49.i.i = inttoptr i64 %.349.i to ptr
  br label %B766.if.i
B766.if.i:                                        ; preds = %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit.i, %B766.if.lr.ph.i
  %.449.0584.i = phi i64 [ 0, %B766.if.lr.ph.i ], [ %.518.i, %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit.i ]
  %.518.i = add nuw nsw i64 %.449.0584.i, 1
  %.20.i.i = load i64, ptr %.84.i, align 8
  %.21.i.i = icmp eq i64 %.20.i.i, 8
  br i1 %.21.i.i, label %B54.i.i, label %B120.i.i
B54.i.i:                                          ; preds = %B766.if.i
  %.28.i.i = load double, ptr %.49.i.i, align 8
  %.35.i.i = shl i64 %.449.0584.i, 3
  %.36.i.i = add i64 %.35.i.i, %.338.i
  %.37.i.i = inttoptr i64 %.36.i.i to ptr
  store double %.28.i.i, ptr %.37.i.i, align 8
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit.i
B120.i.i:                                         ; preds = %B766.if.i
  %.50.i.i = load float, ptr %.49.i.i, align 4
  %.57.i.i = shl i64 %.449.0584.i, 2
  %.58.i.i = add i64 %.57.i.i, %.338.i
  %.59.i.i = inttoptr i64 %.58.i.i to ptr
  store float %.50.i.i, ptr %.59.i.i, align 4
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit.i
_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit.i: ; preds = %B120.i.i, %B54.i.i
  %exitcond.not.i21 = icmp eq i64 %.13.i544.i, %.518.i
  br i1 %exitcond.not.i21, label %B474.loopexit.i, label %B766.if.i
B964.if.i:                                        ; preds = %B964.if.i, %B964.if.lr.ph.i
  %.822.0589.i = phi i64 [ 0, %B964.if.lr.ph.i ], [ %.891.i, %B964.if.i ]
  %.891.i = add nuw nsw i64 %.822.0589.i, 1
  %.922.i = mul i64 %.822.0589.i, 24
  %.925.i = add i64 %.922.i, %.924.i
  %.926.i = inttoptr i64 %.925.i to ptr
  %.927.i = load i64, ptr %.926.i, align 8
  %.936.i = add i64 %.922.i, %.935.i
  %.937.i = inttoptr i64 %.936.i to ptr
  %.938.i = load i64, ptr %.937.i, align 8
  %.939.i = icmp eq i64 %.938.i, 1
  %.196.i..957.i = select i1 %.939.i, i64 %.196.i, i64 %.957.i
  %.959.i = add nsw i64 %.927.i, %.196.i..957.i
  %.964.i = shl i64 %.822.0589.i, 3
  %.965.i = add i64 %.964.i, %.8.i543.i
  %.966.i = inttoptr i64 %.965.i to ptr
  store i64 %.959.i, ptr %.966.i, align 8
  %exitcond621.not.i = icmp eq i64 %.90.i, %.891.i
  br i1 %exitcond621.not.i, label %B1190.i, label %B964.if.i
B1258.if.i:                                       ; preds = %B1190.i, %B1258.if.i
  %.1003.0592.i = phi i64 [ %.1072.i, %B1258.if.i ], [ 0, %B1190.i ]
  %.1072.i = add nuw nsw i64 %.1003.0592.i, 1
  %8 = shl i64 %.1003.0592.i, 4
  %.1101.i = add i64 %5, %8
  %.1102.i = inttoptr i64 %.1101.i to ptr
  %.1103.i = load i64, ptr %.1102.i, align 8
  %.1105.i = shl i64 %.1103.i, 3
  %.1106.i = add i64 %.1105.i, %.8.i543.i
  %.1107.i = inttoptr i64 %.1106.i to ptr
  %.1108.i = load i64, ptr %.1107.i, align 8
  %.1115.i = add i64 %.1114.i, %8
  %.1116.i = inttoptr i64 %.1115.i to ptr
  %.1117.i = load i64, ptr %.1116.i, align 8
  store ptr null, ptr %.1121.i, align 8
  call fastcc void @helper_2(ptr %.1121.i, i64 %.8.i.i, i64 %.1117.i, i64 %.1108.i, i64 %.714.i, i64 %.13.i.i)
  %exitcond622.not.i = icmp eq i64 %.979.i, %.1072.i
  br i1 %exitcond622.not.i, label %B1442.i, label %B1258.if.i
B1524.if.i:                                       ; preds = %B1760.i, %B1524.if.lr.ph.i
  %.1210.0598.i = phi i64 [ 0, %B1524.if.lr.ph.i ], [ %.1279.i, %B1760.i ]
  %.1279.i = add nuw nsw i64 %.1210.0598.i, 1
  %.1309.i = shl i64 %.1210.0598.i, 3
  %.1310.i = add i64 %.1309.i, %.8.i543.i
  %.1311.i = inttoptr i64 %.1310.i to ptr
  %.1312.i = load i64, ptr %.1311.i, align 8
  %.1316.i = add nsw i64 %.1312.i, %.1315.i
  %.1326.i = mul i64 %.1210.0598.i, 24
  %.1329.i = add i64 %.1326.i, %.935.i
  %.1330.i = inttoptr i64 %.1329.i to ptr
  %.1331.i = load i64, ptr %.1330.i, align 8
  %.1332.i = icmp eq i64 %.1331.i, 0
  br i1 %.1332.i, label %B1644.i, label %B1760.i
B1712.if.i:                                       ; preds = %B1644.i, %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit.i
  %.1370.0595.i = phi i64 [ %.1439.i, %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit.i ], [ 0, %B1644.i ]
  %.1439.i = add nuw nsw i64 %.1370.0595.i, 1
  %.20.i547.i = load i64, ptr %.84.i, align 8
  %.21.i548.i = icmp eq i64 %.20.i547.i, 8
  br i1 %.21.i548.i, label %B54.i555.i, label %B120.i549.i
B54.i555.i:                                       ; preds = %B1712.if.i
  %.25.i.i = shl i64 %.1370.0595.i, 3
  %.26.i.i = add i64 %.25.i.i, %.1316.i
  %.27.i556.i = inttoptr i64 %.26.i.i to ptr
  %.28.i557.i = load double, ptr %.27.i556.i, align 8
  %.36.i559.i = add i64 %.25.i.i, %.1340.i
  %.37.i560.i = inttoptr i64 %.36.i559.i to ptr
  store double %.28.i557.i, ptr %.37.i560.i, align 8
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit.i
B120.i549.i:                                      ; preds = %B1712.if.i
  %.47.i.i = shl i64 %.1370.0595.i, 2
  %.48.i.i = add i64 %.47.i.i, %.1316.i
  %.49.i550.i = inttoptr i64 %.48.i.i to ptr
  %.50.i551.i = load float, ptr %.49.i550.i, align 4
  %.58.i553.i = add i64 %.47.i.i, %.1340.i
  %.59.i554.i = inttoptr i64 %.58.i553.i to ptr
  store float %.50.i551.i, ptr %.59.i554.i, align 4
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit.i
_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit.i: ; preds = %B120.i549.i, %B54.i555.i
  %exitcond623.not.i = icmp eq i64 %.1439.i, %.1346.i
  br i1 %exitcond623.not.i, label %B1760.i, label %B1712.if.i
B1870.if.i:                                       ; preds = %B2751.i, %B1796.i
  %.1574.0604.i = phi i64 [ 0, %B1796.i ], [ %.1643.i, %B2751.i ]
  %.1643.i = add nuw nsw i64 %.1574.0604.i, 1
  %.1673.i = mul i64 %.1574.0604.i, 24
  %.1676.i = add i64 %.1673.i, %.935.i
  %.1677.i = inttoptr i64 %.1676.i to ptr
  %.1678.i = load i64, ptr %.1677.i, align 8
  %.1679.i = icmp eq i64 %.1678.i, 0
  br i1 %.1679.i, label %B1946.i, label %B2228.i
B2114.if.i:                                       ; preds = %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581.i, %B2114.if.lr.ph.i
  %.1734.0601.i = phi i64 [ 0, %B2114.if.lr.ph.i ], [ %.1803.i, %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581.i ]
  %.1803.i = add nuw nsw i64 %.1734.0601.i, 1
  %.1830.i = add nuw nsw i64 %.1734.0601.i, %.794.i
  %.20.i563.i = load i64, ptr %.84.i, align 8
  %.21.i564.i = icmp eq i64 %.20.i563.i, 8
  br i1 %.21.i564.i, label %B54.i573.i, label %B120.i565.i
B54.i573.i:                                       ; preds = %B2114.if.i
  %.25.i574.i = shl i64 %.1734.0601.i, 3
  %.26.i575.i = add i64 %.25.i574.i, %.1835.i
  %.27.i576.i = inttoptr i64 %.26.i575.i to ptr
  %.28.i577.i = load double, ptr %.27.i576.i, align 8
  %.35.i578.i = shl i64 %.1830.i, 3
  %.36.i579.i = add i64 %.35.i578.i, %.1693.i
  %.37.i580.i = inttoptr i64 %.36.i579.i to ptr
  store double %.28.i577.i, ptr %.37.i580.i, align 8
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581.i
B120.i565.i:                                      ; preds = %B2114.if.i
  %.47.i566.i = shl i64 %.1734.0601.i, 2
  %.48.i567.i = add i64 %.47.i566.i, %.1835.i
  %.49.i568.i = inttoptr i64 %.48.i567.i to ptr
  %.50.i569.i = load float, ptr %.49.i568.i, align 4
  %.57.i570.i = shl i64 %.1830.i, 2
  %.58.i571.i = add i64 %.57.i570.i, %.1693.i
  %.59.i572.i = inttoptr i64 %.58.i571.i to ptr
  store float %.50.i569.i, ptr %.59.i572.i, align 4
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581.i
_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581.i: ; preds = %B120.i565.i, %B54.i573.i
  %exitcond625.not.i = icmp eq i64 %.1803.i, %.1710.i
  br i1 %exitcond625.not.i, label %B2192.i, label %B2114.if.i
B2334.if.i:                                       ; preds = %B2334.if.i, %B2334.if.lr.ph.i
  %.1928.0607.i = phi i64 [ 0, %B2334.if.lr.ph.i ], [ %.1997.i, %B2334.if.i ]
  %.1997.i = add nuw nsw i64 %.1928.0607.i, 1
  %.2028.i = mul i64 %.1928.0607.i, 24
  %.2031.i = add i64 %.2030.i, %.2028.i
  %.2032.i = inttoptr i64 %.2031.i to ptr
  %.2033.i = load i64, ptr %.2032.i, align 8
  %.2035.i = shl i64 %.2033.i, 3
  %.2036.i = add i64 %.2035.i, %.8.i543.i
  %.2037.i = inttoptr i64 %.2036.i to ptr
  %.2038.i = load i64, ptr %.2037.i, align 8
  store double 0.000000e+00, ptr %.2041.i, align 8
  call fastcc void @helper_16(ptr %.2041.i, i64 %.8.i.i, i64 %.2038.i, i64 %.13.i.i)
  %.2055.i = load double, ptr %.2041.i, align 8
  %.2025.i = add nsw i64 %.1928.0607.i, %.2024.i
  %.2066.i = shl i64 %.2025.i, 3
  %.2067.i = add i64 %.2066.i, %.8.i
  %.2068.i = inttoptr i64 %.2067.i to ptr
  store double %.2055.i, ptr %.2068.i, align 8
  %exitcond627.not.i = icmp eq i64 %.95.i, %.1997.i
  br i1 %exitcond627.not.i, label %B2494.i, label %B2334.if.i
B2562.if.i:                                       ; preds = %B2494.i, %B2562.if.i
  %.2105.0610.i = phi i64 [ %.2174.i, %B2562.if.i ], [ 0, %B2494.i ]
  %.2174.i = add nuw nsw i64 %.2105.0610.i, 1
  %9 = shl i64 %.2105.0610.i, 4
  %.2203.i = add i64 %6, %9
  %.2204.i = inttoptr i64 %.2203.i to ptr
  %.2205.i = load i64, ptr %.2204.i, align 8
  %.2207.i = shl i64 %.2205.i, 3
  %.2208.i = add i64 %.2207.i, %.8.i543.i
  %.2209.i = inttoptr i64 %.2208.i to ptr
  %.2210.i = load i64, ptr %.2209.i, align 8
  %.2217.i = add i64 %.2216.i, %9
  %.2218.i = inttoptr i64 %.2217.i to ptr
  %.2219.i = load i64, ptr %.2218.i, align 8
  store ptr null, ptr %.2223.i, align 8
  call fastcc void @helper_3(ptr %.2223.i, i64 %.8.i.i, i64 %.2219.i, i64 %.2210.i, i64 %.714.i, i64 %.13.i.i)
  %exitcond628.not.i = icmp eq i64 %.2081.i, %.2174.i
  br i1 %exitcond628.not.i, label %B844.loopexit.i, label %B2562.if.i
_ZN8tapegrad2vm7regions10region_runB3v31B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx23Literal_5bint_5d_280_29x.exit: ; preds = %B844.loopexit.i, %B812.i
  call void @llvm.lifetime.end.p0(ptr nonnull %.1121.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %.1157.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %.1526.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %.2041.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %.2223.i)
  %.12.i22 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i23 = add i64 %.12.i22, 16
  %.7.i.i24 = inttoptr i64 %.6.i.i23 to ptr
  %.8.i.i25 = load i64, ptr %.7.i.i24, align 8
  %.44.i = add i64 %.8.i.i25, 56
  %.45.i = inttoptr i64 %.44.i to ptr
  %.46.i = load i64, ptr %.45.i, align 8
  %.131110.not.i = icmp slt i64 %.46.i, 1
  br i1 %.131110.not.i, label %common.ret, label %B136.if.lr.ph.i
B136.if.lr.ph.i:                                  ; preds = %_ZN8tapegrad2vm7regions10region_runB3v31B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExx23Literal_5bint_5d_280_29x.exit
  %.258104.not.i = icmp slt i64 %quot.1.0.i, 1
  %.395.i = add i64 %.8.i.i25, 46960
  %.406.i = add i64 %.8.i.i25, 46968
  %.418.i = add i64 %.8.i.i25, 48
  %.419.i = inttoptr i64 %.418.i to ptr
  br label %B136.if.i
B352.i:                                           ; preds = %B178.if.i, %B136.if.i
  %total.3.1.lcssa.i = phi double [ 0.000000e+00, %B136.if.i ], [ %.310.i, %B178.if.i ]
  %lost.3.1.lcssa.i = phi double [ 0.000000e+00, %B136.if.i ], [ %lost.4.2.i, %B178.if.i ]
  %.374.i = fcmp ord double %lost.3.1.lcssa.i, 0.000000e+00
  %.378.i = fadd double %total.3.1.lcssa.i, %lost.3.1.lcssa.i
  %total.4.1.i = select i1 %.374.i, double %.378.i, double %total.3.1.lcssa.i
  %.393.i = mul i64 %.74.0111.i, 24
  %.396.i28 = add i64 %.395.i, %.393.i
  %.397.i29 = inttoptr i64 %.396.i28 to ptr
  %.398.i30 = load i64, ptr %.397.i29, align 8
  %.407.i = add i64 %.406.i, %.393.i
  %.408.i = inttoptr i64 %.407.i to ptr
  %.409.i31 = load i64, ptr %.408.i, align 8
  %.420.i = load i64, ptr %.419.i, align 8
  %.421.i = icmp eq i64 %.420.i, 8
  %.424.not.i = icmp eq i64 %.409.i31, 0
  br i1 %.421.i, label %B544.i, label %B622.i
B544.i:                                           ; preds = %B352.i
  br i1 %.424.not.i, label %B604.i, label %B564.i
B564.i:                                           ; preds = %B544.i
  %.441.i = inttoptr i64 %.398.i30 to ptr
  %.442.i = load double, ptr %.441.i, align 8
  %.446.i = fadd double %total.4.1.i, %.442.i
  br label %B604.i
B604.i:                                           ; preds = %B564.i, %B544.i
  %"$phi604.5.2.1.i" = phi double [ %.446.i, %B564.i ], [ %total.4.1.i, %B544.i ]
  %.466.i32 = inttoptr i64 %.398.i30 to ptr
  store double %"$phi604.5.2.1.i", ptr %.466.i32, align 8
  br label %B703.i
B622.i:                                           ; preds = %B352.i
  br i1 %.424.not.i, label %B682.i, label %B642.i
B642.i:                                           ; preds = %B622.i
  %.495.i = inttoptr i64 %.398.i30 to ptr
  %.496.i = load float, ptr %.495.i, align 4
  %.500.i = fpext float %.496.i to double
  %.501.i = fadd double %total.4.1.i, %.500.i
  br label %B682.i
B682.i:                                           ; preds = %B642.i, %B622.i
  %"$phi682.5.2.2.i" = phi double [ %.501.i, %B642.i ], [ %total.4.1.i, %B622.i ]
  %.519.i = fptrunc double %"$phi682.5.2.2.i" to float
  %.522.i = inttoptr i64 %.398.i30 to ptr
  store float %.519.i, ptr %.522.i, align 4
  br label %B703.i
B703.i:                                           ; preds = %B682.i, %B604.i
  %exitcond113.not.i = icmp eq i64 %.144.i, %.46.i
  br i1 %exitcond113.not.i, label %common.ret, label %B136.if.i
B136.if.i:                                        ; preds = %B703.i, %B136.if.lr.ph.i
  %.74.0111.i = phi i64 [ 0, %B136.if.lr.ph.i ], [ %.144.i, %B703.i ]
  %.144.i = add nuw nsw i64 %.74.0111.i, 1
  br i1 %.258104.not.i, label %B352.i, label %B178.if.i
B178.if.i:                                        ; preds = %B136.if.i, %B178.if.i
  %lost.3.1108.i = phi double [ %lost.4.2.i, %B178.if.i ], [ 0.000000e+00, %B136.if.i ]
  %total.3.1107.i = phi double [ %.310.i, %B178.if.i ], [ 0.000000e+00, %B136.if.i ]
  %.202.0105.i = phi i64 [ %.271.i, %B178.if.i ], [ 0, %B136.if.i ]
  %.271.i = add nuw nsw i64 %.202.0105.i, 1
  %10 = mul nuw nsw i64 %.202.0105.i, %.46.i
  %.299.i = add nuw nsw i64 %10, %.74.0111.i
  %.301.i = shl i64 %.299.i, 3
  %.302.i = add i64 %.301.i, %.8.i
  %.303.i = inttoptr i64 %.302.i to ptr
  %.304.i = load double, ptr %.303.i, align 8
  %.310.i = fadd double %total.3.1107.i, %.304.i
  %.315.i = tail call double @llvm.fabs.f64(double %total.3.1107.i)
  %.317.i = tail call double @llvm.fabs.f64(double %.304.i)
  %.318.i = fcmp ult double %.315.i, %.317.i
  %.322.i = fsub double %total.3.1107.i, %.310.i
  %.326.i26 = fadd double %.304.i, %.322.i
  %.339.i = fsub double %.304.i, %.310.i
  %.343.i = fadd double %total.3.1107.i, %.339.i
  %.326.pn.i = select i1 %.318.i, double %.343.i, double %.326.i26
  %lost.4.2.i = fadd double %lost.3.1108.i, %.326.pn.i
  %exitcond.not.i27 = icmp eq i64 %quot.1.0.i, %.271.i
  br i1 %exitcond.not.i27, label %B352.i, label %B178.if.i
}
declare double @llvm.fabs.f64(double)
define internal fastcc void @helper_2(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.array, i64 %arg.register, i64 %arg.first, i64 %arg.n) unnamed_addr {
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
define internal fastcc void @helper_4(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.cursors) unnamed_addr {
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
define internal fastcc void @helper_16(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.address, i64 %arg.n) unnamed_addr {
entry:
  %.50.0 = ashr i64 %arg.n, 3
  %.83 = and i64 %arg.n, -8
  %.88 = add i64 %arg.w, 48
  %.89 = inttoptr i64 %.88 to ptr
  %.90 = load i64, ptr %.89, align 8
  %.91 = icmp eq i64 %.90, 8
  %.223193.not = icmp slt i64 %.50.0, 1
  br i1 %.91, label %B102, label %B570
B102:                                             ; preds = %entry
  br i1 %.223193.not, label %B488, label %B136.if.lr.ph
B136.if.lr.ph:                                    ; preds = %B102
  %.272 = add i64 %arg.address, 8
  %.282 = add i64 %arg.address, 16
  %.292 = add i64 %arg.address, 24
  %.302 = add i64 %arg.address, 32
  %.312 = add i64 %arg.address, 40
  %.322 = add i64 %arg.address, 48
  %.332 = add i64 %arg.address, 56
  br label %B136.if
B488:                                             ; preds = %B136.if, %B102
  %s0.3.0.lcssa = phi double [ 0.000000e+00, %B102 ], [ %.267, %B136.if ]
  %s1.3.0.lcssa = phi double [ 0.000000e+00, %B102 ], [ %.277, %B136.if ]
  %s2.3.0.lcssa = phi double [ 0.000000e+00, %B102 ], [ %.287, %B136.if ]
  %s3.3.0.lcssa = phi double [ 0.000000e+00, %B102 ], [ %.297, %B136.if ]
  %s4.3.0.lcssa = phi double [ 0.000000e+00, %B102 ], [ %.307, %B136.if ]
  %s5.3.0.lcssa = phi double [ 0.000000e+00, %B102 ], [ %.317, %B136.if ]
  %s6.3.0.lcssa = phi double [ 0.000000e+00, %B102 ], [ %.327, %B136.if ]
  %s7.3.0.lcssa = phi double [ 0.000000e+00, %B102 ], [ %.337, %B136.if ]
  %.390 = and i64 %arg.n, 7
  %.433212.not = icmp eq i64 %.390, 0
  br i1 %.433212.not, label %B1036, label %B524.if
B570:                                             ; preds = %entry
  br i1 %.223193.not, label %B956, label %B604.if.lr.ph
B604.if.lr.ph:                                    ; preds = %B570
  %.720 = add i64 %arg.address, 4
  %.731 = add i64 %arg.address, 8
  %.742 = add i64 %arg.address, 12
  %.753 = add i64 %arg.address, 16
  %.764 = add i64 %arg.address, 20
  %.775 = add i64 %arg.address, 24
  %.786 = add i64 %arg.address, 28
  br label %B604.if
B956:                                             ; preds = %B604.if, %B570
  %s0.4.1.lcssa = phi double [ 0.000000e+00, %B570 ], [ %.715, %B604.if ]
  %s1.4.1.lcssa = phi double [ 0.000000e+00, %B570 ], [ %.726, %B604.if ]
  %s2.4.1.lcssa = phi double [ 0.000000e+00, %B570 ], [ %.737, %B604.if ]
  %s3.4.1.lcssa = phi double [ 0.000000e+00, %B570 ], [ %.748, %B604.if ]
  %s4.4.1.lcssa = phi double [ 0.000000e+00, %B570 ], [ %.759, %B604.if ]
  %s5.4.1.lcssa = phi double [ 0.000000e+00, %B570 ], [ %.770, %B604.if ]
  %s6.4.1.lcssa = phi double [ 0.000000e+00, %B570 ], [ %.781, %B604.if ]
  %s7.4.1.lcssa = phi double [ 0.000000e+00, %B570 ], [ %.792, %B604.if ]
  %.845 = and i64 %arg.n, 7
  %.915188.not = icmp eq i64 %.845, 0
  br i1 %.915188.not, label %B1036, label %B992.if
B1036:                                            ; preds = %B992.if, %B524.if, %B956, %B488
  %s0.5.0 = phi double [ %s0.3.0.lcssa, %B488 ], [ %s0.4.1.lcssa, %B956 ], [ %s0.3.0.lcssa, %B524.if ], [ %s0.4.1.lcssa, %B992.if ]
  %s1.5.0 = phi double [ %s1.3.0.lcssa, %B488 ], [ %s1.4.1.lcssa, %B956 ], [ %s1.3.0.lcssa, %B524.if ], [ %s1.4.1.lcssa, %B992.if ]
  %s2.5.0 = phi double [ %s2.3.0.lcssa, %B488 ], [ %s2.4.1.lcssa, %B956 ], [ %s2.3.0.lcssa, %B524.if ], [ %s2.4.1.lcssa, %B992.if ]
  %s3.5.0 = phi double [ %s3.3.0.lcssa, %B488 ], [ %s3.4.1.lcssa, %B956 ], [ %s3.3.0.lcssa, %B524.if ], [ %s3.4.1.lcssa, %B992.if ]
  %s4.5.0 = phi double [ %s4.3.0.lcssa, %B488 ], [ %s4.4.1.lcssa, %B956 ], [ %s4.3.0.lcssa, %B524.if ], [ %s4.4.1.lcssa, %B992.if ]
  %s5.5.0 = phi double [ %s5.3.0.lcssa, %B488 ], [ %s5.4.1.lcssa, %B956 ], [ %s5.3.0.lcssa, %B524.if ], [ %s5.4.1.lcssa, %B992.if ]
  %s6.5.0 = phi double [ %s6.3.0.lcssa, %B488 ], [ %s6.4.1.lcssa, %B956 ], [ %s6.3.0.lcssa, %B524.if ], [ %s6.4.1.lcssa, %B992.if ]
  %s7.5.0 = phi double [ %s7.3.0.lcssa, %B488 ], [ %s7.4.1.lcssa, %B956 ], [ %s7.3.0.lcssa, %B524.if ], [ %s7.4.1.lcssa, %B992.if ]
  %tail.6.0 = phi double [ 0.000000e+00, %B488 ], [ 0.000000e+00, %B956 ], [ %.477, %B524.if ], [ %.978, %B992.if ]
  %.1008 = fadd double %s0.5.0, %s1.5.0
  %.1015 = fadd double %s2.5.0, %s3.5.0
  %.1020 = fadd double %.1008, %.1015
  %.1023 = fadd double %s4.5.0, %s5.5.0
  %.1030 = fadd double %s6.5.0, %s7.5.0
  %.1035 = fadd double %.1023, %.1030
  %.1036 = fadd double %.1020, %.1035
  %.1038 = fadd double %tail.6.0, %.1036
  store double %.1038, ptr %retptr, align 8
  ret void
B136.if:                                          ; preds = %B136.if.lr.ph, %B136.if
  %s7.3.0203 = phi double [ 0.000000e+00, %B136.if.lr.ph ], [ %.337, %B136.if ]
  %s6.3.0202 = phi double [ 0.000000e+00, %B136.if.lr.ph ], [ %.327, %B136.if ]
  %s5.3.0201 = phi double [ 0.000000e+00, %B136.if.lr.ph ], [ %.317, %B136.if ]
  %s4.3.0200 = phi double [ 0.000000e+00, %B136.if.lr.ph ], [ %.307, %B136.if ]
  %s3.3.0199 = phi double [ 0.000000e+00, %B136.if.lr.ph ], [ %.297, %B136.if ]
  %s2.3.0198 = phi double [ 0.000000e+00, %B136.if.lr.ph ], [ %.287, %B136.if ]
  %s1.3.0197 = phi double [ 0.000000e+00, %B136.if.lr.ph ], [ %.277, %B136.if ]
  %s0.3.0196 = phi double [ 0.000000e+00, %B136.if.lr.ph ], [ %.267, %B136.if ]
  %.168.0195 = phi i64 [ %.50.0, %B136.if.lr.ph ], [ %.232, %B136.if ]
  %.165.0194 = phi i64 [ 0, %B136.if.lr.ph ], [ %.236, %B136.if ]
  %.232 = add nsw i64 %.168.0195, -1
  %.236 = add nuw nsw i64 %.165.0194, 8
  %0 = shl i64 %.165.0194, 3
  %.263 = add i64 %0, %arg.address
  %.264 = inttoptr i64 %.263 to ptr
  %.265 = load double, ptr %.264, align 8
  %.267 = fadd double %s0.3.0196, %.265
  %.273 = add i64 %.272, %0
  %.274 = inttoptr i64 %.273 to ptr
  %.275 = load double, ptr %.274, align 8
  %.277 = fadd double %s1.3.0197, %.275
  %.283 = add i64 %.282, %0
  %.284 = inttoptr i64 %.283 to ptr
  %.285 = load double, ptr %.284, align 8
  %.287 = fadd double %s2.3.0198, %.285
  %.293 = add i64 %.292, %0
  %.294 = inttoptr i64 %.293 to ptr
  %.295 = load double, ptr %.294, align 8
  %.297 = fadd double %s3.3.0199, %.295
  %.303 = add i64 %.302, %0
  %.304 = inttoptr i64 %.303 to ptr
  %.305 = load double, ptr %.304, align 8
  %.307 = fadd double %s4.3.0200, %.305
  %.313 = add i64 %.312, %0
  %.314 = inttoptr i64 %.313 to ptr
  %.315 = load double, ptr %.314, align 8
  %.317 = fadd double %s5.3.0201, %.315
  %.323 = add i64 %.322, %0
  %.324 = inttoptr i64 %.323 to ptr
  %.325 = load double, ptr %.324, align 8
  %.327 = fadd double %s6.3.0202, %.325
  %.333 = add i64 %.332, %0
  %.334 = inttoptr i64 %.333 to ptr
  %.335 = load double, ptr %.334, align 8
  %.337 = fadd double %s7.3.0203, %.335
  %.223 = icmp sgt i64 %.168.0195, 1
  br i1 %.223, label %B136.if, label %B488
B524.if:                                          ; preds = %B488, %B524.if
  %tail.4.0215 = phi double [ %.477, %B524.if ], [ 0.000000e+00, %B488 ]
  %.380.0214 = phi i64 [ %.442, %B524.if ], [ %.390, %B488 ]
  %.377.0213 = phi i64 [ %.446, %B524.if ], [ %.83, %B488 ]
  %.442 = add nsw i64 %.380.0214, -1
  %.446 = add nuw nsw i64 %.377.0213, 1
  %1 = shl i64 %.377.0213, 3
  %.473 = add i64 %1, %arg.address
  %.474 = inttoptr i64 %.473 to ptr
  %.475 = load double, ptr %.474, align 8
  %.477 = fadd double %tail.4.0215, %.475
  %.433 = icmp sgt i64 %.380.0214, 1
  br i1 %.433, label %B524.if, label %B1036
B604.if:                                          ; preds = %B604.if.lr.ph, %B604.if
  %s7.4.1180 = phi double [ 0.000000e+00, %B604.if.lr.ph ], [ %.792, %B604.if ]
  %s6.4.1179 = phi double [ 0.000000e+00, %B604.if.lr.ph ], [ %.781, %B604.if ]
  %s5.4.1178 = phi double [ 0.000000e+00, %B604.if.lr.ph ], [ %.770, %B604.if ]
  %s4.4.1177 = phi double [ 0.000000e+00, %B604.if.lr.ph ], [ %.759, %B604.if ]
  %s3.4.1176 = phi double [ 0.000000e+00, %B604.if.lr.ph ], [ %.748, %B604.if ]
  %s2.4.1175 = phi double [ 0.000000e+00, %B604.if.lr.ph ], [ %.737, %B604.if ]
  %s1.4.1174 = phi double [ 0.000000e+00, %B604.if.lr.ph ], [ %.726, %B604.if ]
  %s0.4.1173 = phi double [ 0.000000e+00, %B604.if.lr.ph ], [ %.715, %B604.if ]
  %.617.0172 = phi i64 [ %.50.0, %B604.if.lr.ph ], [ %.679, %B604.if ]
  %.614.0171 = phi i64 [ 0, %B604.if.lr.ph ], [ %.683, %B604.if ]
  %.679 = add nsw i64 %.617.0172, -1
  %.683 = add nuw nsw i64 %.614.0171, 8
  %2 = shl i64 %.614.0171, 2
  %.710 = add i64 %2, %arg.address
  %.711 = inttoptr i64 %.710 to ptr
  %.712 = load float, ptr %.711, align 4
  %.714 = fpext float %.712 to double
  %.715 = fadd double %s0.4.1173, %.714
  %.721 = add i64 %.720, %2
  %.722 = inttoptr i64 %.721 to ptr
  %.723 = load float, ptr %.722, align 4
  %.725 = fpext float %.723 to double
  %.726 = fadd double %s1.4.1174, %.725
  %.732 = add i64 %.731, %2
  %.733 = inttoptr i64 %.732 to ptr
  %.734 = load float, ptr %.733, align 4
  %.736 = fpext float %.734 to double
  %.737 = fadd double %s2.4.1175, %.736
  %.743 = add i64 %.742, %2
  %.744 = inttoptr i64 %.743 to ptr
  %.745 = load float, ptr %.744, align 4
  %.747 = fpext float %.745 to double
  %.748 = fadd double %s3.4.1176, %.747
  %.754 = add i64 %.753, %2
  %.755 = inttoptr i64 %.754 to ptr
  %.756 = load float, ptr %.755, align 4
  %.758 = fpext float %.756 to double
  %.759 = fadd double %s4.4.1177, %.758
  %.765 = add i64 %.764, %2
  %.766 = inttoptr i64 %.765 to ptr
  %.767 = load float, ptr %.766, align 4
  %.769 = fpext float %.767 to double
  %.770 = fadd double %s5.4.1178, %.769
  %.776 = add i64 %.775, %2
  %.777 = inttoptr i64 %.776 to ptr
  %.778 = load float, ptr %.777, align 4
  %.780 = fpext float %.778 to double
  %.781 = fadd double %s6.4.1179, %.780
  %.787 = add i64 %.786, %2
  %.788 = inttoptr i64 %.787 to ptr
  %.789 = load float, ptr %.788, align 4
  %.791 = fpext float %.789 to double
  %.792 = fadd double %s7.4.1180, %.791
  %.670 = icmp sgt i64 %.617.0172, 1
  br i1 %.670, label %B604.if, label %B956
B992.if:                                          ; preds = %B956, %B992.if
  %tail.5.1191 = phi double [ %.978, %B992.if ], [ 0.000000e+00, %B956 ]
  %.835.0190 = phi i64 [ %.924, %B992.if ], [ %.845, %B956 ]
  %.832.0189 = phi i64 [ %.928, %B992.if ], [ %.83, %B956 ]
  %.924 = add nsw i64 %.835.0190, -1
  %.928 = add nuw nsw i64 %.832.0189, 1
  %3 = shl i64 %.832.0189, 2
  %.973 = add i64 %3, %arg.address
  %.974 = inttoptr i64 %.973 to ptr
  %.975 = load float, ptr %.974, align 4
  %.977 = fpext float %.975 to double
  %.978 = fadd double %tail.5.1191, %.977
  %.915 = icmp sgt i64 %.835.0190, 1
  br i1 %.915, label %B992.if, label %B1036
}
define internal fastcc void @helper_3(ptr noalias nonnull writeonly %retptr, i64 %arg.w, i64 %arg.array, i64 %arg.register, i64 %arg.first, i64 %arg.n) unnamed_addr {
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
B1068:                                            ; preds = %_ZN8tapegrad2vm7regions8add_itemB3v38B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit, %B682
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
B776.if:                                          ; preds = %B776.if.lr.ph, %_ZN8tapegrad2vm7regions8add_itemB3v38B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
  %.648.0287 = phi i64 [ 0, %B776.if.lr.ph ], [ %.717, %_ZN8tapegrad2vm7regions8add_itemB3v38B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit ]
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
  br label %_ZN8tapegrad2vm7regions8add_itemB3v38B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
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
  br label %_ZN8tapegrad2vm7regions8add_itemB3v38B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
_ZN8tapegrad2vm7regions8add_itemB3v38B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit: ; preds = %B54.i, %B154.i
  %exitcond.not = icmp eq i64 %.717, %.13.i
  br i1 %exitcond.not, label %B1068, label %B776.if
}
define internal fastcc void @helper_15(ptr noalias nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.w, i64 %arg.locs, i64 %arg.frame, i64 %arg.forms, i64 %arg.none, i64 %arg.slot) unnamed_addr {
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
  call fastcc void @helper_1(ptr %.15, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12)
  %.29 = load i64, ptr %.15, align 8
  ret i64 %.29
}
define internal fastcc void @helper_0(ptr noalias nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.adjoints, i64 %arg.start, i64 %arg.stop, i64 %arg.size, i64 %arg.single, i64 %arg.dims, i64 %arg.ndim, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.work, i64 %arg.visit) unnamed_addr {
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
  br i1 %exitcond.not.i, label %_ZN8tapegrad2vm7regions5beginB3v17B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit, label %B34.if.i
_ZN8tapegrad2vm7regions5beginB3v17B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit: ; preds = %B34.if.i
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
B676.if.lr.ph:                                    ; preds = %_ZN8tapegrad2vm7regions5beginB3v17B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
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
  call fastcc void @helper_14(ptr %.618, i64 %.8.i450, i64 %.8.i456, i64 %arg.frame, i64 %.8.i, i64 %arg.adjoints, i64 %.550)
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
  call fastcc void @helper_14(ptr %.700, i64 %.8.i450, i64 %.8.i456, i64 %arg.frame, i64 %.8.i, i64 %arg.adjoints, i64 %.416.0542)
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
  call fastcc void @helper_14(ptr %.970, i64 %.8.i450, i64 %.8.i456, i64 %arg.frame, i64 %.8.i, i64 %arg.adjoints, i64 %.937)
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
B2158:                                            ; preds = %B2681, %_ZN8tapegrad2vm7regions5beginB3v17B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
  %.1446.not = icmp eq i64 %arg.visit, 0
  br i1 %.1446.not, label %B2212, label %B2162
B2162:                                            ; preds = %B2158
  store ptr null, ptr %.1459, align 8
  call fastcc void @helper_12(ptr %.1459, i64 %.8.i450, i64 %.8.i453, i64 %.8.i459, i64 %arg.frame, i64 %.8.i, i64 %.8.i444, i64 %.8.i447, i64 %.327, i64 %arg.start, i64 %arg.stop)
  br label %B2262
B2212:                                            ; preds = %B2158
  call void @llvm.lifetime.start.p0(ptr nonnull %.775.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %.816.i)
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
  br i1 %.538225.not.i, label %_ZN8tapegrad2vm7regions16add_forward_rowsB3v53B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxxxxxxx23Literal_5bint_5d_280_29.exit, label %B588.if.lr.ph.i
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
  call fastcc void @helper_15(ptr %.816.i, i64 %.8.i450, i64 %.8.i453, i64 %arg.frame, i64 %.8.i, i64 %.327, i64 %.481.0226.i)
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
  br i1 %.538.i, label %B588.if.i, label %_ZN8tapegrad2vm7regions16add_forward_rowsB3v53B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxxxxxxx23Literal_5bint_5d_280_29.exit
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
  call fastcc void @helper_15(ptr %.775.i, i64 %.8.i450, i64 %.8.i453, i64 %arg.frame, i64 %.8.i, i64 %.327, i64 %.769.i)
  %.789.i = load i64, ptr %.775.i, align 8
  %.758.i = add nsw i64 %.757.i, %.662.0223.i
  %.800.i = shl i64 %.758.i, 3
  %.801.i = add i64 %.800.i, %.8.i450
  %.802.i = inttoptr i64 %.801.i to ptr
  store i64 %.789.i, ptr %.802.i, align 8
  %exitcond228.not.i = icmp eq i64 %.731.i, 3
  br i1 %exitcond228.not.i, label %B1044.i, label %B910.if.i
_ZN8tapegrad2vm7regions16add_forward_rowsB3v53B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxxxxxxx23Literal_5bint_5d_280_29.exit: ; preds = %B1279.i, %B554.i
  call void @llvm.lifetime.end.p0(ptr nonnull %.775.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %.816.i)
  br label %B2262
B2262:                                            ; preds = %_ZN8tapegrad2vm7regions16add_forward_rowsB3v53B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxxxxxxx23Literal_5bint_5d_280_29.exit, %B2162
  %.1538 = add i64 %.8.i450, 64
  %.1539 = inttoptr i64 %.1538 to ptr
  %.1540 = load i64, ptr %.1539, align 8
  %.1620545.not = icmp slt i64 %.1540, 1
  br i1 %.1620545.not, label %B2576, label %B2330.if
B2490:                                            ; preds = %B2444.if
  %.1815 = add nsw i64 %.1801, -1
  store i64 0, ptr %.1823, align 8
  call fastcc void @helper_15(ptr %.1823, i64 %.8.i450, i64 %.8.i453, i64 %arg.frame, i64 %.8.i, i64 %.327, i64 %.1815)
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
  br i1 %.10239.not.i, label %_ZN8tapegrad2vm7regions5resetB3v28B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx.exit, label %B72.if.lr.ph.i
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
  br i1 %exitcond.not.i532, label %_ZN8tapegrad2vm7regions5resetB3v28B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx.exit, label %B72.if.i
_ZN8tapegrad2vm7regions5resetB3v28B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx.exit: ; preds = %B72.if.i, %B2576
  %.1914 = load i64, ptr %.1539, align 8
  %12 = or i64 %.1914, %arg.visit
  %or.cond = icmp eq i64 %12, 0
  br i1 %or.cond, label %common.ret, label %B2678
common.ret:                                       ; preds = %_ZN8tapegrad2vm7regions5resetB3v28B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx.exit, %B2678
  %storemerge439 = phi i64 [ %.1947, %B2678 ], [ 0, %_ZN8tapegrad2vm7regions5resetB3v28B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx.exit ]
  store i64 %storemerge439, ptr %retptr, align 8
  ret void
B2678:                                            ; preds = %_ZN8tapegrad2vm7regions5resetB3v28B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx.exit
  store i64 0, ptr %.1933, align 8
  call fastcc void @helper_17(ptr %.1933, i64 %.8.i450, i64 %arg.work)
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
define internal fastcc void @helper_14(ptr noalias nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.w, i64 %arg.bars, i64 %arg.frame, i64 %arg.forms, i64 %arg.adjoints, i64 %arg.slot) unnamed_addr {
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
  call fastcc void @helper_0(ptr %.15, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12, i64 %.13)
  %.29 = load i64, ptr %.15, align 8
  ret i64 %.29
}
define internal fastcc void @helper_9(ptr noalias nonnull writeonly %retptr, i64 %arg.work, i64 %arg.partials, i64 %arg.first_block, i64 %arg.last_block) unnamed_addr {
entry:
  %.1121 = alloca ptr, align 8
  store ptr null, ptr %.1121, align 8
  %.1157 = alloca ptr, align 8
  store ptr null, ptr %.1157, align 8
  %.1526 = alloca ptr, align 8
  store ptr null, ptr %.1526, align 8
  %.2041 = alloca double, align 8
  store double 0.000000e+00, ptr %.2041, align 8
  %.2223 = alloca ptr, align 8
  store ptr null, ptr %.2223, align 8
  %.15 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i = add i64 %.15, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.43 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 4)
  %.6.i541 = add i64 %.43, 16
  %.7.i542 = inttoptr i64 %.6.i541 to ptr
  %.8.i543 = load i64, ptr %.7.i542, align 8
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
  %.146 = add nsw i64 %.145, %.8.i543
  %.152 = shl nsw i64 %.90, 6
  %.154 = or disjoint i64 %.152, 63
  %.155 = add i64 %.154, %.146
  %.196 = and i64 %.155, -64
  %.202 = add i64 %.8.i, 32
  %.203 = inttoptr i64 %.202 to ptr
  %.204 = load i64, ptr %.203, align 8
  %.284585.not = icmp slt i64 %.204, 1
  br i1 %.284585.not, label %B812, label %B474.if.lr.ph
B474.if.lr.ph:                                    ; preds = %entry
  %0 = add i64 %.8.i, 34664
  %.333 = add i64 %.8.i, 3952
  %.346 = add i64 %.8.i, 34672
  %.355 = add nsw i64 %.75, 7
  %.396 = and i64 %.355, -8
  %.13.i544 = tail call i64 @llvm.smin.i64(i64 %.396, i64 %.80)
  %.505582.not = icmp slt i64 %.13.i544, 1
  br label %B474.if
B474.loopexit:                                    ; preds = %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit, %B474.if
  %exitcond622.not = icmp eq i64 %.297, %.204
  br i1 %exitcond622.not, label %B812, label %B474.if
B812:                                             ; preds = %B474.loopexit, %entry
  %.627 = sub i64 %arg.last_block, %arg.first_block
  %.671612 = icmp sgt i64 %.627, 0
  br i1 %.671612, label %B848.lr.ph, label %B2750
B848.lr.ph:                                       ; preds = %B812
  %.617.1616 = add nsw i64 %.627, -1
  %.614.1614 = add i64 %arg.first_block, 1
  %.878588.not = icmp slt i64 %.90, 1
  %.924 = add i64 %.8.i, 3952
  %.935 = add i64 %.8.i, 3944
  %.977 = add i64 %.8.i, 24
  %.978 = inttoptr i64 %.977 to ptr
  %1 = add i64 %.8.i, 22376
  %.1114 = add i64 %.8.i, 22384
  %.1266597.not = icmp slt i64 %.90, 1
  %.1328 = add i64 %.8.i, 3944
  %.1630603.not = icmp slt i64 %.90, 1
  %.1675 = add i64 %.8.i, 3944
  %.1686 = add i64 %.8.i, 3952
  %.1702 = add i64 %.8.i, 3960
  %.1984606.not = icmp slt i64 %.95, 1
  %.2030 = add i64 %.8.i, 46952
  %.2079 = add i64 %.8.i, 72
  %.2080 = inttoptr i64 %.2079 to ptr
  %2 = add i64 %.8.i, 89960
  %.2216 = add i64 %.8.i, 89968
  br label %B848
B844.loopexit:                                    ; preds = %B2562.if, %B2494
  %.671 = icmp sgt i64 %.617.1619, 0
  %.684 = zext i1 %.671 to i64
  %.614.1 = add i64 %.614.1618, %.684
  %.680 = sext i1 %.671 to i64
  %.617.1 = add nsw i64 %.617.1619, %.680
  %.661.sroa.0.0 = select i1 %.671, i64 %.614.1618, i64 0
  br i1 %.671, label %B848, label %B2750
B848:                                             ; preds = %B848.lr.ph, %B844.loopexit
  %.661.sroa.0.0620 = phi i64 [ %arg.first_block, %B848.lr.ph ], [ %.661.sroa.0.0, %B844.loopexit ]
  %.617.1619 = phi i64 [ %.617.1616, %B848.lr.ph ], [ %.617.1, %B844.loopexit ]
  %.614.1618 = phi i64 [ %.614.1614, %B848.lr.ph ], [ %.614.1, %B844.loopexit ]
  %.714 = mul i64 %.661.sroa.0.0620, %.80
  %.720 = sub i64 %.75, %.714
  %.13.i = tail call i64 @llvm.smin.i64(i64 %.720, i64 %.80)
  %.794 = and i64 %.13.i, -8
  br i1 %.878588.not, label %B1190, label %B964.if.lr.ph
B964.if.lr.ph:                                    ; preds = %B848
  %.957 = mul nsw i64 %.714, %.85
  br label %B964.if
B1190:                                            ; preds = %B964.if, %B848
  %.979 = load i64, ptr %.978, align 8
  %.1059591.not = icmp slt i64 %.979, 1
  br i1 %.1059591.not, label %B1442, label %B1258.if
B1442:                                            ; preds = %B1258.if, %B1190
  %.1151.not = icmp ult i64 %.13.i, 8
  br i1 %.1151.not, label %B1480, label %B1446
B1446:                                            ; preds = %B1442
  store ptr null, ptr %.1157, align 8
  call fastcc void @helper_18(ptr %.1157, i64 %.8.i, i64 %.8.i543, i64 %.794)
  br label %B1480
B1480:                                            ; preds = %B1446, %B1442
  %.1184.not = icmp eq i64 %.794, %.13.i
  br i1 %.1184.not, label %B2304, label %B1524.preheader
B1524.preheader:                                  ; preds = %B1480
  br i1 %.1266597.not, label %B1796, label %B1524.if.lr.ph
B1524.if.lr.ph:                                   ; preds = %B1524.preheader
  %.1315 = mul nsw i64 %.794, %.85
  %.1346 = and i64 %.13.i, 7
  %.1426594.not = icmp eq i64 %.1346, 0
  br label %B1524.if
B1644:                                            ; preds = %B1524.if
  %.1338 = shl nsw i64 %.1210.0598, 6
  %.1340 = add nsw i64 %.1338, %.146
  br i1 %.1426594.not, label %B1760, label %B1712.if
B1760:                                            ; preds = %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit, %B1644, %B1524.if
  %cursor.3.3 = phi i64 [ %.1316, %B1524.if ], [ %.1340, %B1644 ], [ %.1340, %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit ]
  store i64 %cursor.3.3, ptr %.1311, align 8
  %exitcond626.not = icmp eq i64 %.90, %.1279
  br i1 %exitcond626.not, label %B1796, label %B1524.if
B1796:                                            ; preds = %B1760, %B1524.preheader
  store ptr null, ptr %.1526, align 8
  call fastcc void @helper_4(ptr %.1526, i64 %.8.i, i64 %.8.i543)
  br i1 %.1630603.not, label %B2304, label %B1870.if.lr.ph
B1870.if.lr.ph:                                   ; preds = %B1796
  %.1887 = mul nsw i64 %.794, %.85
  %.1692 = mul nsw i64 %.714, %.85
  %.1710 = and i64 %.13.i, 7
  %.1790600.not621 = icmp eq i64 %.1710, 0
  br label %B1870.if
B1946:                                            ; preds = %B1870.if
  %.1687 = add i64 %.1686, %.1673
  %.1688 = inttoptr i64 %.1687 to ptr
  %.1689 = load i64, ptr %.1688, align 8
  %.1693 = add nsw i64 %.1689, %.1692
  %.1703 = add i64 %.1702, %.1673
  %.1704 = inttoptr i64 %.1703 to ptr
  %.1705 = load i64, ptr %.1704, align 8
  %.1706.not = icmp eq i64 %.1705, 0
  %brmerge = select i1 %.1706.not, i1 true, i1 %.1790600.not621
  br i1 %brmerge, label %B2192, label %B2114.if.lr.ph
B2114.if.lr.ph:                                   ; preds = %B1946
  %.1833 = shl nsw i64 %.1574.0604, 6
  %.1835 = add nsw i64 %.1833, %.146
  br label %B2114.if
B2192:                                            ; preds = %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581, %B1946
  %.1870 = shl i64 %.1574.0604, 3
  %.1871 = add i64 %.1870, %.8.i543
  %.1872 = inttoptr i64 %.1871 to ptr
  store i64 %.1693, ptr %.1872, align 8
  br label %B2751
B2228:                                            ; preds = %B1870.if
  %.1881 = shl i64 %.1574.0604, 3
  %.1882 = add i64 %.1881, %.8.i543
  %.1883 = inttoptr i64 %.1882 to ptr
  %.1884 = load i64, ptr %.1883, align 8
  %.1888 = sub nsw i64 %.1884, %.1887
  store i64 %.1888, ptr %.1883, align 8
  br label %B2751
B2304:                                            ; preds = %B2751, %B1796, %B1480
  br i1 %.1984606.not, label %B2494, label %B2334.if.lr.ph
B2334.if.lr.ph:                                   ; preds = %B2304
  %.2024 = mul nsw i64 %.661.sroa.0.0620, %.95
  br label %B2334.if
B2494:                                            ; preds = %B2334.if, %B2304
  %.2081 = load i64, ptr %.2080, align 8
  %.2161609.not = icmp slt i64 %.2081, 1
  br i1 %.2161609.not, label %B844.loopexit, label %B2562.if
B2750:                                            ; preds = %B844.loopexit, %B812
  store i64 0, ptr %retptr, align 8
  ret void
B2751:                                            ; preds = %B2228, %B2192
  %exitcond628.not = icmp eq i64 %.90, %.1643
  br i1 %exitcond628.not, label %B2304, label %B1870.if
B474.if:                                          ; preds = %B474.if.lr.ph, %B474.loopexit
  %.228.0587 = phi i64 [ 0, %B474.if.lr.ph ], [ %.297, %B474.loopexit ]
  %.297 = add nuw nsw i64 %.228.0587, 1
  %3 = shl i64 %.228.0587, 4
  %.326 = add i64 %0, %3
  %.327 = inttoptr i64 %.326 to ptr
  %.328 = load i64, ptr %.327, align 8
  %.331 = mul i64 %.328, 24
  %.334 = add i64 %.333, %.331
  %.335 = inttoptr i64 %.334 to ptr
  %.336 = load i64, ptr %.335, align 8
  %.338 = add nsw i64 %.336, %.196
  br i1 %.505582.not, label %B474.loopexit, label %B766.if.lr.ph
B766.if.lr.ph:                                    ; preds = %B474.if
  %.347 = add i64 %.346, %3
  %.348 = inttoptr i64 %.347 to ptr
  %.349 = load i64, ptr %.348, align 8
  %.49.i = inttoptr i64 %.349 to ptr
  %.27.i = inttoptr i64 %.349 to ptr
  br label %B766.if
B766.if:                                          ; preds = %B766.if.lr.ph, %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit
  %.449.0584 = phi i64 [ 0, %B766.if.lr.ph ], [ %.518, %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit ]
  %.518 = add nuw nsw i64 %.449.0584, 1
  %.20.i = load i64, ptr %.84, align 8
  %.21.i = icmp eq i64 %.20.i, 8
  br i1 %.21.i, label %B54.i, label %B120.i
B54.i:                                            ; preds = %B766.if
  %.28.i = load double, ptr %.27.i, align 8
  %.35.i = shl i64 %.449.0584, 3
  %.36.i = add i64 %.35.i, %.338
  %.37.i = inttoptr i64 %.36.i to ptr
  store double %.28.i, ptr %.37.i, align 8
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit
B120.i:                                           ; preds = %B766.if
  %.50.i = load float, ptr %.49.i, align 4
  %.57.i = shl i64 %.449.0584, 2
  %.58.i = add i64 %.57.i, %.338
  %.59.i = inttoptr i64 %.58.i to ptr
  store float %.50.i, ptr %.59.i, align 4
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit
_ZN8tapegrad2vm7regions9copy_itemB3v33B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxx23Literal_5bint_5d_280_29.exit: ; preds = %B54.i, %B120.i
  %exitcond.not = icmp eq i64 %.13.i544, %.518
  br i1 %exitcond.not, label %B474.loopexit, label %B766.if
B964.if:                                          ; preds = %B964.if.lr.ph, %B964.if
  %.822.0589 = phi i64 [ 0, %B964.if.lr.ph ], [ %.891, %B964.if ]
  %.891 = add nuw nsw i64 %.822.0589, 1
  %.922 = mul i64 %.822.0589, 24
  %.925 = add i64 %.924, %.922
  %.926 = inttoptr i64 %.925 to ptr
  %.927 = load i64, ptr %.926, align 8
  %.936 = add i64 %.935, %.922
  %.937 = inttoptr i64 %.936 to ptr
  %.938 = load i64, ptr %.937, align 8
  %.939 = icmp eq i64 %.938, 1
  %.196..957 = select i1 %.939, i64 %.196, i64 %.957
  %.959 = add nsw i64 %.927, %.196..957
  %.964 = shl i64 %.822.0589, 3
  %.965 = add i64 %.964, %.8.i543
  %.966 = inttoptr i64 %.965 to ptr
  store i64 %.959, ptr %.966, align 8
  %exitcond623.not = icmp eq i64 %.90, %.891
  br i1 %exitcond623.not, label %B1190, label %B964.if
B1258.if:                                         ; preds = %B1190, %B1258.if
  %.1003.0592 = phi i64 [ %.1072, %B1258.if ], [ 0, %B1190 ]
  %.1072 = add nuw nsw i64 %.1003.0592, 1
  %4 = shl i64 %.1003.0592, 4
  %.1101 = add i64 %1, %4
  %.1102 = inttoptr i64 %.1101 to ptr
  %.1103 = load i64, ptr %.1102, align 8
  %.1105 = shl i64 %.1103, 3
  %.1106 = add i64 %.1105, %.8.i543
  %.1107 = inttoptr i64 %.1106 to ptr
  %.1108 = load i64, ptr %.1107, align 8
  %.1115 = add i64 %.1114, %4
  %.1116 = inttoptr i64 %.1115 to ptr
  %.1117 = load i64, ptr %.1116, align 8
  store ptr null, ptr %.1121, align 8
  call fastcc void @helper_2(ptr %.1121, i64 %.8.i, i64 %.1117, i64 %.1108, i64 %.714, i64 %.13.i)
  %exitcond624.not = icmp eq i64 %.979, %.1072
  br i1 %exitcond624.not, label %B1442, label %B1258.if
B1524.if:                                         ; preds = %B1524.if.lr.ph, %B1760
  %.1210.0598 = phi i64 [ 0, %B1524.if.lr.ph ], [ %.1279, %B1760 ]
  %.1279 = add nuw nsw i64 %.1210.0598, 1
  %.1309 = shl i64 %.1210.0598, 3
  %.1310 = add i64 %.1309, %.8.i543
  %.1311 = inttoptr i64 %.1310 to ptr
  %.1312 = load i64, ptr %.1311, align 8
  %.1316 = add nsw i64 %.1312, %.1315
  %.1326 = mul i64 %.1210.0598, 24
  %.1329 = add i64 %.1328, %.1326
  %.1330 = inttoptr i64 %.1329 to ptr
  %.1331 = load i64, ptr %.1330, align 8
  %.1332 = icmp eq i64 %.1331, 0
  br i1 %.1332, label %B1644, label %B1760
B1712.if:                                         ; preds = %B1644, %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
  %.1370.0595 = phi i64 [ %.1439, %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit ], [ 0, %B1644 ]
  %.1439 = add nuw nsw i64 %.1370.0595, 1
  %.20.i547 = load i64, ptr %.84, align 8
  %.21.i548 = icmp eq i64 %.20.i547, 8
  br i1 %.21.i548, label %B54.i555, label %B120.i549
B54.i555:                                         ; preds = %B1712.if
  %.25.i = shl i64 %.1370.0595, 3
  %.26.i = add i64 %.25.i, %.1316
  %.27.i556 = inttoptr i64 %.26.i to ptr
  %.28.i557 = load double, ptr %.27.i556, align 8
  %.36.i559 = add i64 %.25.i, %.1340
  %.37.i560 = inttoptr i64 %.36.i559 to ptr
  store double %.28.i557, ptr %.37.i560, align 8
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
B120.i549:                                        ; preds = %B1712.if
  %.47.i = shl i64 %.1370.0595, 2
  %.48.i = add i64 %.47.i, %.1316
  %.49.i550 = inttoptr i64 %.48.i to ptr
  %.50.i551 = load float, ptr %.49.i550, align 4
  %.58.i553 = add i64 %.47.i, %.1340
  %.59.i554 = inttoptr i64 %.58.i553 to ptr
  store float %.50.i551, ptr %.59.i554, align 4
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit
_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit: ; preds = %B54.i555, %B120.i549
  %exitcond625.not = icmp eq i64 %.1439, %.1346
  br i1 %exitcond625.not, label %B1760, label %B1712.if
B1870.if:                                         ; preds = %B1870.if.lr.ph, %B2751
  %.1574.0604 = phi i64 [ 0, %B1870.if.lr.ph ], [ %.1643, %B2751 ]
  %.1643 = add nuw nsw i64 %.1574.0604, 1
  %.1673 = mul i64 %.1574.0604, 24
  %.1676 = add i64 %.1675, %.1673
  %.1677 = inttoptr i64 %.1676 to ptr
  %.1678 = load i64, ptr %.1677, align 8
  %.1679 = icmp eq i64 %.1678, 0
  br i1 %.1679, label %B1946, label %B2228
B2114.if:                                         ; preds = %B2114.if.lr.ph, %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581
  %.1734.0601 = phi i64 [ 0, %B2114.if.lr.ph ], [ %.1803, %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581 ]
  %.1803 = add nuw nsw i64 %.1734.0601, 1
  %.1830 = add nuw nsw i64 %.1734.0601, %.794
  %.20.i563 = load i64, ptr %.84, align 8
  %.21.i564 = icmp eq i64 %.20.i563, 8
  br i1 %.21.i564, label %B54.i573, label %B120.i565
B54.i573:                                         ; preds = %B2114.if
  %.25.i574 = shl i64 %.1734.0601, 3
  %.26.i575 = add i64 %.25.i574, %.1835
  %.27.i576 = inttoptr i64 %.26.i575 to ptr
  %.28.i577 = load double, ptr %.27.i576, align 8
  %.35.i578 = shl i64 %.1830, 3
  %.36.i579 = add i64 %.35.i578, %.1693
  %.37.i580 = inttoptr i64 %.36.i579 to ptr
  store double %.28.i577, ptr %.37.i580, align 8
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581
B120.i565:                                        ; preds = %B2114.if
  %.47.i566 = shl i64 %.1734.0601, 2
  %.48.i567 = add i64 %.47.i566, %.1835
  %.49.i568 = inttoptr i64 %.48.i567 to ptr
  %.50.i569 = load float, ptr %.49.i568, align 4
  %.57.i570 = shl i64 %.1830, 2
  %.58.i571 = add i64 %.57.i570, %.1693
  %.59.i572 = inttoptr i64 %.58.i571 to ptr
  store float %.50.i569, ptr %.59.i572, align 4
  br label %_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581
_ZN8tapegrad2vm7regions9copy_itemB3v41B44c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JIagIAExxxxx.exit581: ; preds = %B54.i573, %B120.i565
  %exitcond627.not = icmp eq i64 %.1803, %.1710
  br i1 %exitcond627.not, label %B2192, label %B2114.if
B2334.if:                                         ; preds = %B2334.if.lr.ph, %B2334.if
  %.1928.0607 = phi i64 [ 0, %B2334.if.lr.ph ], [ %.1997, %B2334.if ]
  %.1997 = add nuw nsw i64 %.1928.0607, 1
  %.2028 = mul i64 %.1928.0607, 24
  %.2031 = add i64 %.2030, %.2028
  %.2032 = inttoptr i64 %.2031 to ptr
  %.2033 = load i64, ptr %.2032, align 8
  %.2035 = shl i64 %.2033, 3
  %.2036 = add i64 %.2035, %.8.i543
  %.2037 = inttoptr i64 %.2036 to ptr
  %.2038 = load i64, ptr %.2037, align 8
  store double 0.000000e+00, ptr %.2041, align 8
  call fastcc void @helper_16(ptr %.2041, i64 %.8.i, i64 %.2038, i64 %.13.i)
  %.2055 = load double, ptr %.2041, align 8
  %.2025 = add nsw i64 %.1928.0607, %.2024
  %.2066 = shl i64 %.2025, 3
  %.2067 = add i64 %.2066, %arg.partials
  %.2068 = inttoptr i64 %.2067 to ptr
  store double %.2055, ptr %.2068, align 8
  %exitcond629.not = icmp eq i64 %.95, %.1997
  br i1 %exitcond629.not, label %B2494, label %B2334.if
B2562.if:                                         ; preds = %B2494, %B2562.if
  %.2105.0610 = phi i64 [ %.2174, %B2562.if ], [ 0, %B2494 ]
  %.2174 = add nuw nsw i64 %.2105.0610, 1
  %5 = shl i64 %.2105.0610, 4
  %.2203 = add i64 %2, %5
  %.2204 = inttoptr i64 %.2203 to ptr
  %.2205 = load i64, ptr %.2204, align 8
  %.2207 = shl i64 %.2205, 3
  %.2208 = add i64 %.2207, %.8.i543
  %.2209 = inttoptr i64 %.2208 to ptr
  %.2210 = load i64, ptr %.2209, align 8
  %.2217 = add i64 %.2216, %5
  %.2218 = inttoptr i64 %.2217 to ptr
  %.2219 = load i64, ptr %.2218, align 8
  store ptr null, ptr %.2223, align 8
  call fastcc void @helper_3(ptr %.2223, i64 %.8.i, i64 %.2219, i64 %.2210, i64 %.714, i64 %.13.i)
  %exitcond630.not = icmp eq i64 %.2081, %.2174
  br i1 %exitcond630.not, label %B844.loopexit, label %B2562.if
}
define i64 @sweep_region_run(i64 %.1, i64 %.2, i64 %.3, i64 %.4) local_unnamed_addr {
entry:
  %.6 = alloca i64, align 8
  store i64 0, ptr %.6, align 8
  call fastcc void @helper_9(ptr %.6, i64 %.1, i64 %.2, i64 %.3, i64 %.4)
  %.20 = load i64, ptr %.6, align 8
  ret i64 %.20
}
define internal fastcc void @helper_8(ptr noalias nonnull writeonly %retptr, i64 %arg.work, i64 %arg.partials, i64 %arg.blocks) unnamed_addr {
entry:
  %.12 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i = add i64 %.12, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.44 = add i64 %.8.i, 56
  %.45 = inttoptr i64 %.44 to ptr
  %.46 = load i64, ptr %.45, align 8
  %.131110.not = icmp slt i64 %.46, 1
  br i1 %.131110.not, label %B702, label %B136.if.lr.ph
B136.if.lr.ph:                                    ; preds = %entry
  %.258104.not = icmp slt i64 %arg.blocks, 1
  %.395 = add i64 %.8.i, 46960
  %.406 = add i64 %.8.i, 46968
  %.418 = add i64 %.8.i, 48
  %.419 = inttoptr i64 %.418 to ptr
  br label %B136.if
B352:                                             ; preds = %B178.if, %B136.if
  %total.3.1.lcssa = phi double [ 0.000000e+00, %B136.if ], [ %.310, %B178.if ]
  %lost.3.1.lcssa = phi double [ 0.000000e+00, %B136.if ], [ %lost.4.2, %B178.if ]
  %.374 = fcmp ord double %lost.3.1.lcssa, 0.000000e+00
  %.378 = fadd double %total.3.1.lcssa, %lost.3.1.lcssa
  %total.4.1 = select i1 %.374, double %.378, double %total.3.1.lcssa
  %.393 = mul i64 %.74.0111, 24
  %.396 = add i64 %.395, %.393
  %.397 = inttoptr i64 %.396 to ptr
  %.398 = load i64, ptr %.397, align 8
  %.407 = add i64 %.406, %.393
  %.408 = inttoptr i64 %.407 to ptr
  %.409 = load i64, ptr %.408, align 8
  %.420 = load i64, ptr %.419, align 8
  %.421 = icmp eq i64 %.420, 8
  %.424.not = icmp eq i64 %.409, 0
  br i1 %.421, label %B544, label %B622
B544:                                             ; preds = %B352
  br i1 %.424.not, label %B604, label %B564
B564:                                             ; preds = %B544
  %.441 = inttoptr i64 %.398 to ptr
  %.442 = load double, ptr %.441, align 8
  %.446 = fadd double %total.4.1, %.442
  br label %B604
B604:                                             ; preds = %B544, %B564
  %"$phi604.5.2.1" = phi double [ %.446, %B564 ], [ %total.4.1, %B544 ]
  %.466 = inttoptr i64 %.398 to ptr
  store double %"$phi604.5.2.1", ptr %.466, align 8
  br label %B703
B622:                                             ; preds = %B352
  br i1 %.424.not, label %B682, label %B642
B642:                                             ; preds = %B622
  %.495 = inttoptr i64 %.398 to ptr
  %.496 = load float, ptr %.495, align 4
  %.500 = fpext float %.496 to double
  %.501 = fadd double %total.4.1, %.500
  br label %B682
B682:                                             ; preds = %B622, %B642
  %"$phi682.5.2.2" = phi double [ %.501, %B642 ], [ %total.4.1, %B622 ]
  %.519 = fptrunc double %"$phi682.5.2.2" to float
  %.522 = inttoptr i64 %.398 to ptr
  store float %.519, ptr %.522, align 4
  br label %B703
B702:                                             ; preds = %B703, %entry
  store i64 0, ptr %retptr, align 8
  ret void
B703:                                             ; preds = %B682, %B604
  %exitcond113.not = icmp eq i64 %.144, %.46
  br i1 %exitcond113.not, label %B702, label %B136.if
B136.if:                                          ; preds = %B136.if.lr.ph, %B703
  %.74.0111 = phi i64 [ 0, %B136.if.lr.ph ], [ %.144, %B703 ]
  %.144 = add nuw nsw i64 %.74.0111, 1
  br i1 %.258104.not, label %B352, label %B178.if
B178.if:                                          ; preds = %B136.if, %B178.if
  %lost.3.1108 = phi double [ %lost.4.2, %B178.if ], [ 0.000000e+00, %B136.if ]
  %total.3.1107 = phi double [ %.310, %B178.if ], [ 0.000000e+00, %B136.if ]
  %.202.0105 = phi i64 [ %.271, %B178.if ], [ 0, %B136.if ]
  %.271 = add nuw nsw i64 %.202.0105, 1
  %0 = mul nuw nsw i64 %.202.0105, %.46
  %.299 = add nuw nsw i64 %0, %.74.0111
  %.301 = shl i64 %.299, 3
  %.302 = add i64 %.301, %arg.partials
  %.303 = inttoptr i64 %.302 to ptr
  %.304 = load double, ptr %.303, align 8
  %.310 = fadd double %total.3.1107, %.304
  %.315 = tail call double @llvm.fabs.f64(double %total.3.1107)
  %.317 = tail call double @llvm.fabs.f64(double %.304)
  %.318 = fcmp ult double %.315, %.317
  %.322 = fsub double %total.3.1107, %.310
  %.326 = fadd double %.304, %.322
  %.339 = fsub double %.304, %.310
  %.343 = fadd double %total.3.1107, %.339
  %.326.pn = select i1 %.318, double %.343, double %.326
  %lost.4.2 = fadd double %lost.3.1108, %.326.pn
  %exitcond.not = icmp eq i64 %arg.blocks, %.271
  br i1 %exitcond.not, label %B352, label %B178.if
}
define i64 @sweep_region_finish(i64 %.1, i64 %.2, i64 %.3) local_unnamed_addr {
entry:
  %.5 = alloca i64, align 8
  store i64 0, ptr %.5, align 8
  call fastcc void @helper_8(ptr %.5, i64 %.1, i64 %.2, i64 %.3)
  %.19 = load i64, ptr %.5, align 8
  ret i64 %.19
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
