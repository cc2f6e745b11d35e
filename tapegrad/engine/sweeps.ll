; eff921e891efc387917ab7802dc902aa2f702c000c779d81901aaf6409f29b23
; numba 0.62, llvmlite 0.45, Python 3.11, x86_64
declare <8 x double> @llvm.masked.load.v8f64.p0(ptr nocapture, i32 immarg, <8 x i1>, <8 x double>)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr nocapture, i32 immarg, <8 x i1>, <8 x float>)
declare double @llvm.fabs.f64(double)
define internal fastcc void @helper_0(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.records, i64 %arg.n, i64 %arg.frame, i64 %arg.call_operands, i64 %arg.operand_count, i64 %arg.forms, i64 %arg.classes, i64 %arg.tables, i64 %arg.work) unnamed_addr {
entry:
  %.6.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.6.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.34.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i12.i = add i64 %.34.i, 16
  %.7.i13.i = inttoptr i64 %.6.i12.i to ptr
  %.8.i14.i = load i64, ptr %.7.i13.i, align 8
  %.60.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.6.i15.i = add i64 %.60.i, 16
  %.7.i16.i = inttoptr i64 %.6.i15.i to ptr
  %.8.i17.i = load i64, ptr %.7.i16.i, align 8
  %.86.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i18.i = add i64 %.86.i, 16
  %.7.i19.i = inttoptr i64 %.6.i18.i to ptr
  %.8.i20.i = load i64, ptr %.7.i19.i, align 8
  %.111.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.6.i866 = add i64 %arg.forms, 16
  %.7.i = inttoptr i64 %.6.i866 to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i867 = add i64 %arg.classes, 16
  %.7.i868 = inttoptr i64 %.6.i867 to ptr
  %.8.i869 = load i64, ptr %.7.i868, align 8
  %.113216.i = icmp sgt i64 %arg.n, 0
  br i1 %.113216.i, label %B38.preheader.i, label %helper_1.exit
B38.preheader.i:                                  ; preds = %entry
  %.57.1218.i = add nsw i64 %arg.n, -1
  br label %B38.i
B38.i:                                            ; preds = %B1024.i, %B38.preheader.i
  %.103.sroa.0.0222.i = phi i64 [ %.103.sroa.0.0.i, %B1024.i ], [ 0, %B38.preheader.i ]
  %.54.1221.i = phi i64 [ %.54.1.i, %B1024.i ], [ 1, %B38.preheader.i ]
  %.57.1220.i = phi i64 [ %.57.1.i, %B1024.i ], [ %.57.1218.i, %B38.preheader.i ]
  %.156.i = tail call i64 @PyList_GetItem(i64 %arg.records, i64 %.103.sroa.0.0222.i)
  %.161.i = tail call i64 @PyTuple_GetItem(i64 %.156.i, i64 0)
  %.162.i = tail call i64 @PyLong_AsLongLong(i64 %.161.i)
  %.164.i = tail call i64 @PyTuple_GetItem(i64 %.156.i, i64 1)
  %.165.i = tail call i64 @PyLong_AsLongLong(i64 %.164.i)
  %.172.i = shl nsw i64 %.103.sroa.0.0222.i, 2
  %.174.i = trunc i64 %.162.i to i32
  %.175.i = shl i64 %.103.sroa.0.0222.i, 4
  %.176.i = add i64 %.175.i, %.8.i.i
  %.177.i = inttoptr i64 %.176.i to ptr
  store i32 %.174.i, ptr %.177.i, align 4
  %.182.i = trunc i64 %.165.i to i32
  %.184.i = add i64 %.172.i, %.8.i14.i
  %.185.i = inttoptr i64 %.184.i to ptr
  store i32 %.182.i, ptr %.185.i, align 4
  %.187.i = shl i64 %.165.i, 2
  %..i = and i64 %.187.i, 4
  %.206.i = add i64 %.162.i, %.8.i869
  %.207.i = inttoptr i64 %.206.i to ptr
  %.208.i = load i8, ptr %.207.i, align 1
  %.212.i = icmp eq i8 %.208.i, 0
  br i1 %.212.i, label %B390.preheader.i, label %B754.i
B390.preheader.i:                                 ; preds = %B38.i
  %.335.i = or disjoint i64 %.172.i, 1
  br label %B392.i
B392.i:                                           ; preds = %B392.i, %B390.preheader.i
  %.237.0214.i = phi i64 [ 0, %B390.preheader.i ], [ %.306.i, %B392.i ]
  %.306.i = add nuw nsw i64 %.237.0214.i, 1
  %.336.i = add nuw nsw i64 %.335.i, %.237.0214.i
  %.338.i = shl i64 %.336.i, 2
  %.339.i = add i64 %.338.i, %.8.i.i
  %.340.i = inttoptr i64 %.339.i to ptr
  store i32 0, ptr %.340.i, align 4
  %exitcond223.not.i = icmp eq i64 %.306.i, 3
  br i1 %exitcond223.not.i, label %B458.i, label %B392.i
B458.i:                                           ; preds = %B392.i
  %.31.i.i = load i32, ptr %.185.i, align 4
  %0 = ashr i32 %.31.i.i, 1
  %.33.i.i = sext i32 %0 to i64
  %.36.i.i = shl nsw i64 %.33.i.i, 5
  %.37.i.i = add i64 %.36.i.i, %.8.i
  %.38.i.i = inttoptr i64 %.37.i.i to ptr
  %.39.i.i = load i64, ptr %.38.i.i, align 8
  switch i64 %.39.i.i, label %B1024.i [
    i64 1, label %B526.i
    i64 2, label %B648.i
  ]
B526.i:                                           ; preds = %B458.i
  %.397.i = tail call i64 @PyTuple_GetItem(i64 %.156.i, i64 2)
  %.400.i = tail call double @PyFloat_AsDouble(i64 %.397.i)
  %.402.i = shl i64 %.103.sroa.0.0222.i, 3
  %.403.i = add i64 %.402.i, %.8.i17.i
  %.404.i = inttoptr i64 %.403.i to ptr
  store double %.400.i, ptr %.404.i, align 8
  br label %B1024.i
B648.i:                                           ; preds = %B458.i
  %.417.i = tail call i64 @PyTuple_GetItem(i64 %.156.i, i64 2)
  %.420.i = tail call double @PyFloat_AsDouble(i64 %.417.i)
  %.421.i = fptrunc double %.420.i to float
  %.422.i = shl i64 %.103.sroa.0.0222.i, 3
  %.423.i = add i64 %.422.i, %.8.i17.i
  %.424.i = inttoptr i64 %.423.i to ptr
  store float %.421.i, ptr %.424.i, align 4
  br label %B1024.i
B754.i:                                           ; preds = %B38.i
  %.437.i = add i64 %.156.i, 16
  %.438.i = inttoptr i64 %.437.i to ptr
  %.439.i = load i64, ptr %.438.i, align 8
  %.440.i = add nsw i64 %.439.i, -2
  %.568.i = or disjoint i64 %.172.i, 1
  br label %B824.i
B824.i:                                           ; preds = %B824.i, %B754.i
  %.467.0212.i = phi i64 [ 0, %B754.i ], [ %.536.i, %B824.i ]
  %.536.i = add nuw nsw i64 %.467.0212.i, 1
  %.570.i = add nuw nsw i64 %.568.i, %.467.0212.i
  %.573.i = icmp slt i64 %.467.0212.i, %.440.i
  %.595.i = add nuw nsw i64 %.467.0212.i, 2
  %"$phi920.11.2.3.i" = select i1 %.573.i, i64 %.595.i, i64 2
  %.609.i = tail call i64 @PyTuple_GetItem(i64 %.156.i, i64 %"$phi920.11.2.3.i")
  %.616.i = tail call i64 @PyLong_AsLongLong(i64 %.609.i)
  %.621.i = trunc i64 %.616.i to i32
  %.622.i = shl i64 %.570.i, 2
  %.623.i = add i64 %.622.i, %.8.i.i
  %.624.i = inttoptr i64 %.623.i to ptr
  store i32 %.621.i, ptr %.624.i, align 4
  %exitcond.not.i = icmp eq i64 %.536.i, 3
  br i1 %exitcond.not.i, label %B966.i, label %B824.i
B966.i:                                           ; preds = %B824.i
  %.7.i.i870 = inttoptr i64 %.156.i to ptr
  %.8.i.i871 = load i32, ptr %.7.i.i870, align 4
  %.670.i = icmp sgt i32 %.8.i.i871, 1
  %.673.i = zext i1 %.670.i to i64
  %spec.select.i = or disjoint i64 %..i, %.673.i
  br label %B1024.i
B1024.i:                                          ; preds = %B966.i, %B648.i, %B526.i, %B458.i
  %flag.2.1.i = phi i64 [ %..i, %B526.i ], [ %..i, %B458.i ], [ %..i, %B648.i ], [ %spec.select.i, %B966.i ]
  %.685.i = trunc nuw nsw i64 %flag.2.1.i to i8
  %.687.i = add i64 %.103.sroa.0.0222.i, %.8.i20.i
  %.688.i = inttoptr i64 %.687.i to ptr
  store i8 %.685.i, ptr %.688.i, align 1
  %.113.i = icmp sgt i64 %.57.1220.i, 0
  %.122.i = sext i1 %.113.i to i64
  %.57.1.i = add nsw i64 %.57.1220.i, %.122.i
  %.126.i = zext i1 %.113.i to i64
  %.54.1.i = add i64 %.54.1221.i, %.126.i
  %.103.sroa.0.0.i = select i1 %.113.i, i64 %.54.1221.i, i64 0
  br i1 %.113.i, label %B38.i, label %helper_1.exit
helper_1.exit: ; preds = %B1024.i, %entry
  %.155 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i872 = add i64 %.155, 16
  %.7.i873 = inttoptr i64 %.6.i872 to ptr
  %.8.i874 = load i64, ptr %.7.i873, align 8
  %.181 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 1)
  %.6.i875 = add i64 %.181, 16
  %.7.i876 = inttoptr i64 %.6.i875 to ptr
  %.8.i877 = load i64, ptr %.7.i876, align 8
  %.213 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 2)
  %.6.i878 = add i64 %.213, 16
  %.7.i879 = inttoptr i64 %.6.i878 to ptr
  %.8.i880 = load i64, ptr %.7.i879, align 8
  %.239 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 3)
  %.6.i881 = add i64 %.239, 16
  %.7.i882 = inttoptr i64 %.6.i881 to ptr
  %.8.i883 = load i64, ptr %.7.i882, align 8
  %.271 = tail call i64 @PyTuple_GetItem(i64 %arg.tables, i64 0)
  %.6.i884 = add i64 %.271, 16
  %.7.i885 = inttoptr i64 %.6.i884 to ptr
  %.8.i886 = load i64, ptr %.7.i885, align 8
  %.297 = tail call i64 @PyTuple_GetItem(i64 %arg.tables, i64 1)
  %.6.i887 = add i64 %.297, 16
  %.7.i888 = inttoptr i64 %.6.i887 to ptr
  %.8.i889 = load i64, ptr %.7.i888, align 8
  %storemerge = tail call i64 @llvm.smax.i64(i64 %arg.n, i64 0)
  %.4301021 = icmp sgt i64 %arg.n, 0
  br i1 %.4301021, label %B534.lr.ph, label %B1974
B534.lr.ph:                                       ; preds = %helper_1.exit
  %.376.11023 = add nsw i64 %storemerge, -1
  %.28.i = add i64 %.8.i.i, 4
  %.28.i905 = add i64 %.8.i.i, 4
  %.35.i = add i64 %.8.i, 8
  %.1299 = add i64 %.8.i883, 4
  %.1367 = add i64 %.8.i880, 8
  %.1413 = add i64 %.8.i880, 4
  %.1421 = add i64 %.8.i880, 28
  br label %B534
B534:                                             ; preds = %B534.lr.ph, %B3661
  %.420.sroa.0.01032 = phi i64 [ 0, %B534.lr.ph ], [ %.420.sroa.0.0, %B3661 ]
  %.373.11031 = phi i64 [ 1, %B534.lr.ph ], [ %.373.1, %B3661 ]
  %.376.11030 = phi i64 [ %.376.11023, %B534.lr.ph ], [ %.376.1, %B3661 ]
  %iteration.2.01029 = phi i64 [ -1, %B534.lr.ph ], [ %iteration.3.1, %B3661 ]
  %start.3.01028 = phi i64 [ 0, %B534.lr.ph ], [ %start.4.1, %B3661 ]
  %kind.2.01027 = phi i64 [ -1, %B534.lr.ph ], [ %kind.3.1, %B3661 ]
  %count.3.01026 = phi i64 [ 0, %B534.lr.ph ], [ %count.4.1, %B3661 ]
  %missing.2.01025 = phi i64 [ 0, %B534.lr.ph ], [ %missing.3.1, %B3661 ]
  %.27.i.i = shl i64 %.420.sroa.0.01032, 4
  %.28.i.i = add i64 %.27.i.i, %.8.i.i
  %.29.i.i = inttoptr i64 %.28.i.i to ptr
  %.30.i.i = load i32, ptr %.29.i.i, align 4
  %.31.i.i890 = sext i32 %.30.i.i to i64
  %.59.i = add i64 %.8.i869, %.31.i.i890
  %.60.i891 = inttoptr i64 %.59.i to ptr
  %.61.i = load i8, ptr %.60.i891, align 1
  %.510 = shl i64 %.420.sroa.0.01032, 2
  %.511 = add i64 %.510, %.8.i874
  %.512 = inttoptr i64 %.511 to ptr
  store i32 -1, ptr %.512, align 4
  %.518 = add i64 %.510, %.8.i877
  %.519 = inttoptr i64 %.518 to ptr
  store i32 -1, ptr %.519, align 4
  switch i8 %.61.i, label %B810 [
    i8 0, label %B3661
    i8 4, label %B684
  ]
B684:                                             ; preds = %B534
  %.31.i = add i64 %.28.i, %.27.i.i
  %.32.i = inttoptr i64 %.31.i to ptr
  %.33.i = load i32, ptr %.32.i, align 4
  %.34.i892 = sext i32 %.33.i to i64
  %.27.i893 = shl nsw i64 %.34.i892, 4
  %.28.i894 = add i64 %.27.i893, %.8.i.i
  %.29.i = inttoptr i64 %.28.i894 to ptr
  %.30.i = load i32, ptr %.29.i, align 4
  %.625 = icmp eq i32 %.30.i, 0
  br i1 %.625, label %B764, label %B810
B764:                                             ; preds = %B684
  %.29.i896 = add i64 %.420.sroa.0.01032, %.8.i20.i
  %.30.i897 = inttoptr i64 %.29.i896 to ptr
  %.31.i898 = load i8, ptr %.30.i897, align 1
  %1 = or i8 %.31.i898, 64
  store i8 %1, ptr %.30.i897, align 1
  br label %B3661
B810:                                             ; preds = %B534, %B684
  %.29.i900 = add i64 %.510, %.8.i14.i
  %.30.i901 = inttoptr i64 %.29.i900 to ptr
  %.31.i902 = load i32, ptr %.30.i901, align 4
  %2 = ashr i32 %.31.i902, 1
  %.33.i903 = sext i32 %2 to i64
  %.36.i = shl nsw i64 %.33.i903, 5
  %.37.i = add i64 %.36.i, %.8.i
  %.38.i = inttoptr i64 %.37.i to ptr
  %.39.i = load i64, ptr %.38.i, align 8
  switch i8 %.61.i, label %B98.i [
    i8 2, label %helper_2.exit
    i8 4, label %B62.i
    i8 1, label %B112.i
  ]
B62.i:                                            ; preds = %B810
  br label %helper_2.exit
B98.i:                                            ; preds = %B810
  br label %helper_2.exit
B112.i:                                           ; preds = %B810
  %switch.selectcmp.i = icmp eq i64 %.39.i, 2
  %switch.select.i = select i1 %switch.selectcmp.i, i64 1, i64 2
  %switch.selectcmp16.i = icmp eq i64 %.39.i, 1
  %switch.select17.i = select i1 %switch.selectcmp16.i, i64 0, i64 %switch.select.i
  br label %helper_2.exit
helper_2.exit: ; preds = %B810, %B62.i, %B98.i, %B112.i
  %.728.0 = phi i64 [ 3, %B98.i ], [ %switch.select17.i, %B112.i ], [ 4, %B62.i ], [ 2, %B810 ]
  %.756 = icmp eq i8 %.61.i, 2
  br i1 %.756, label %B910, label %B946
B910:                                             ; preds = %helper_2.exit
  %.31.i906 = add i64 %.28.i905, %.27.i.i
  %.32.i907 = inttoptr i64 %.31.i906 to ptr
  %.33.i908 = load i32, ptr %.32.i907, align 4
  %.34.i909 = sext i32 %.33.i908 to i64
  br label %B946
B946:                                             ; preds = %helper_2.exit, %B910
  %"$phi946.1.2.2" = phi i64 [ %.34.i909, %B910 ], [ %.420.sroa.0.01032, %helper_2.exit ]
  %.805 = icmp eq i64 %.728.0, 2
  br i1 %.805, label %B970, label %B1018
B970:                                             ; preds = %B946
  %.28.i910 = shl i64 %"$phi946.1.2.2", 2
  %.29.i911 = add i64 %.28.i910, %.8.i14.i
  %.30.i912 = inttoptr i64 %.29.i911 to ptr
  %.31.i913 = load i32, ptr %.30.i912, align 4
  %3 = ashr i32 %.31.i913, 1
  %.33.i914 = sext i32 %3 to i64
  %.34.i915 = shl nsw i64 %.33.i914, 5
  %.37.i916 = add i64 %.35.i, %.34.i915
  %.38.i917 = inttoptr i64 %.37.i916 to ptr
  %.39.i918 = load i64, ptr %.38.i917, align 8
  br label %B1018
B1018:                                            ; preds = %B946, %B970
  %"$phi1018.1.2.2" = phi i64 [ %.39.i918, %B970 ], [ -1, %B946 ]
  %.855 = icmp eq i64 %.728.0, %kind.2.01027
  %.861 = icmp ne i64 %.728.0, 3
  %spec.select = and i1 %.855, %.861
  br i1 %.805, label %B1076, label %B1312
B1076:                                            ; preds = %B1018
  %.890 = icmp eq i64 %"$phi1018.1.2.2", %iteration.2.01029
  %or.cond = select i1 %.855, i1 %.890, i1 false
  br i1 %or.cond, label %B1092, label %B1118
B1092:                                            ; preds = %B1076
  %.896 = sub nsw i64 %.420.sroa.0.01032, %start.3.01028
  %.897 = icmp slt i64 %.896, 96
  br label %B1118
B1118:                                            ; preds = %B1092, %B1076
  %"$phi1118.1.3.3" = phi i1 [ %.897, %B1092 ], [ false, %B1076 ]
  %.908.not = icmp eq i8 %.61.i, 1
  br i1 %.908.not, label %B1178.lr.ph, label %B1312
B1178.lr.ph:                                      ; preds = %B1118
  %.28.i920 = or disjoint i64 %.510, 1
  br label %B1178
B1178:                                            ; preds = %B1178.lr.ph, %B1310
  %.957.11020 = phi i64 [ 2, %B1178.lr.ph ], [ %.957.1, %B1310 ]
  %.954.11019 = phi i64 [ 1, %B1178.lr.ph ], [ %.954.1, %B1310 ]
  %joins.4.31018 = phi i1 [ %"$phi1118.1.3.3", %B1178.lr.ph ], [ %joins.5.4, %B1310 ]
  %.954.01017 = phi i64 [ 0, %B1178.lr.ph ], [ %.954.11019, %B1310 ]
  %.29.i921 = add nuw nsw i64 %.28.i920, %.954.01017
  %.30.i922 = shl i64 %.29.i921, 2
  %.31.i923 = add i64 %.30.i922, %.8.i.i
  %.32.i924 = inttoptr i64 %.31.i923 to ptr
  %.33.i925 = load i32, ptr %.32.i924, align 4
  %.34.i926 = sext i32 %.33.i925 to i64
  %.1094 = shl nsw i64 %.34.i926, 2
  %.1095 = add i64 %.1094, %.8.i874
  %.1096 = inttoptr i64 %.1095 to ptr
  %.1097 = load i32, ptr %.1096, align 4
  %.1098 = sext i32 %.1097 to i64
  %.1100 = icmp eq i64 %count.3.01026, %.1098
  br i1 %.1100, label %B1254, label %B1310
B1254:                                            ; preds = %B1178
  %.27.i.i927 = shl nsw i64 %.34.i926, 4
  %.28.i.i928 = add i64 %.27.i.i927, %.8.i.i
  %.29.i.i929 = inttoptr i64 %.28.i.i928 to ptr
  %.30.i.i930 = load i32, ptr %.29.i.i929, align 4
  %.31.i.i931 = sext i32 %.30.i.i930 to i64
  %.59.i932 = add i64 %.8.i869, %.31.i.i931
  %.60.i933 = inttoptr i64 %.59.i932 to ptr
  %.61.i934 = load i8, ptr %.60.i933, align 1
  %.1142 = icmp ne i8 %.61.i934, 2
  %spec.select865 = select i1 %.1142, i1 %joins.4.31018, i1 false
  br label %B1310
B1310:                                            ; preds = %B1254, %B1178
  %joins.5.4 = phi i1 [ %joins.4.31018, %B1178 ], [ %spec.select865, %B1254 ]
  %.1013 = icmp ne i64 %.957.11020, 0
  %.1026 = zext i1 %.1013 to i64
  %.954.1 = add i64 %.954.11019, %.1026
  %.1022 = sext i1 %.1013 to i64
  %.957.1 = add nsw i64 %.957.11020, %.1022
  br i1 %.1013, label %B1178, label %B1312
B1312:                                            ; preds = %B1310, %B1118, %B1018
  %joins.3.2 = phi i1 [ %spec.select, %B1018 ], [ %"$phi1118.1.3.3", %B1118 ], [ %joins.5.4, %B1310 ]
  %.1168 = icmp eq i8 %.61.i, 1
  br i1 %.1168, label %B1334, label %B1636
B1334:                                            ; preds = %B1312
  %.1175 = icmp eq i64 %.39.i, 2
  %.1181 = icmp eq i64 %.39.i, 4
  %spec.select863 = or i1 %.1175, %.1181
  %"$phi1400.3.2.3" = select i1 %spec.select863, i64 %.8.i889, i64 %.8.i886
  %.30.i939 = load i32, ptr %.29.i.i, align 4
  %.31.i940 = sext i32 %.30.i939 to i64
  %.1247 = shl nsw i64 %.31.i940, 6
  %.1248 = add i64 %.1247, %"$phi1400.3.2.3"
  %.1249 = inttoptr i64 %.1248 to ptr
  %.1250 = load i64, ptr %.1249, align 8
  %.1255 = icmp eq i64 %.1250, 0
  br i1 %.1255, label %B1486, label %B1636
B1486:                                            ; preds = %B1334
  %.1258 = shl i64 %missing.2.01025, 3
  %.1294 = add i64 %.1258, %.8.i883
  %.1295 = inttoptr i64 %.1294 to ptr
  store i32 %.30.i939, ptr %.1295, align 4
  %.1301 = zext i1 %spec.select863 to i32
  %.1308 = add i64 %.1299, %.1258
  %.1309 = inttoptr i64 %.1308 to ptr
  store i32 %.1301, ptr %.1309, align 4
  %.1312 = add nsw i64 %missing.2.01025, 1
  br label %B1636
B1636:                                            ; preds = %B1486, %B1334, %B1312
  %missing.4.2 = phi i64 [ %.1312, %B1486 ], [ %missing.2.01025, %B1334 ], [ %missing.2.01025, %B1312 ]
  br i1 %joins.3.2, label %B1936, label %B1640
B1640:                                            ; preds = %B1636
  %.1361 = icmp sgt i64 %kind.2.01027, -1
  br i1 %.1361, label %B1652, label %B1718
B1652:                                            ; preds = %B1640
  %.1366 = shl i64 %count.3.01026, 5
  %.1370 = trunc i64 %.420.sroa.0.01032 to i32
  %.1372 = add i64 %.1367, %.1366
  %.1373 = inttoptr i64 %.1372 to ptr
  store i32 %.1370, ptr %.1373, align 4
  %.1376 = add nsw i64 %count.3.01026, 1
  br label %B1718
B1718:                                            ; preds = %B1652, %B1640
  %count.6.3 = phi i64 [ %.1376, %B1652 ], [ %count.3.01026, %B1640 ]
  %.1401 = shl i64 %count.6.3, 5
  %.1403 = trunc nuw nsw i64 %.728.0 to i32
  %.1405 = add i64 %.1401, %.8.i880
  %.1406 = inttoptr i64 %.1405 to ptr
  store i32 %.1403, ptr %.1406, align 4
  %.1412 = trunc i64 %.420.sroa.0.01032 to i32
  %.1414 = add i64 %.1413, %.1401
  %.1415 = inttoptr i64 %.1414 to ptr
  store i32 %.1412, ptr %.1415, align 4
  %.1425 = shl i64 %"$phi946.1.2.2", 2
  %.1426 = add i64 %.1425, %.8.i14.i
  %.1427 = inttoptr i64 %.1426 to ptr
  %.1428 = load i32, ptr %.1427, align 4
  %4 = ashr i32 %.1428, 1
  %.1436 = add i64 %.1421, %.1401
  %.1437 = inttoptr i64 %.1436 to ptr
  store i32 %4, ptr %.1437, align 4
  br label %B1936
B1936:                                            ; preds = %B1718, %B1636
  %count.5.2 = phi i64 [ %count.3.01026, %B1636 ], [ %count.6.3, %B1718 ]
  %kind.4.2 = phi i64 [ %kind.2.01027, %B1636 ], [ %.728.0, %B1718 ]
  %start.5.2 = phi i64 [ %start.3.01028, %B1636 ], [ %.420.sroa.0.01032, %B1718 ]
  %iteration.4.2 = phi i64 [ %iteration.2.01029, %B1636 ], [ %"$phi1018.1.2.2", %B1718 ]
  %.1476 = trunc i64 %count.5.2 to i32
  store i32 %.1476, ptr %.512, align 4
  br label %B3661
B1974:                                            ; preds = %B3661, %helper_1.exit
  %missing.2.0.lcssa = phi i64 [ 0, %helper_1.exit ], [ %missing.3.1, %B3661 ]
  %count.3.0.lcssa = phi i64 [ 0, %helper_1.exit ], [ %count.4.1, %B3661 ]
  %kind.2.0.lcssa = phi i64 [ -1, %helper_1.exit ], [ %kind.3.1, %B3661 ]
  %.1503 = icmp sgt i64 %kind.2.0.lcssa, -1
  br i1 %.1503, label %B1986, label %B2052
B1986:                                            ; preds = %B1974
  %.1506 = shl i64 %count.3.0.lcssa, 5
  %.1510 = trunc i64 %arg.n to i32
  %.1507 = add i64 %.8.i880, 8
  %.1512 = add i64 %.1507, %.1506
  %.1513 = inttoptr i64 %.1512 to ptr
  store i32 %.1510, ptr %.1513, align 4
  %.1516 = add nsw i64 %count.3.0.lcssa, 1
  br label %B2052
B2052:                                            ; preds = %B1986, %B1974
  %count.7.0 = phi i64 [ %.1516, %B1986 ], [ %count.3.0.lcssa, %B1974 ]
  %.1525.not = icmp eq i64 %missing.2.0.lcssa, 0
  br i1 %.1525.not, label %B2062, label %B2056
common.ret:                                       ; preds = %B3662, %B2610, %B2196, %B2056
  %count.7.0.sink = phi i64 [ %.1557, %B2056 ], [ 1, %B2196 ], [ %count.7.0, %B2610 ], [ %count.7.0, %B3662 ]
  store i64 %count.7.0.sink, ptr %retptr, align 8
  ret void
B2056:                                            ; preds = %B2052
  %.1557 = sub i64 0, %missing.2.0.lcssa
  br label %common.ret
B2062:                                            ; preds = %B2052
  %.16461036.not = icmp slt i64 %arg.operand_count, 1
  br i1 %.16461036.not, label %B2196, label %B2094
B2094:                                            ; preds = %B2062, %B2094
  %.1590.01037 = phi i64 [ %.1659, %B2094 ], [ 0, %B2062 ]
  %.1659 = add nuw nsw i64 %.1590.01037, 1
  %.1686 = tail call i64 @PyList_GetItem(i64 %arg.call_operands, i64 %.1590.01037)
  %.1687 = tail call i64 @PyLong_AsLongLong(i64 %.1686)
  %.29.i946 = add i64 %.1687, %.8.i20.i
  %.30.i947 = inttoptr i64 %.29.i946 to ptr
  %.31.i948 = load i8, ptr %.30.i947, align 1
  %5 = or i8 %.31.i948, 2
  store i8 %5, ptr %.30.i947, align 1
  %exitcond.not = icmp eq i64 %arg.operand_count, %.1659
  br i1 %exitcond.not, label %B2196, label %B2094
B2196:                                            ; preds = %B2094, %B2062
  %.1726 = icmp eq i64 %count.7.0, 1
  %.1729 = icmp slt i64 %kind.2.0.lcssa, 2
  %or.cond864 = and i1 %.1726, %.1729
  br i1 %or.cond864, label %common.ret, label %B2264.preheader
B2264.preheader:                                  ; preds = %B2196
  %.18431046 = icmp sgt i64 %arg.n, 0
  br i1 %.18431046, label %B2266.preheader, label %B2610
B2266.preheader:                                  ; preds = %B2264.preheader
  %.1790.11049 = add nsw i64 %storemerge, -1
  br label %B2266
B2264.loopexit:                                   ; preds = %B2606, %helper_3.exit
  %.1843 = icmp sgt i64 %.1790.11051, 0
  %.1856 = zext i1 %.1843 to i64
  %.1787.1 = add i64 %.1787.11050, %.1856
  %.1852 = sext i1 %.1843 to i64
  %.1790.1 = add nsw i64 %.1790.11051, %.1852
  %.1833.sroa.0.0 = select i1 %.1843, i64 %.1787.11050, i64 0
  br i1 %.1843, label %B2266, label %B2610
B2266:                                            ; preds = %B2266.preheader, %B2264.loopexit
  %.1833.sroa.0.01052 = phi i64 [ %.1833.sroa.0.0, %B2264.loopexit ], [ 0, %B2266.preheader ]
  %.1790.11051 = phi i64 [ %.1790.1, %B2264.loopexit ], [ %.1790.11049, %B2266.preheader ]
  %.1787.11050 = phi i64 [ %.1787.1, %B2264.loopexit ], [ 1, %B2266.preheader ]
  %.1888 = add i64 %.1833.sroa.0.01052, %.8.i20.i
  %.1889 = inttoptr i64 %.1888 to ptr
  %.1890 = load i8, ptr %.1889, align 1
  %6 = and i8 %.1890, 1
  %.1893.not = icmp eq i8 %6, 0
  br i1 %.1893.not, label %B2370, label %B2326
B2326:                                            ; preds = %B2266
  %7 = or i8 %.1890, 2
  store i8 %7, ptr %.1889, align 1
  br label %B2370
B2370:                                            ; preds = %B2326, %B2266
  %.27.i.i952 = shl i64 %.1833.sroa.0.01052, 4
  %.28.i.i953 = add i64 %.27.i.i952, %.8.i.i
  %.29.i.i954 = inttoptr i64 %.28.i.i953 to ptr
  %.30.i.i955 = load i32, ptr %.29.i.i954, align 4
  %.31.i.i956 = sext i32 %.30.i.i955 to i64
  %.59.i957 = add i64 %.8.i869, %.31.i.i956
  %.60.i958 = inttoptr i64 %.59.i957 to ptr
  %.61.i959 = load i8, ptr %.60.i958, align 1
  switch i8 %.61.i959, label %B78.i [
    i8 1, label %helper_3.exit
    i8 2, label %B80.i
    i8 4, label %B80.i
  ]
B78.i:                                            ; preds = %B2370
  br label %helper_3.exit
B80.i:                                            ; preds = %B2370, %B2370
  br label %helper_3.exit
helper_3.exit: ; preds = %B2370, %B78.i, %B80.i
  %.20651039 = phi i1 [ true, %B2370 ], [ false, %B78.i ], [ true, %B80.i ]
  %.2023 = phi i64 [ 2, %B2370 ], [ -1, %B78.i ], [ 0, %B80.i ]
  br i1 %.20651039, label %B2458.lr.ph, label %B2264.loopexit
B2458.lr.ph:                                      ; preds = %helper_3.exit
  %.27.i961 = shl nsw i64 %.1833.sroa.0.01052, 2
  %.28.i962 = or disjoint i64 %.27.i961, 1
  %.2148 = add i64 %.27.i961, %.8.i874
  %.2149 = inttoptr i64 %.2148 to ptr
  br label %B2458
B2458:                                            ; preds = %B2458.lr.ph, %B2606
  %.2012.11045 = phi i64 [ %.2023, %B2458.lr.ph ], [ %.2012.1, %B2606 ]
  %.2009.11044 = phi i64 [ 1, %B2458.lr.ph ], [ %.2009.1, %B2606 ]
  %.2009.01043 = phi i64 [ 0, %B2458.lr.ph ], [ %.2009.11044, %B2606 ]
  %.29.i963 = add nuw nsw i64 %.28.i962, %.2009.01043
  %.30.i964 = shl i64 %.29.i963, 2
  %.31.i965 = add i64 %.30.i964, %.8.i.i
  %.32.i966 = inttoptr i64 %.31.i965 to ptr
  %.33.i967 = load i32, ptr %.32.i966, align 4
  %.34.i968 = sext i32 %.33.i967 to i64
  %.2140 = shl nsw i64 %.34.i968, 2
  %.2141 = add i64 %.2140, %.8.i874
  %.2142 = inttoptr i64 %.2141 to ptr
  %.2143 = load i32, ptr %.2142, align 4
  %.2150 = load i32, ptr %.2149, align 4
  %.2152.not = icmp eq i32 %.2143, %.2150
  br i1 %.2152.not, label %B2606, label %B2562
B2562:                                            ; preds = %B2458
  %.29.i969 = add i64 %.8.i20.i, %.34.i968
  %.30.i970 = inttoptr i64 %.29.i969 to ptr
  %.31.i971 = load i8, ptr %.30.i970, align 1
  %8 = or i8 %.31.i971, 2
  store i8 %8, ptr %.30.i970, align 1
  br label %B2606
B2606:                                            ; preds = %B2562, %B2458
  %.2065 = icmp sgt i64 %.2012.11045, 0
  %.2078 = zext i1 %.2065 to i64
  %.2009.1 = add i64 %.2009.11044, %.2078
  %.2074 = sext i1 %.2065 to i64
  %.2012.1 = add nsw i64 %.2012.11045, %.2074
  br i1 %.2065, label %B2458, label %B2264.loopexit
B2610:                                            ; preds = %B2264.loopexit, %B2264.preheader
  %.22871084 = icmp sgt i64 %count.7.0, 0
  br i1 %.22871084, label %B2648.lr.ph, label %common.ret
B2648.lr.ph:                                      ; preds = %B2610
  %.2233.11087 = add nsw i64 %count.7.0, -1
  %.2360 = add i64 %.8.i880, 4
  %.2368 = add i64 %.8.i880, 8
  %.2384 = add i64 %.8.i880, 12
  %.2899 = add i64 %.8.i880, 16
  %.2908 = add i64 %.8.i880, 20
  %.3149 = add i64 %.8.i880, 24
  br label %B2648
B2648:                                            ; preds = %B2648.lr.ph, %B3662
  %.2277.sroa.0.01091 = phi i64 [ 0, %B2648.lr.ph ], [ %.2277.sroa.0.0, %B3662 ]
  %.2233.11090 = phi i64 [ %.2233.11087, %B2648.lr.ph ], [ %.2233.1, %B3662 ]
  %.2230.11089 = phi i64 [ 1, %B2648.lr.ph ], [ %.2230.1, %B3662 ]
  %used.3.01088 = phi i64 [ 0, %B2648.lr.ph ], [ %used.4.1, %B3662 ]
  %.2329 = shl i64 %.2277.sroa.0.01091, 5
  %.2336 = add i64 %.2329, %.8.i880
  %.2337 = inttoptr i64 %.2336 to ptr
  %.2338 = load i32, ptr %.2337, align 4
  %.2340.not = icmp eq i32 %.2338, 2
  br i1 %.2340.not, label %B2722, label %B3662
B2722:                                            ; preds = %B2648
  %.2361 = add i64 %.2360, %.2329
  %.2362 = inttoptr i64 %.2361 to ptr
  %.2363 = load i32, ptr %.2362, align 4
  %.2364 = sext i32 %.2363 to i64
  %.2369 = add i64 %.2368, %.2329
  %.2370 = inttoptr i64 %.2369 to ptr
  %.2371 = load i32, ptr %.2370, align 4
  %.2372 = sext i32 %.2371 to i64
  %.2383 = trunc i64 %used.3.01088 to i32
  %.2385 = add i64 %.2384, %.2329
  %.2386 = inttoptr i64 %.2385 to ptr
  store i32 %.2383, ptr %.2386, align 4
  %.2428 = sub nsw i64 %.2372, %.2364
  %storemerge858 = tail call i64 @llvm.smax.i64(i64 %.2428, i64 0)
  %.24711062 = icmp sgt i64 %.2428, 0
  br i1 %.24711062, label %B2872.lr.ph, label %B3242
B2872.lr.ph:                                      ; preds = %B2722
  %.2418.11066 = add nsw i64 %storemerge858, -1
  %.2415.11064 = add nsw i64 %.2364, 1
  %.2835 = trunc i64 %.2277.sroa.0.01091 to i32
  br label %B2872
B2870.loopexit:                                   ; preds = %B3238, %B2988
  %used.7.3.lcssa = phi i64 [ %used.6.21068, %B2988 ], [ %used.8.4, %B3238 ]
  %.2471 = icmp sgt i64 %.2418.11070, 0
  %.2484 = zext i1 %.2471 to i64
  %.2415.1 = add i64 %.2415.11069, %.2484
  %.2480 = sext i1 %.2471 to i64
  %.2418.1 = add nsw i64 %.2418.11070, %.2480
  %.2461.sroa.0.0 = select i1 %.2471, i64 %.2415.11069, i64 0
  br i1 %.2471, label %B2872, label %B3242
B2872:                                            ; preds = %B2872.lr.ph, %B2870.loopexit
  %.2461.sroa.0.01071 = phi i64 [ %.2364, %B2872.lr.ph ], [ %.2461.sroa.0.0, %B2870.loopexit ]
  %.2418.11070 = phi i64 [ %.2418.11066, %B2872.lr.ph ], [ %.2418.1, %B2870.loopexit ]
  %.2415.11069 = phi i64 [ %.2415.11064, %B2872.lr.ph ], [ %.2415.1, %B2870.loopexit ]
  %used.6.21068 = phi i64 [ %used.3.01088, %B2872.lr.ph ], [ %used.7.3.lcssa, %B2870.loopexit ]
  %.2514 = shl i64 %.2461.sroa.0.01071, 2
  %.2515 = add i64 %.2514, %.8.i874
  %.2516 = inttoptr i64 %.2515 to ptr
  %.2517 = load i32, ptr %.2516, align 4
  %.2518 = sext i32 %.2517 to i64
  %.2520 = icmp eq i64 %.2277.sroa.0.01091, %.2518
  br i1 %.2520, label %B2926, label %B2988
B2926:                                            ; preds = %B2872
  %.27.i.i972 = shl i64 %.2461.sroa.0.01071, 4
  %.28.i.i973 = add i64 %.27.i.i972, %.8.i.i
  %.29.i.i974 = inttoptr i64 %.28.i.i973 to ptr
  %.30.i.i975 = load i32, ptr %.29.i.i974, align 4
  %.31.i.i976 = sext i32 %.30.i.i975 to i64
  %.59.i977 = add i64 %.8.i869, %.31.i.i976
  %.60.i978 = inttoptr i64 %.59.i977 to ptr
  %.61.i979 = load i8, ptr %.60.i978, align 1
  switch i8 %.61.i979, label %B78.i983 [
    i8 1, label %B2988
    i8 2, label %B80.i981
    i8 4, label %B80.i981
  ]
B78.i983:                                         ; preds = %B2926
  br label %B2988
B80.i981:                                         ; preds = %B2926, %B2926
  br label %B2988
B2988:                                            ; preds = %B80.i981, %B78.i983, %B2926, %B2872
  %.26801053 = phi i1 [ false, %B2872 ], [ true, %B2926 ], [ false, %B78.i983 ], [ true, %B80.i981 ]
  %.2638 = phi i64 [ -1, %B2872 ], [ 2, %B2926 ], [ -1, %B78.i983 ], [ 0, %B80.i981 ]
  br i1 %.26801053, label %B3006.lr.ph, label %B2870.loopexit
B3006.lr.ph:                                      ; preds = %B2988
  %.28.i986 = or disjoint i64 %.2514, 1
  br label %B3006
B3006:                                            ; preds = %B3006.lr.ph, %B3238
  %.2627.11060 = phi i64 [ %.2638, %B3006.lr.ph ], [ %.2627.1, %B3238 ]
  %.2624.11059 = phi i64 [ 1, %B3006.lr.ph ], [ %.2624.1, %B3238 ]
  %used.7.31058 = phi i64 [ %used.6.21068, %B3006.lr.ph ], [ %used.8.4, %B3238 ]
  %.2624.01057 = phi i64 [ 0, %B3006.lr.ph ], [ %.2624.11059, %B3238 ]
  %.29.i987 = add nuw nsw i64 %.28.i986, %.2624.01057
  %.30.i988 = shl i64 %.29.i987, 2
  %.31.i989 = add i64 %.30.i988, %.8.i.i
  %.32.i990 = inttoptr i64 %.31.i989 to ptr
  %.33.i991 = load i32, ptr %.32.i990, align 4
  %.34.i992 = sext i32 %.33.i991 to i64
  %.2755 = shl nsw i64 %.34.i992, 2
  %.2756 = add i64 %.2755, %.8.i874
  %.2757 = inttoptr i64 %.2756 to ptr
  %.2758 = load i32, ptr %.2757, align 4
  %.2759 = sext i32 %.2758 to i64
  %.2761.not = icmp eq i64 %.2277.sroa.0.01091, %.2759
  br i1 %.2761.not, label %B3238, label %B3082
B3082:                                            ; preds = %B3006
  %.2769 = add i64 %.2755, %.8.i877
  %.2770 = inttoptr i64 %.2769 to ptr
  %.2771 = load i32, ptr %.2770, align 4
  %.2772 = sext i32 %.2771 to i64
  %.2774.not = icmp eq i64 %.2277.sroa.0.01091, %.2772
  br i1 %.2774.not, label %B3238, label %B3126
B3126:                                            ; preds = %B3082
  %.29.i.i994 = add i64 %.2755, %.8.i14.i
  %.30.i.i995 = inttoptr i64 %.29.i.i994 to ptr
  %.31.i.i996 = load i32, ptr %.30.i.i995, align 4
  %9 = ashr i32 %.31.i.i996, 1
  %.33.i.i997 = sext i32 %9 to i64
  %.36.i.i998 = shl nsw i64 %.33.i.i997, 5
  %.37.i.i999 = add i64 %.36.i.i998, %.8.i
  %.38.i.i1000 = inttoptr i64 %.37.i.i999 to ptr
  %.39.i.i1001 = load i64, ptr %.38.i.i1000, align 8
  %.58.i = icmp slt i64 %.39.i.i1001, 3
  br i1 %.58.i, label %B3238, label %B3160
B3160:                                            ; preds = %B3126
  store i32 %.2835, ptr %.2770, align 4
  %.2844 = shl i64 %used.7.31058, 2
  %.2845 = add i64 %.2844, %.8.i883
  %.2846 = inttoptr i64 %.2845 to ptr
  store i32 %.33.i991, ptr %.2846, align 4
  %.2851 = add nsw i64 %used.7.31058, 1
  br label %B3238
B3238:                                            ; preds = %B3006, %B3126, %B3160, %B3082
  %used.8.4 = phi i64 [ %.2851, %B3160 ], [ %used.7.31058, %B3126 ], [ %used.7.31058, %B3082 ], [ %used.7.31058, %B3006 ]
  %.2680 = icmp sgt i64 %.2627.11060, 0
  %.2693 = zext i1 %.2680 to i64
  %.2624.1 = add i64 %.2624.11059, %.2693
  %.2689 = sext i1 %.2680 to i64
  %.2627.1 = add nsw i64 %.2627.11060, %.2689
  br i1 %.2680, label %B3006, label %B2870.loopexit
B3242:                                            ; preds = %B2870.loopexit, %B2722
  %used.6.2.lcssa = phi i64 [ %used.3.01088, %B2722 ], [ %used.7.3.lcssa, %B2870.loopexit ]
  %.2893 = load i32, ptr %.2386, align 4
  %10 = trunc i64 %used.6.2.lcssa to i32
  %.2898 = sub i32 %10, %.2893
  %.2900 = add i64 %.2899, %.2329
  %.2901 = inttoptr i64 %.2900 to ptr
  store i32 %.2898, ptr %.2901, align 4
  %.2909 = add i64 %.2908, %.2329
  %.2910 = inttoptr i64 %.2909 to ptr
  store i32 %10, ptr %.2910, align 4
  %.29991073 = icmp sgt i64 %.2428, 0
  br i1 %.29991073, label %B3396.preheader, label %B3576
B3396.preheader:                                  ; preds = %B3242
  %.2946.11077 = add nsw i64 %storemerge858, -1
  %.2943.11075 = add nsw i64 %.2364, 1
  br label %B3396
B3396:                                            ; preds = %B3396.preheader, %B3574
  %.2989.sroa.0.01082 = phi i64 [ %.2989.sroa.0.0, %B3574 ], [ %.2364, %B3396.preheader ]
  %.2946.11081 = phi i64 [ %.2946.1, %B3574 ], [ %.2946.11077, %B3396.preheader ]
  %.2943.11080 = phi i64 [ %.2943.1, %B3574 ], [ %.2943.11075, %B3396.preheader ]
  %used.5.21079 = phi i64 [ %used.9.3, %B3574 ], [ %used.6.2.lcssa, %B3396.preheader ]
  %.3046 = shl i64 %.2989.sroa.0.01082, 2
  %.3047 = add i64 %.3046, %.8.i874
  %.3048 = inttoptr i64 %.3047 to ptr
  %.3049 = load i32, ptr %.3048, align 4
  %.3050 = sext i32 %.3049 to i64
  %.3052 = icmp eq i64 %.2277.sroa.0.01091, %.3050
  br i1 %.3052, label %B3438, label %B3574
B3438:                                            ; preds = %B3396
  %.3061 = add i64 %.2989.sroa.0.01082, %.8.i20.i
  %.3062 = inttoptr i64 %.3061 to ptr
  %.3063 = load i8, ptr %.3062, align 1
  %11 = and i8 %.3063, 2
  %.3066.not = icmp eq i8 %11, 0
  br i1 %.3066.not, label %B3574, label %B3496
B3496:                                            ; preds = %B3438
  %.29.i.i1004 = add i64 %.3046, %.8.i14.i
  %.30.i.i1005 = inttoptr i64 %.29.i.i1004 to ptr
  %.31.i.i1006 = load i32, ptr %.30.i.i1005, align 4
  %12 = ashr i32 %.31.i.i1006, 1
  %.33.i.i1007 = sext i32 %12 to i64
  %.36.i.i1008 = shl nsw i64 %.33.i.i1007, 5
  %.37.i.i1009 = add i64 %.36.i.i1008, %.8.i
  %.38.i.i1010 = inttoptr i64 %.37.i.i1009 to ptr
  %.39.i.i1011 = load i64, ptr %.38.i.i1010, align 8
  %.58.i1012 = icmp slt i64 %.39.i.i1011, 3
  br i1 %.58.i1012, label %B3574, label %B3530
B3530:                                            ; preds = %B3496
  %.3117 = trunc i64 %.2989.sroa.0.01082 to i32
  %.3118 = shl i64 %used.5.21079, 2
  %.3119 = add i64 %.3118, %.8.i883
  %.3120 = inttoptr i64 %.3119 to ptr
  store i32 %.3117, ptr %.3120, align 4
  %.3125 = add nsw i64 %used.5.21079, 1
  br label %B3574
B3574:                                            ; preds = %B3496, %B3530, %B3438, %B3396
  %used.9.3 = phi i64 [ %.3125, %B3530 ], [ %used.5.21079, %B3496 ], [ %used.5.21079, %B3438 ], [ %used.5.21079, %B3396 ]
  %.2999 = icmp sgt i64 %.2946.11081, 0
  %.3012 = zext i1 %.2999 to i64
  %.2943.1 = add i64 %.2943.11080, %.3012
  %.3008 = sext i1 %.2999 to i64
  %.2946.1 = add nsw i64 %.2946.11081, %.3008
  %.2989.sroa.0.0 = select i1 %.2999, i64 %.2943.11080, i64 0
  br i1 %.2999, label %B3396, label %B3576
B3576:                                            ; preds = %B3574, %B3242
  %used.5.2.lcssa = phi i64 [ %used.6.2.lcssa, %B3242 ], [ %used.9.3, %B3574 ]
  %.3158 = load i32, ptr %.2910, align 4
  %13 = trunc i64 %used.5.2.lcssa to i32
  %.3165 = sub i32 %13, %.3158
  %.3167 = add i64 %.3149, %.2329
  %.3168 = inttoptr i64 %.3167 to ptr
  store i32 %.3165, ptr %.3168, align 4
  br label %B3662
B3661:                                            ; preds = %B534, %B764, %B1936
  %missing.3.1 = phi i64 [ %missing.2.01025, %B764 ], [ %missing.4.2, %B1936 ], [ %missing.2.01025, %B534 ]
  %count.4.1 = phi i64 [ %count.3.01026, %B764 ], [ %count.5.2, %B1936 ], [ %count.3.01026, %B534 ]
  %kind.3.1 = phi i64 [ %kind.2.01027, %B764 ], [ %kind.4.2, %B1936 ], [ %kind.2.01027, %B534 ]
  %start.4.1 = phi i64 [ %start.3.01028, %B764 ], [ %start.5.2, %B1936 ], [ %start.3.01028, %B534 ]
  %iteration.3.1 = phi i64 [ %iteration.2.01029, %B764 ], [ %iteration.4.2, %B1936 ], [ %iteration.2.01029, %B534 ]
  %.430 = icmp sgt i64 %.376.11030, 0
  %.439 = sext i1 %.430 to i64
  %.376.1 = add nsw i64 %.376.11030, %.439
  %.443 = zext i1 %.430 to i64
  %.373.1 = add i64 %.373.11031, %.443
  %.420.sroa.0.0 = select i1 %.430, i64 %.373.11031, i64 0
  br i1 %.430, label %B534, label %B1974
B3662:                                            ; preds = %B2648, %B3576
  %used.4.1 = phi i64 [ %used.5.2.lcssa, %B3576 ], [ %used.3.01088, %B2648 ]
  %.2287 = icmp sgt i64 %.2233.11090, 0
  %.2300 = zext i1 %.2287 to i64
  %.2230.1 = add i64 %.2230.11089, %.2300
  %.2296 = sext i1 %.2287 to i64
  %.2233.1 = add nsw i64 %.2233.11090, %.2296
  %.2277.sroa.0.0 = select i1 %.2287, i64 %.2230.11089, i64 0
  br i1 %.2287, label %B2648, label %common.ret
}
declare i64 @PyList_GetItem(i64, i64) local_unnamed_addr
declare i64 @PyLong_AsLongLong(i64) local_unnamed_addr
declare i64 @PyTuple_GetItem(i64, i64) local_unnamed_addr
declare double @PyFloat_AsDouble(i64) local_unnamed_addr
define i64 @sweep_plan(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9) local_unnamed_addr {
entry:
  %.11 = alloca i64, align 8
  store i64 0, ptr %.11, align 8
  call fastcc void @helper_0(ptr %.11, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9)
  %.25 = load i64, ptr %.11, align 8
  ret i64 %.25
}
define internal fastcc void @helper_4(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.start, i64 %arg.stop, i64 %arg.early, i64 %arg.classes) unnamed_addr {
entry:
  %.6.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.6.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.34.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.60.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.6.i15.i = add i64 %.60.i, 16
  %.7.i16.i = inttoptr i64 %.6.i15.i to ptr
  %.8.i17.i = load i64, ptr %.7.i16.i, align 8
  %.86.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i18.i = add i64 %.86.i, 16
  %.7.i19.i = inttoptr i64 %.6.i18.i to ptr
  %.8.i20.i = load i64, ptr %.7.i19.i, align 8
  %.111.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.6.i111 = add i64 %arg.classes, 16
  %.7.i = inttoptr i64 %.6.i111 to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.120 = sub i64 %arg.stop, %arg.start
  %.163127 = icmp sgt i64 %.120, 0
  br i1 %.163127, label %B98.lr.ph, label %B458
B98.lr.ph:                                        ; preds = %entry
  %.107.1131 = add i64 %arg.start, 1
  %.110.1129 = add nsw i64 %.120, -1
  %0 = icmp eq i64 %arg.early, 0
  %.28.i = add i64 %.8.i.i, 4
  %.29.i = add i64 %.8.i.i, 8
  %.29.i122 = add i64 %.8.i.i, 12
  br label %B98
B98:                                              ; preds = %B98.lr.ph, %B459
  %.153.sroa.0.0135 = phi i64 [ %arg.start, %B98.lr.ph ], [ %.153.sroa.0.0, %B459 ]
  %.107.1134 = phi i64 [ %.107.1131, %B98.lr.ph ], [ %.107.1, %B459 ]
  %.110.1133 = phi i64 [ %.110.1129, %B98.lr.ph ], [ %.110.1, %B459 ]
  %.27.i.i.i = shl i64 %.153.sroa.0.0135, 4
  %.28.i.i.i = add i64 %.27.i.i.i, %.8.i.i
  %.29.i.i.i = inttoptr i64 %.28.i.i.i to ptr
  %.30.i.i.i = load i32, ptr %.29.i.i.i, align 4
  %.31.i.i.i = sext i32 %.30.i.i.i to i64
  %.59.i.i = add i64 %.8.i, %.31.i.i.i
  %.60.i.i = inttoptr i64 %.59.i.i to ptr
  %.61.i.i = load i8, ptr %.60.i.i, align 1
  %.62.i = icmp eq i8 %.61.i.i, 4
  br i1 %.62.i, label %B56.i, label %B459
B56.i:                                            ; preds = %B98
  %.78.i = add i64 %.153.sroa.0.0135, %.8.i20.i
  %.79.i = inttoptr i64 %.78.i to ptr
  %.80.i = load i8, ptr %.79.i, align 1
  %1 = and i8 %.80.i, 64
  %2 = icmp eq i8 %1, 0
  %3 = xor i1 %0, %2
  br i1 %3, label %B459, label %B138
B138:                                             ; preds = %B56.i
  %.31.i = add i64 %.28.i, %.27.i.i.i
  %.32.i = inttoptr i64 %.31.i to ptr
  %.33.i = load i32, ptr %.32.i, align 4
  %.34.i112 = sext i32 %.33.i to i64
  %.286 = tail call i64 @PyList_GetItem(i64 %.111.i, i64 %.34.i112)
  %.6.i113 = add i64 %.286, 16
  %.7.i114 = inttoptr i64 %.6.i113 to ptr
  %.8.i115 = load i64, ptr %.7.i114, align 8
  %.31.i117 = add i64 %.29.i, %.27.i.i.i
  %.32.i118 = inttoptr i64 %.31.i117 to ptr
  %.33.i119 = load i32, ptr %.32.i118, align 4
  %.34.i120 = sext i32 %.33.i119 to i64
  %.31.i123 = add i64 %.29.i122, %.27.i.i.i
  %.32.i124 = inttoptr i64 %.31.i123 to ptr
  %.33.i125 = load i32, ptr %.32.i124, align 4
  %.381.not = icmp eq i32 %.33.i125, 0
  %.417 = shl i64 %.153.sroa.0.0135, 3
  %.418 = add i64 %.417, %.8.i17.i
  %.419 = inttoptr i64 %.418 to ptr
  br i1 %.381.not, label %B384, label %B304
B304:                                             ; preds = %B138
  %.391 = shl nsw i64 %.34.i120, 2
  %.392 = add i64 %.391, %.8.i115
  %.393 = inttoptr i64 %.392 to ptr
  %.394 = load float, ptr %.393, align 4
  store float %.394, ptr %.419, align 4
  br label %B459
B384:                                             ; preds = %B138
  %.408 = shl nsw i64 %.34.i120, 3
  %.409 = add i64 %.408, %.8.i115
  %.410 = inttoptr i64 %.409 to ptr
  %.411 = load double, ptr %.410, align 8
  store double %.411, ptr %.419, align 8
  br label %B459
B458:                                             ; preds = %B459, %entry
  store i64 0, ptr %retptr, align 8
  ret void
B459:                                             ; preds = %B98, %B56.i, %B384, %B304
  %.163 = icmp sgt i64 %.110.1133, 0
  %.172 = sext i1 %.163 to i64
  %.110.1 = add nsw i64 %.110.1133, %.172
  %.176 = zext i1 %.163 to i64
  %.107.1 = add i64 %.107.1134, %.176
  %.153.sroa.0.0 = select i1 %.163, i64 %.107.1134, i64 0
  br i1 %.163, label %B98, label %B458
}
define i64 @sweep_pick(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5) local_unnamed_addr {
entry:
  %.7 = alloca i64, align 8
  store i64 0, ptr %.7, align 8
  call fastcc void @helper_4(ptr %.7, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5)
  %.21 = load i64, ptr %.7, align 8
  ret i64 %.21
}
define internal fastcc void @helper_5(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.adjoints, i64 %arg.start, i64 %arg.stop, i64 %arg.early, i64 %arg.classes) unnamed_addr {
entry:
  %.6.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.6.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.34.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.60.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.86.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i18.i = add i64 %.86.i, 16
  %.7.i19.i = inttoptr i64 %.6.i18.i to ptr
  %.8.i20.i = load i64, ptr %.7.i19.i, align 8
  %.111.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.6.i121 = add i64 %arg.classes, 16
  %.7.i = inttoptr i64 %.6.i121 to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.86 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 0)
  %.6.i122 = add i64 %.86, 16
  %.7.i123 = inttoptr i64 %.6.i122 to ptr
  %.8.i124 = load i64, ptr %.7.i123, align 8
  %.111 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 1)
  %.112 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 2)
  %.160 = sub i64 %arg.start, %arg.stop
  %.161 = icmp sgt i64 %.160, 0
  %.180 = sub nsw i64 0, %.160
  %storemerge = select i1 %.161, i64 0, i64 %.180
  %.204149 = icmp sgt i64 %storemerge, 0
  br i1 %.204149, label %B236.lr.ph, label %B794
B236.lr.ph:                                       ; preds = %entry
  %.122 = add nsw i64 %arg.stop, -1
  %.147.1153 = add i64 %arg.stop, -2
  %.150.1151 = add nsw i64 %storemerge, -1
  %0 = icmp eq i64 %arg.early, 0
  %.28.i = add i64 %.8.i.i, 4
  %.29.i = add i64 %.8.i.i, 8
  %.29.i132 = add i64 %.8.i.i, 12
  br label %B236
B236:                                             ; preds = %B236.lr.ph, %B795
  %.194.sroa.0.0157 = phi i64 [ %.122, %B236.lr.ph ], [ %.194.sroa.0.0, %B795 ]
  %.147.1156 = phi i64 [ %.147.1153, %B236.lr.ph ], [ %.147.1, %B795 ]
  %.150.1155 = phi i64 [ %.150.1151, %B236.lr.ph ], [ %.150.1, %B795 ]
  %.27.i.i.i = shl i64 %.194.sroa.0.0157, 4
  %.28.i.i.i = add i64 %.27.i.i.i, %.8.i.i
  %.29.i.i.i = inttoptr i64 %.28.i.i.i to ptr
  %.30.i.i.i = load i32, ptr %.29.i.i.i, align 4
  %.31.i.i.i = sext i32 %.30.i.i.i to i64
  %.59.i.i = add i64 %.8.i, %.31.i.i.i
  %.60.i.i = inttoptr i64 %.59.i.i to ptr
  %.61.i.i = load i8, ptr %.60.i.i, align 1
  %.62.i = icmp eq i8 %.61.i.i, 4
  br i1 %.62.i, label %B56.i, label %B795
B56.i:                                            ; preds = %B236
  %.78.i = add i64 %.194.sroa.0.0157, %.8.i20.i
  %.79.i = inttoptr i64 %.78.i to ptr
  %.80.i = load i8, ptr %.79.i, align 1
  %1 = and i8 %.80.i, 64
  %2 = icmp eq i8 %1, 0
  %3 = xor i1 %0, %2
  br i1 %3, label %B795, label %B276
B276:                                             ; preds = %B56.i
  %.31.i = add i64 %.28.i, %.27.i.i.i
  %.32.i = inttoptr i64 %.31.i to ptr
  %.33.i = load i32, ptr %.32.i, align 4
  %.34.i125 = sext i32 %.33.i to i64
  %.325 = tail call i64 @PyList_GetItem(i64 %.111, i64 %.34.i125)
  %.31.i127 = add i64 %.29.i, %.27.i.i.i
  %.32.i128 = inttoptr i64 %.31.i127 to ptr
  %.33.i129 = load i32, ptr %.32.i128, align 4
  %.34.i130 = sext i32 %.33.i129 to i64
  %.366 = icmp eq i64 %.325, %.112
  br i1 %.366, label %B795, label %B384
B384:                                             ; preds = %B276
  %.372 = add i64 %.194.sroa.0.0157, %.8.i20.i
  %.373 = inttoptr i64 %.372 to ptr
  %.374 = load i8, ptr %.373, align 1
  %4 = and i8 %.374, 4
  %.377 = icmp eq i8 %4, 0
  br i1 %.377, label %B795, label %B452
B452:                                             ; preds = %B384
  %.31.i133 = add i64 %.29.i132, %.27.i.i.i
  %.32.i134 = inttoptr i64 %.31.i133 to ptr
  %.33.i135 = load i32, ptr %.32.i134, align 4
  %.418.not = icmp eq i32 %.33.i135, 0
  %.6.i143 = add i64 %.325, 16
  %.7.i144 = inttoptr i64 %.6.i143 to ptr
  %.8.i145 = load i64, ptr %.7.i144, align 8
  %.558 = shl i64 %.194.sroa.0.0157, 3
  %.559 = add i64 %.558, %.8.i124
  %.560 = inttoptr i64 %.559 to ptr
  br i1 %.418.not, label %B642, label %B486
B486:                                             ; preds = %B452
  %.475 = shl nsw i64 %.34.i130, 2
  %.476 = add i64 %.8.i145, %.475
  %.477 = inttoptr i64 %.476 to ptr
  %.478 = load float, ptr %.477, align 4
  %.487 = load float, ptr %.560, align 4
  %.488 = fadd float %.478, %.487
  store float %.488, ptr %.477, align 4
  br label %B795
B642:                                             ; preds = %B452
  %.552 = shl nsw i64 %.34.i130, 3
  %.553 = add i64 %.8.i145, %.552
  %.554 = inttoptr i64 %.553 to ptr
  %.555 = load double, ptr %.554, align 8
  %.561 = load double, ptr %.560, align 8
  %.564 = fadd double %.555, %.561
  store double %.564, ptr %.554, align 8
  br label %B795
B794:                                             ; preds = %B795, %entry
  store i64 0, ptr %retptr, align 8
  ret void
B795:                                             ; preds = %B236, %B384, %B276, %B56.i, %B642, %B486
  %.204 = icmp sgt i64 %.150.1155, 0
  %.213 = sext i1 %.204 to i64
  %.150.1 = add nsw i64 %.150.1155, %.213
  %.217 = sext i1 %.204 to i64
  %.147.1 = add i64 %.147.1156, %.217
  %.194.sroa.0.0 = select i1 %.204, i64 %.147.1156, i64 0
  br i1 %.204, label %B236, label %B794
}
define i64 @sweep_pick_reverse(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6) local_unnamed_addr {
entry:
  %.8 = alloca i64, align 8
  store i64 0, ptr %.8, align 8
  call fastcc void @helper_5(ptr %.8, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6)
  %.22 = load i64, ptr %.8, align 8
  ret i64 %.22
}
define internal fastcc void @helper_6(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.classes, i64 %arg.call_spans, i64 %arg.call_lists) unnamed_addr {
entry:
  %.6.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.6.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.34.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i12.i = add i64 %.34.i, 16
  %.7.i13.i = inttoptr i64 %.6.i12.i to ptr
  %.8.i14.i = load i64, ptr %.7.i13.i, align 8
  %.60.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.86.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i18.i = add i64 %.86.i, 16
  %.7.i19.i = inttoptr i64 %.6.i18.i to ptr
  %.8.i20.i = load i64, ptr %.7.i19.i, align 8
  %.111.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.6.i197 = add i64 %arg.classes, 16
  %.7.i = inttoptr i64 %.6.i197 to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i198 = add i64 %arg.call_spans, 16
  %.7.i199 = inttoptr i64 %.6.i198 to ptr
  %.8.i200 = load i64, ptr %.7.i199, align 8
  %.6.i201 = add i64 %arg.call_lists, 16
  %.7.i202 = inttoptr i64 %.6.i201 to ptr
  %.8.i203 = load i64, ptr %.7.i202, align 8
  %.256224 = icmp sgt i64 %arg.n, 0
  br i1 %.256224, label %B164.lr.ph, label %B692
B164.lr.ph:                                       ; preds = %entry
  %.202.1226 = add nsw i64 %arg.n, -1
  %.28.i = add i64 %.8.i.i, 4
  %.391 = add i64 %.8.i200, 4
  br label %B164
B164:                                             ; preds = %B164.lr.ph, %B688
  %.246.sroa.0.0230 = phi i64 [ 0, %B164.lr.ph ], [ %.246.sroa.0.0, %B688 ]
  %.199.1229 = phi i64 [ 1, %B164.lr.ph ], [ %.199.1, %B688 ]
  %.202.1228 = phi i64 [ %.202.1226, %B164.lr.ph ], [ %.202.1, %B688 ]
  %.27.i.i = shl i64 %.246.sroa.0.0230, 4
  %.28.i.i = add i64 %.27.i.i, %.8.i.i
  %.29.i.i = inttoptr i64 %.28.i.i to ptr
  %.30.i.i = load i32, ptr %.29.i.i, align 4
  %.31.i.i = sext i32 %.30.i.i to i64
  %.59.i = add i64 %.8.i, %.31.i.i
  %.60.i204 = inttoptr i64 %.59.i to ptr
  %.61.i = load i8, ptr %.60.i204, align 1
  %.341 = icmp eq i8 %.61.i, 3
  br i1 %.341, label %B226, label %B436
B226:                                             ; preds = %B164
  %.31.i = add i64 %.28.i, %.27.i.i
  %.32.i = inttoptr i64 %.31.i to ptr
  %.33.i = load i32, ptr %.32.i, align 4
  %.34.i205 = sext i32 %.33.i to i64
  %.384 = shl nsw i64 %.34.i205, 2
  %.385 = add i64 %.384, %.8.i200
  %.386 = inttoptr i64 %.385 to ptr
  %.387 = load i32, ptr %.386, align 4
  %.388 = sext i32 %.387 to i64
  %.392 = add i64 %.391, %.384
  %.393 = inttoptr i64 %.392 to ptr
  %.394 = load i32, ptr %.393, align 4
  %.395 = sext i32 %.394 to i64
  %.432 = sub nsw i64 %.395, %.388
  %.478215.not = icmp slt i64 %.432, 1
  br i1 %.478215.not, label %B436, label %B356
B356:                                             ; preds = %B226, %B356
  %needed.3.1218 = phi i64 [ %.532, %B356 ], [ 0, %B226 ]
  %.422.0217 = phi i64 [ %.487, %B356 ], [ %.432, %B226 ]
  %.419.0216 = phi i64 [ %.491, %B356 ], [ %.388, %B226 ]
  %0 = shl i64 %.419.0216, 2
  %.487 = add nsw i64 %.422.0217, -1
  %.491 = add nsw i64 %.419.0216, 1
  %.522 = add i64 %0, %.8.i203
  %.523 = inttoptr i64 %.522 to ptr
  %.524 = load i32, ptr %.523, align 4
  %.525 = sext i32 %.524 to i64
  %.527 = add i64 %.8.i20.i, %.525
  %.528 = inttoptr i64 %.527 to ptr
  %.529 = load i8, ptr %.528, align 1
  %.530231 = zext i8 %.529 to i64
  %.532 = or i64 %needed.3.1218, %.530231
  %.478 = icmp sgt i64 %.422.0217, 1
  br i1 %.478, label %B356, label %B436
B436:                                             ; preds = %B356, %B226, %B164
  %needed.5.2 = phi i64 [ 0, %B164 ], [ 0, %B226 ], [ %.532, %B356 ]
  switch i8 %.61.i, label %B78.i [
    i8 1, label %helper_3.exit
    i8 2, label %B80.i
    i8 4, label %B80.i
  ]
B78.i:                                            ; preds = %B436
  br label %helper_3.exit
B80.i:                                            ; preds = %B436, %B436
  br label %helper_3.exit
helper_3.exit: ; preds = %B436, %B78.i, %B80.i
  %.657219 = phi i1 [ true, %B436 ], [ false, %B78.i ], [ true, %B80.i ]
  %.615 = phi i64 [ 3, %B436 ], [ 0, %B78.i ], [ 1, %B80.i ]
  br i1 %.657219, label %B494.lr.ph, label %B576
B494.lr.ph:                                       ; preds = %helper_3.exit
  %.27.i206 = shl nsw i64 %.246.sroa.0.0230, 2
  %.28.i207 = or disjoint i64 %.27.i206, 1
  br label %B494
B494:                                             ; preds = %B494.lr.ph, %B494
  %needed.4.1222 = phi i64 [ %needed.5.2, %B494.lr.ph ], [ %.735, %B494 ]
  %.604.0221 = phi i64 [ %.615, %B494.lr.ph ], [ %.666, %B494 ]
  %.601.0220 = phi i64 [ 0, %B494.lr.ph ], [ %.670, %B494 ]
  %.666 = add nsw i64 %.604.0221, -1
  %.670 = add nuw nsw i64 %.601.0220, 1
  %.29.i = add nuw nsw i64 %.28.i207, %.601.0220
  %.30.i = shl i64 %.29.i, 2
  %.31.i208 = add i64 %.30.i, %.8.i.i
  %.32.i209 = inttoptr i64 %.31.i208 to ptr
  %.33.i210 = load i32, ptr %.32.i209, align 4
  %.34.i211 = sext i32 %.33.i210 to i64
  %.730 = add i64 %.8.i20.i, %.34.i211
  %.731 = inttoptr i64 %.730 to ptr
  %.732 = load i8, ptr %.731, align 1
  %.733232 = zext i8 %.732 to i64
  %.735 = or i64 %needed.4.1222, %.733232
  %.657 = icmp sgt i64 %.604.0221, 1
  br i1 %.657, label %B494, label %B576
B576:                                             ; preds = %B494, %helper_3.exit
  %needed.4.1.lcssa = phi i64 [ %needed.5.2, %helper_3.exit ], [ %.735, %B494 ]
  %.744 = and i64 %needed.4.1.lcssa, 4
  %.747.not = icmp eq i64 %.744, 0
  br i1 %.747.not, label %B688, label %B596
B596:                                             ; preds = %B576
  %.752 = shl i64 %.246.sroa.0.0230, 2
  %.753 = add i64 %.752, %.8.i14.i
  %.754 = inttoptr i64 %.753 to ptr
  %.755 = load i32, ptr %.754, align 4
  %1 = and i32 %.755, 1
  %.758.not = icmp eq i32 %1, 0
  br i1 %.758.not, label %B688, label %B644
B644:                                             ; preds = %B596
  %.29.i212 = add i64 %.246.sroa.0.0230, %.8.i20.i
  %.30.i213 = inttoptr i64 %.29.i212 to ptr
  %.31.i214 = load i8, ptr %.30.i213, align 1
  %2 = or i8 %.31.i214, 4
  store i8 %2, ptr %.30.i213, align 1
  br label %B688
B688:                                             ; preds = %B644, %B596, %B576
  %.256 = icmp sgt i64 %.202.1228, 0
  %.265 = sext i1 %.256 to i64
  %.202.1 = add nsw i64 %.202.1228, %.265
  %.269 = zext i1 %.256 to i64
  %.199.1 = add i64 %.199.1229, %.269
  %.246.sroa.0.0 = select i1 %.256, i64 %.199.1229, i64 0
  br i1 %.256, label %B164, label %B692
B692:                                             ; preds = %B688, %entry
  store i64 0, ptr %retptr, align 8
  ret void
}
define i64 @sweep_mark_needed(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5) local_unnamed_addr {
entry:
  %.7 = alloca i64, align 8
  store i64 0, ptr %.7, align 8
  call fastcc void @helper_6(ptr %.7, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5)
  %.21 = load i64, ptr %.7, align 8
  ret i64 %.21
}
define internal fastcc void @helper_7(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.classes, i64 %arg.call_spans, i64 %arg.call_lists, i64 %arg.roots, i64 %arg.root_count) unnamed_addr {
entry:
  %.6.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i = add i64 %.6.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  %.34.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.60.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.86.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i18.i = add i64 %.86.i, 16
  %.7.i19.i = inttoptr i64 %.6.i18.i to ptr
  %.8.i20.i = load i64, ptr %.7.i19.i, align 8
  %.111.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.6.i281 = add i64 %arg.classes, 16
  %.7.i = inttoptr i64 %.6.i281 to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.6.i282 = add i64 %arg.call_spans, 16
  %.7.i283 = inttoptr i64 %.6.i282 to ptr
  %.8.i284 = load i64, ptr %.7.i283, align 8
  %.6.i285 = add i64 %arg.call_lists, 16
  %.7.i286 = inttoptr i64 %.6.i285 to ptr
  %.8.i287 = load i64, ptr %.7.i286, align 8
  %.264333.not = icmp slt i64 %arg.n, 1
  br i1 %.264333.not, label %B266, label %B162
B162:                                             ; preds = %entry, %B162
  %.208.0335 = phi i64 [ %.277, %B162 ], [ 0, %entry ]
  %.277 = add nuw nsw i64 %.208.0335, 1
  %.307 = add i64 %.208.0335, %.8.i20.i
  %.308 = inttoptr i64 %.307 to ptr
  %.309 = load i8, ptr %.308, align 1
  %0 = and i8 %.309, -9
  store i8 %0, ptr %.308, align 1
  %exitcond.not = icmp eq i64 %arg.n, %.277
  br i1 %exitcond.not, label %B266, label %B162
B266:                                             ; preds = %B162, %entry
  %.405336 = icmp sgt i64 %arg.root_count, 0
  br i1 %.405336, label %B298.preheader, label %B388
B298.preheader:                                   ; preds = %B266
  %.352.1338 = add nsw i64 %arg.root_count, -1
  br label %B298
B298:                                             ; preds = %B298.preheader, %helper_8.exit
  %.349.1342 = phi i64 [ %.349.1, %helper_8.exit ], [ 1, %B298.preheader ]
  %.352.1341 = phi i64 [ %.352.1, %helper_8.exit ], [ %.352.1338, %B298.preheader ]
  %.349.0340 = phi i64 [ %.349.1342, %helper_8.exit ], [ 0, %B298.preheader ]
  %.445 = tail call i64 @PyList_GetItem(i64 %arg.roots, i64 %.349.0340)
  %.446 = tail call i64 @PyLong_AsLongLong(i64 %.445)
  %.28.i = add i64 %.446, %.8.i20.i
  %.29.i = inttoptr i64 %.28.i to ptr
  %.30.i = load i8, ptr %.29.i, align 1
  %1 = and i8 %.30.i, 4
  %.33.not.i = icmp eq i8 %1, 0
  br i1 %.33.not.i, label %helper_8.exit, label %B62.i
B62.i:                                            ; preds = %B298
  %2 = or i8 %.30.i, 8
  store i8 %2, ptr %.29.i, align 1
  br label %helper_8.exit
helper_8.exit: ; preds = %B298, %B62.i
  %.405 = icmp sgt i64 %.352.1341, 0
  %.414 = sext i1 %.405 to i64
  %.352.1 = add nsw i64 %.352.1341, %.414
  %.418 = zext i1 %.405 to i64
  %.349.1 = add i64 %.349.1342, %.418
  br i1 %.405, label %B298, label %B388
B388:                                             ; preds = %helper_8.exit, %B266
  %.571351 = icmp sgt i64 %arg.n, 0
  br i1 %.571351, label %B436.lr.ph, label %B1020
B436.lr.ph:                                       ; preds = %B388
  %.488 = add nsw i64 %arg.n, -1
  %.514.1355 = add nsw i64 %arg.n, -2
  %.517.1353 = add nsw i64 %arg.n, -1
  %.28.i298 = add i64 %.8.i.i, 4
  %.29.i310 = add i64 %.8.i.i, 8
  %.29.i322 = add i64 %.8.i.i, 12
  %.28.i289 = add i64 %.8.i.i, 4
  %.742 = add i64 %.8.i284, 4
  br label %B436
B436:                                             ; preds = %B436.lr.ph, %B1021
  %.561.sroa.0.0360 = phi i64 [ %.488, %B436.lr.ph ], [ %.561.sroa.0.0, %B1021 ]
  %.514.1359 = phi i64 [ %.514.1355, %B436.lr.ph ], [ %.514.1, %B1021 ]
  %.517.1358 = phi i64 [ %.517.1353, %B436.lr.ph ], [ %.517.1, %B1021 ]
  %consumed.2.0357 = phi i64 [ -1, %B436.lr.ph ], [ %consumed.3.1, %B1021 ]
  %.616 = add i64 %.561.sroa.0.0360, %.8.i20.i
  %.617 = inttoptr i64 %.616 to ptr
  %.618 = load i8, ptr %.617, align 1
  %.27.i.i = shl i64 %.561.sroa.0.0360, 4
  %.28.i.i = add i64 %.27.i.i, %.8.i.i
  %.29.i.i = inttoptr i64 %.28.i.i to ptr
  %.30.i.i = load i32, ptr %.29.i.i, align 4
  %.31.i.i = sext i32 %.30.i.i to i64
  %.59.i = add i64 %.8.i, %.31.i.i
  %.60.i288 = inttoptr i64 %.59.i to ptr
  %.61.i = load i8, ptr %.60.i288, align 1
  %3 = and i8 %.618, 8
  %.661 = icmp eq i8 %3, 0
  %.664 = icmp eq i8 %.61.i, 0
  %or.cond = select i1 %.661, i1 true, i1 %.664
  br i1 %or.cond, label %B1021, label %B566
B566:                                             ; preds = %B436
  %4 = and i8 %.618, 16
  %.689.not = icmp eq i8 %4, 0
  %spec.select = select i1 %.689.not, i64 %consumed.2.0357, i64 %.561.sroa.0.0360
  %.696 = icmp eq i8 %.61.i, 3
  br i1 %.696, label %B612, label %B808
B612:                                             ; preds = %B566
  %.31.i = add i64 %.28.i289, %.27.i.i
  %.32.i = inttoptr i64 %.31.i to ptr
  %.33.i = load i32, ptr %.32.i, align 4
  %.34.i290 = sext i32 %.33.i to i64
  %.735 = shl nsw i64 %.34.i290, 2
  %.736 = add i64 %.735, %.8.i284
  %.737 = inttoptr i64 %.736 to ptr
  %.738 = load i32, ptr %.737, align 4
  %.739 = sext i32 %.738 to i64
  %.743 = add i64 %.742, %.735
  %.744 = inttoptr i64 %.743 to ptr
  %.745 = load i32, ptr %.744, align 4
  %.746 = sext i32 %.745 to i64
  %.783 = sub nsw i64 %.746, %.739
  %.826343 = icmp sgt i64 %.783, 0
  br i1 %.826343, label %B742.preheader, label %B1021
B742.preheader:                                   ; preds = %B612
  %.773.1347 = add nsw i64 %.783, -1
  %.770.1345 = add nsw i64 %.739, 1
  br label %B742
B742:                                             ; preds = %B742.preheader, %helper_8.exit296
  %.773.1350 = phi i64 [ %.773.1, %helper_8.exit296 ], [ %.773.1347, %B742.preheader ]
  %.770.1349 = phi i64 [ %.770.1, %helper_8.exit296 ], [ %.770.1345, %B742.preheader ]
  %.770.0348 = phi i64 [ %.770.1349, %helper_8.exit296 ], [ %.739, %B742.preheader ]
  %5 = shl i64 %.770.0348, 2
  %.867 = add i64 %5, %.8.i287
  %.868 = inttoptr i64 %.867 to ptr
  %.869 = load i32, ptr %.868, align 4
  %.870 = sext i32 %.869 to i64
  %.28.i291 = add i64 %.8.i20.i, %.870
  %.29.i292 = inttoptr i64 %.28.i291 to ptr
  %.30.i293 = load i8, ptr %.29.i292, align 1
  %6 = and i8 %.30.i293, 4
  %.33.not.i294 = icmp eq i8 %6, 0
  br i1 %.33.not.i294, label %helper_8.exit296, label %B62.i295
B62.i295:                                         ; preds = %B742
  %7 = or i8 %.30.i293, 8
  store i8 %7, ptr %.29.i292, align 1
  br label %helper_8.exit296
helper_8.exit296: ; preds = %B742, %B62.i295
  %.826 = icmp sgt i64 %.773.1350, 0
  %.839 = zext i1 %.826 to i64
  %.770.1 = add i64 %.770.1349, %.839
  %.835 = sext i1 %.826 to i64
  %.773.1 = add nsw i64 %.773.1350, %.835
  br i1 %.826, label %B742, label %B1021
B808:                                             ; preds = %B566
  %.31.i299 = add i64 %.28.i298, %.27.i.i
  %.32.i300 = inttoptr i64 %.31.i299 to ptr
  %.33.i301 = load i32, ptr %.32.i300, align 4
  %.34.i302 = sext i32 %.33.i301 to i64
  %.28.i303 = add i64 %.8.i20.i, %.34.i302
  %.29.i304 = inttoptr i64 %.28.i303 to ptr
  %.30.i305 = load i8, ptr %.29.i304, align 1
  %8 = and i8 %.30.i305, 4
  %.33.not.i306 = icmp eq i8 %8, 0
  br i1 %.33.not.i306, label %helper_8.exit308, label %B62.i307
B62.i307:                                         ; preds = %B808
  %9 = or i8 %.30.i305, 8
  store i8 %9, ptr %.29.i304, align 1
  br label %helper_8.exit308
helper_8.exit308: ; preds = %B808, %B62.i307
  %.976 = icmp eq i8 %.61.i, 1
  br i1 %.976, label %B892, label %B1021
B892:                                             ; preds = %helper_8.exit308
  %.31.i311 = add i64 %.29.i310, %.27.i.i
  %.32.i312 = inttoptr i64 %.31.i311 to ptr
  %.33.i313 = load i32, ptr %.32.i312, align 4
  %.34.i314 = sext i32 %.33.i313 to i64
  %.28.i315 = add i64 %.8.i20.i, %.34.i314
  %.29.i316 = inttoptr i64 %.28.i315 to ptr
  %.30.i317 = load i8, ptr %.29.i316, align 1
  %10 = and i8 %.30.i317, 4
  %.33.not.i318 = icmp eq i8 %10, 0
  br i1 %.33.not.i318, label %helper_8.exit320, label %B62.i319
B62.i319:                                         ; preds = %B892
  %11 = or i8 %.30.i317, 8
  store i8 %11, ptr %.29.i316, align 1
  br label %helper_8.exit320
helper_8.exit320: ; preds = %B892, %B62.i319
  %.31.i323 = add i64 %.29.i322, %.27.i.i
  %.32.i324 = inttoptr i64 %.31.i323 to ptr
  %.33.i325 = load i32, ptr %.32.i324, align 4
  %.34.i326 = sext i32 %.33.i325 to i64
  %.28.i327 = add i64 %.8.i20.i, %.34.i326
  %.29.i328 = inttoptr i64 %.28.i327 to ptr
  %.30.i329 = load i8, ptr %.29.i328, align 1
  %12 = and i8 %.30.i329, 4
  %.33.not.i330 = icmp eq i8 %12, 0
  br i1 %.33.not.i330, label %B1021, label %B62.i331
B62.i331:                                         ; preds = %helper_8.exit320
  %13 = or i8 %.30.i329, 8
  store i8 %13, ptr %.29.i328, align 1
  br label %B1021
B1020:                                            ; preds = %B1021, %B388
  %consumed.2.0.lcssa = phi i64 [ -1, %B388 ], [ %consumed.3.1, %B1021 ]
  store i64 %consumed.2.0.lcssa, ptr %retptr, align 8
  ret void
B1021:                                            ; preds = %helper_8.exit296, %B612, %B62.i331, %helper_8.exit320, %helper_8.exit308, %B436
  %consumed.3.1 = phi i64 [ %consumed.2.0357, %B436 ], [ %spec.select, %helper_8.exit308 ], [ %spec.select, %helper_8.exit320 ], [ %spec.select, %B62.i331 ], [ %spec.select, %B612 ], [ %spec.select, %helper_8.exit296 ]
  %.571 = icmp sgt i64 %.517.1358, 0
  %.580 = sext i1 %.571 to i64
  %.517.1 = add nsw i64 %.517.1358, %.580
  %.584 = sext i1 %.571 to i64
  %.514.1 = add i64 %.514.1359, %.584
  %.561.sroa.0.0 = select i1 %.571, i64 %.514.1359, i64 0
  br i1 %.571, label %B436, label %B1020
}
define i64 @sweep_mark_reached(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7) local_unnamed_addr {
entry:
  %.9 = alloca i64, align 8
  store i64 0, ptr %.9, align 8
  call fastcc void @helper_7(ptr %.9, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7)
  %.23 = load i64, ptr %.9, align 8
  ret i64 %.23
}
define internal fastcc void @helper_9(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.n, i64 %arg.live) unnamed_addr {
entry:
  %.6.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.34.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i12.i = add i64 %.34.i, 16
  %.7.i13.i = inttoptr i64 %.6.i12.i to ptr
  %.8.i14.i = load i64, ptr %.7.i13.i, align 8
  %.60.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.86.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i18.i = add i64 %.86.i, 16
  %.7.i19.i = inttoptr i64 %.6.i18.i to ptr
  %.8.i20.i = load i64, ptr %.7.i19.i, align 8
  %.111.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.6.i119 = add i64 %arg.live, 16
  %.7.i = inttoptr i64 %.6.i119 to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.177120 = icmp sgt i64 %arg.n, 0
  br i1 %.177120, label %B106.preheader, label %B404
B106.preheader:                                   ; preds = %entry
  %.124.1122 = add nsw i64 %arg.n, -1
  br label %B106
B106:                                             ; preds = %B106.preheader, %B402
  %.167.sroa.0.0128 = phi i64 [ %.167.sroa.0.0, %B402 ], [ 0, %B106.preheader ]
  %.121.1127 = phi i64 [ %.121.1, %B402 ], [ 1, %B106.preheader ]
  %.124.1126 = phi i64 [ %.124.1, %B402 ], [ %.124.1122, %B106.preheader ]
  %entrances.2.0125 = phi i64 [ %entrances.3.1, %B402 ], [ 0, %B106.preheader ]
  %count.2.0124 = phi i64 [ %count.3.1, %B402 ], [ 0, %B106.preheader ]
  %.222 = add i64 %.167.sroa.0.0128, %.8.i20.i
  %.223 = inttoptr i64 %.222 to ptr
  %.224 = load i8, ptr %.223, align 1
  %0 = and i8 %.224, 8
  %.227.not = icmp eq i8 %0, 0
  br i1 %.227.not, label %B210, label %B166
B166:                                             ; preds = %B106
  %1 = or i8 %.224, 16
  store i8 %1, ptr %.223, align 1
  br label %B210
B210:                                             ; preds = %B166, %B106
  %.276 = load i8, ptr %.223, align 1
  %2 = and i8 %.276, 1
  %.283.not = icmp eq i8 %2, 0
  br i1 %.283.not, label %B402, label %B272
B272:                                             ; preds = %B210
  %.291 = trunc i64 %.167.sroa.0.0128 to i32
  %.292 = shl i64 %count.2.0124, 2
  %.293 = add i64 %.292, %.8.i
  %.294 = inttoptr i64 %.293 to ptr
  store i32 %.291, ptr %.294, align 4
  %.297 = add nsw i64 %count.2.0124, 1
  %.309 = shl i64 %.167.sroa.0.0128, 2
  %.310 = add i64 %.309, %.8.i14.i
  %.311 = inttoptr i64 %.310 to ptr
  %.312 = load i32, ptr %.311, align 4
  %3 = and i32 %.312, 1
  %.317.not = icmp ne i32 %3, 0
  %4 = and i8 %.276, 16
  %.329 = icmp eq i8 %4, 0
  %or.cond = and i1 %.329, %.317.not
  %.337 = zext i1 %or.cond to i64
  %spec.select = add nsw i64 %entrances.2.0125, %.337
  br label %B402
B402:                                             ; preds = %B272, %B210
  %count.3.1 = phi i64 [ %count.2.0124, %B210 ], [ %.297, %B272 ]
  %entrances.3.1 = phi i64 [ %entrances.2.0125, %B210 ], [ %spec.select, %B272 ]
  %.177 = icmp sgt i64 %.124.1126, 0
  %.186 = sext i1 %.177 to i64
  %.124.1 = add nsw i64 %.124.1126, %.186
  %.190 = zext i1 %.177 to i64
  %.121.1 = add i64 %.121.1127, %.190
  %.167.sroa.0.0 = select i1 %.177, i64 %.121.1127, i64 0
  br i1 %.177, label %B106, label %B404.loopexit
B404.loopexit:                                    ; preds = %B402
  %5 = icmp eq i64 %entrances.3.1, 0
  %6 = select i1 %5, i64 %count.3.1, i64 -1
  br label %B404
B404:                                             ; preds = %B404.loopexit, %entry
  %entrances.2.0.lcssa = phi i64 [ 0, %entry ], [ %6, %B404.loopexit ]
  store i64 %entrances.2.0.lcssa, ptr %retptr, align 8
  ret void
}
define i64 @sweep_consume(i64 %.1, i64 %.2, i64 %.3) local_unnamed_addr {
entry:
  %.5 = alloca i64, align 8
  store i64 0, ptr %.5, align 8
  call fastcc void @helper_9(ptr %.5, i64 %.1, i64 %.2, i64 %.3)
  %.19 = load i64, ptr %.5, align 8
  ret i64 %.19
}
define internal fastcc void @helper_10(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.none, i64 %arg.start, i64 %arg.stop, i64 %arg.size, i64 %arg.single, i64 %arg.dims, i64 %arg.ndim, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.work) unnamed_addr {
entry:
  %.68 = alloca ptr, align 8
  store ptr null, ptr %.68, align 8
  %.98 = alloca i64, align 8
  store i64 0, ptr %.98, align 8
  %.48.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i = add i64 %.48.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  br label %B104.i
B104.i:                                           ; preds = %B104.i, %entry
  %.101.0160.i = phi i64 [ 0, %entry ], [ %.170.i, %B104.i ]
  %0 = shl i64 %.101.0160.i, 3
  %.170.i = add nuw nsw i64 %.101.0160.i, 1
  %.197.i = add i64 %0, %.8.i.i
  %.198.i = inttoptr i64 %.197.i to ptr
  store i64 0, ptr %.198.i, align 8
  %exitcond.not.i = icmp eq i64 %.170.i, 13
  br i1 %exitcond.not.i, label %helper_11.exit, label %B104.i
helper_11.exit: ; preds = %B104.i
  %.209.i = inttoptr i64 %.8.i.i to ptr
  store i64 %arg.size, ptr %.209.i, align 8
  %.214.not.i = icmp eq i64 %arg.single, 0
  %..i = select i1 %.214.not.i, i64 8, i64 4
  %.239.i = add i64 %.8.i.i, 16
  %.240.i = inttoptr i64 %.239.i to ptr
  store i64 %..i, ptr %.240.i, align 8
  %.6.i137.i = add i64 %arg.dims, 16
  %.7.i138.i = inttoptr i64 %.6.i137.i to ptr
  %.8.i139.i = load i64, ptr %.7.i138.i, align 8
  %.280.i = add i64 %.8.i.i, 24
  %.281.i = inttoptr i64 %.280.i to ptr
  store i64 %.8.i139.i, ptr %.281.i, align 8
  %.286.i = add i64 %.8.i.i, 32
  %.287.i = inttoptr i64 %.286.i to ptr
  store i64 %arg.ndim, ptr %.287.i, align 8
  %.19.i.i = add i64 %.8.i.i, 56
  %.20.i.i = inttoptr i64 %.19.i.i to ptr
  %.21.i.i = load i64, ptr %.20.i.i, align 8
  %.21.i.i.i = mul i64 %.21.i.i, 24
  %.22.i.i.i = add i64 %.8.i.i, 28520
  %.23.i.i.i = add i64 %.22.i.i.i, %.21.i.i.i
  %.63.i.i = inttoptr i64 %.23.i.i.i to ptr
  store i64 1, ptr %.63.i.i, align 8
  %.66.i.i = add i64 %.23.i.i.i, 8
  %.67.i.i = inttoptr i64 %.66.i.i to ptr
  store i64 0, ptr %.67.i.i, align 8
  %.70.i.i = add i64 %.23.i.i.i, 16
  %.71.i.i = inttoptr i64 %.70.i.i to ptr
  store i64 0, ptr %.71.i.i, align 8
  %.77.i.i = add nsw i64 %.21.i.i, 1
  store i64 %.77.i.i, ptr %.20.i.i, align 8
  %.337.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 1)
  %.6.i140.i = add i64 %.337.i, 16
  %.7.i141.i = inttoptr i64 %.6.i140.i to ptr
  %.8.i142.i = load i64, ptr %.7.i141.i, align 8
  %.364.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 2)
  %.6.i143.i = add i64 %.364.i, 16
  %.7.i144.i = inttoptr i64 %.6.i143.i to ptr
  %.8.i145.i = load i64, ptr %.7.i144.i, align 8
  %.391.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 3)
  %.6.i146.i = add i64 %.391.i, 16
  %.7.i147.i = inttoptr i64 %.6.i146.i to ptr
  %.8.i148.i = load i64, ptr %.7.i147.i, align 8
  %.6.i149.i = add i64 %arg.forms, 16
  %.7.i150.i = inttoptr i64 %.6.i149.i to ptr
  %.8.i151.i = load i64, ptr %.7.i150.i, align 8
  %.6.i152.i = add i64 %arg.classes, 16
  %.7.i153.i = inttoptr i64 %.6.i152.i to ptr
  %.8.i154.i = load i64, ptr %.7.i153.i, align 8
  %.6.i155.i = add i64 %arg.table, 16
  %.7.i156.i = inttoptr i64 %.6.i155.i to ptr
  %.8.i157.i = load i64, ptr %.7.i156.i, align 8
  %.6.i158.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i.i = add i64 %.6.i158.i, 16
  %.7.i.i.i = inttoptr i64 %.6.i.i.i to ptr
  %.8.i.i.i = load i64, ptr %.7.i.i.i, align 8
  %.34.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i12.i.i = add i64 %.34.i.i, 16
  %.7.i13.i.i = inttoptr i64 %.6.i12.i.i to ptr
  %.8.i14.i.i = load i64, ptr %.7.i13.i.i, align 8
  %.60.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.6.i15.i.i = add i64 %.60.i.i, 16
  %.7.i16.i.i = inttoptr i64 %.6.i15.i.i to ptr
  %.8.i17.i.i = load i64, ptr %.7.i16.i.i, align 8
  %.86.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.111.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  store ptr null, ptr %.68, align 8
  call fastcc void @helper_12(ptr %.68, i64 %.8.i.i.i, i64 %.8.i14.i.i, i64 %.8.i17.i.i, i64 %.111.i.i, i64 %arg.start, i64 %arg.stop, i64 %.8.i151.i, i64 %.8.i154.i, i64 %.8.i157.i, i64 %arg.none, i64 %.8.i.i, i64 %.8.i142.i, i64 %.8.i148.i)
  store i64 0, ptr %.98, align 8
  call fastcc void @helper_13(ptr %.98, i64 %.8.i.i, i64 %.8.i142.i, i64 %.8.i145.i, i64 %.8.i148.i, i64 %arg.work)
  %.117 = load i64, ptr %.98, align 8
  store i64 %.117, ptr %retptr, align 8
  ret void
}
define internal fastcc void @helper_12(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.r.0.0, i64 %arg.r.0.1, i64 %arg.r.0.2, i64 %arg.r.0.4, i64 %arg.r.1, i64 %arg.r.2, i64 %arg.r.3, i64 %arg.r.4, i64 %arg.r.5, i64 %arg.r.8, i64 %arg.r.9, i64 %arg.r.10, i64 %arg.r.12) unnamed_addr {
entry:
  %.742.i = alloca i64, align 8
  %.816.i = alloca i64, align 8
  %.890.i = alloca i64, align 8
  %.922.i = alloca i64, align 8
  %.614 = alloca i64, align 8
  store i64 0, ptr %.614, align 8
  %.73 = sub i64 %arg.r.2, %arg.r.1
  %storemerge = tail call i64 @llvm.smax.i64(i64 %.73, i64 0)
  %.118466 = icmp sgt i64 %.73, 0
  br i1 %.118466, label %B58.lr.ph, label %B336
B58.lr.ph:                                        ; preds = %entry
  %.60.1470 = add i64 %arg.r.1, 1
  %.63.1468 = add nsw i64 %storemerge, -1
  %.28.i = add i64 %arg.r.0.0, 4
  %.22.i.i.i.i434.sink = add i64 %arg.r.9, 102248
  %.20.i.i.i431.sink2.in = add i64 %arg.r.9, 96
  %.20.i.i.i431.sink2 = inttoptr i64 %.20.i.i.i431.sink2.in to ptr
  br label %B58
B58:                                              ; preds = %B58.lr.ph, %B659
  %.108.sroa.0.0474 = phi i64 [ %arg.r.1, %B58.lr.ph ], [ %.108.sroa.0.0, %B659 ]
  %.60.1473 = phi i64 [ %.60.1470, %B58.lr.ph ], [ %.60.1, %B659 ]
  %.63.1472 = phi i64 [ %.63.1468, %B58.lr.ph ], [ %.63.1, %B659 ]
  %.27.i.i = shl i64 %.108.sroa.0.0474, 4
  %.28.i.i = add i64 %.27.i.i, %arg.r.0.0
  %.29.i.i = inttoptr i64 %.28.i.i to ptr
  %.30.i.i = load i32, ptr %.29.i.i, align 4
  %.31.i.i = sext i32 %.30.i.i to i64
  %.59.i = add i64 %arg.r.4, %.31.i.i
  %.60.i = inttoptr i64 %.59.i to ptr
  %.61.i = load i8, ptr %.60.i, align 1
  switch i8 %.61.i, label %B659 [
    i8 2, label %B136
    i8 1, label %B232
  ]
B136:                                             ; preds = %B58
  %.31.i = add i64 %.28.i, %.27.i.i
  %.32.i = inttoptr i64 %.31.i to ptr
  %.33.i = load i32, ptr %.32.i, align 4
  %.34.i = sext i32 %.33.i to i64
  %.39.not.i = icmp sle i64 %arg.r.1, %.34.i
  %.48.i = icmp sgt i64 %arg.r.2, %.34.i
  %or.cond = and i1 %.39.not.i, %.48.i
  br i1 %or.cond, label %B58.i, label %B659
B58.i:                                            ; preds = %B136
  %.69.i = shl nsw i64 %.34.i, 2
  %.70.i = add i64 %.69.i, %arg.r.12
  %.71.i = inttoptr i64 %.70.i to ptr
  %.72.i = load i32, ptr %.71.i, align 4
  %.74.i = icmp eq i32 %.72.i, 0
  br i1 %.74.i, label %B659.sink.split, label %B659
B232:                                             ; preds = %B58
  %.308 = tail call i64 @PyList_GetItem(i64 %arg.r.0.4, i64 %.108.sroa.0.0474)
  %.311.not = icmp eq i64 %.308, %arg.r.8
  br i1 %.311.not, label %B659, label %B302
B302:                                             ; preds = %B232
  %.39.not.i418 = icmp sle i64 %arg.r.1, %.108.sroa.0.0474
  %.48.i420 = icmp slt i64 %.108.sroa.0.0474, %arg.r.2
  %or.cond465 = and i1 %.39.not.i418, %.48.i420
  br i1 %or.cond465, label %B58.i422, label %B659
B58.i422:                                         ; preds = %B302
  %.69.i423 = shl i64 %.108.sroa.0.0474, 2
  %.70.i424 = add i64 %.69.i423, %arg.r.12
  %.71.i425 = inttoptr i64 %.70.i424 to ptr
  %.72.i426 = load i32, ptr %.71.i425, align 4
  %.74.i427 = icmp eq i32 %.72.i426, 0
  br i1 %.74.i427, label %B659.sink.split, label %B659
B336:                                             ; preds = %B659, %entry
  store i64 0, ptr %.742.i, align 8
  store i64 0, ptr %.816.i, align 8
  store i64 0, ptr %.890.i, align 8
  store i64 0, ptr %.922.i, align 8
  %.78.i = sub i64 %arg.r.1, %arg.r.2
  %.79.i = icmp sgt i64 %.78.i, 0
  %.100.i = sub nsw i64 0, %.78.i
  %storemerge.i = select i1 %.79.i, i64 0, i64 %.100.i
  %.123581.i = icmp sgt i64 %storemerge.i, 0
  br i1 %.123581.i, label %B72.lr.ph.i, label %B436.i
B72.lr.ph.i:                                      ; preds = %B336
  %.38.i = add nsw i64 %arg.r.2, -1
  %.65.1585.i = add i64 %arg.r.2, -2
  %.68.1583.i = add nsw i64 %storemerge.i, -1
  %.19.i.i.i.i = add i64 %arg.r.9, 96
  %.20.i.i.i.i = inttoptr i64 %.19.i.i.i.i to ptr
  %.22.i.i.i.i.i = add i64 %arg.r.9, 102248
  br label %B72.i
B72.i:                                            ; preds = %B1132.i, %B72.lr.ph.i
  %.113.sroa.0.0589.i = phi i64 [ %.38.i, %B72.lr.ph.i ], [ %.113.sroa.0.0.i, %B1132.i ]
  %.65.1588.i = phi i64 [ %.65.1585.i, %B72.lr.ph.i ], [ %.65.1.i, %B1132.i ]
  %.68.1587.i = phi i64 [ %.68.1583.i, %B72.lr.ph.i ], [ %.68.1.i, %B1132.i ]
  %.167.i = shl i64 %.113.sroa.0.0589.i, 2
  %.168.i = add i64 %.167.i, %arg.r.12
  %.169.i = inttoptr i64 %.168.i to ptr
  %.170.i = load i32, ptr %.169.i, align 4
  %.172.i = icmp eq i32 %.170.i, 0
  br i1 %.172.i, label %B1132.i, label %B124.i
B124.i:                                           ; preds = %B72.i
  %.27.i.i.i = shl i64 %.113.sroa.0.0589.i, 4
  %.28.i.i.i = add i64 %.27.i.i.i, %arg.r.0.0
  %.29.i.i.i = inttoptr i64 %.28.i.i.i to ptr
  %.30.i.i.i = load i32, ptr %.29.i.i.i, align 4
  %.31.i.i.i = sext i32 %.30.i.i.i to i64
  %.59.i.i = add i64 %arg.r.4, %.31.i.i.i
  %.60.i.i = inttoptr i64 %.59.i.i to ptr
  %.61.i.i = load i8, ptr %.60.i.i, align 1
  %.219.not.i = icmp eq i8 %.61.i.i, 1
  br i1 %.219.not.i, label %B356.preheader.i, label %B1132.i
B356.preheader.i:                                 ; preds = %B124.i
  %.28.i.i441 = or disjoint i64 %.167.i, 1
  br label %B358.i
B358.i:                                           ; preds = %helper_14.exit.i, %B356.preheader.i
  %.279.1580.i = phi i64 [ 1, %B356.preheader.i ], [ %.279.1.i, %helper_14.exit.i ]
  %.282.1579.i = phi i64 [ 2, %B356.preheader.i ], [ %.282.1.i, %helper_14.exit.i ]
  %.279.0578.i = phi i64 [ 0, %B356.preheader.i ], [ %.279.1580.i, %helper_14.exit.i ]
  %.29.i.i442 = add nuw nsw i64 %.28.i.i441, %.279.0578.i
  %.30.i.i443 = shl i64 %.29.i.i442, 2
  %.31.i.i444 = add i64 %.30.i.i443, %arg.r.0.0
  %.32.i.i = inttoptr i64 %.31.i.i444 to ptr
  %.33.i.i = load i32, ptr %.32.i.i, align 4
  %.34.i.i = sext i32 %.33.i.i to i64
  %.39.not.i.i = icmp sle i64 %arg.r.1, %.34.i.i
  %.48.i.i = icmp sgt i64 %arg.r.2, %.34.i.i
  %or.cond.i = and i1 %.39.not.i.i, %.48.i.i
  br i1 %or.cond.i, label %B58.i.i, label %helper_14.exit.i
B58.i.i:                                          ; preds = %B358.i
  %.69.i.i = shl nsw i64 %.34.i.i, 2
  %.70.i.i = add i64 %.69.i.i, %arg.r.12
  %.71.i.i = inttoptr i64 %.70.i.i to ptr
  %.72.i.i = load i32, ptr %.71.i.i, align 4
  %.74.i.i = icmp eq i32 %.72.i.i, 0
  br i1 %.74.i.i, label %B108.i.i, label %helper_14.exit.i
B108.i.i:                                         ; preds = %B58.i.i
  store i32 1, ptr %.71.i.i, align 4
  %.21.i.i.i.i445 = load i64, ptr %.20.i.i.i.i, align 8
  %.21.i.i.i.i.i = shl i64 %.21.i.i.i.i445, 3
  %.23.i.i.i.i.i = add i64 %.22.i.i.i.i.i, %.21.i.i.i.i.i
  %.55.i.i.i.i = inttoptr i64 %.23.i.i.i.i.i to ptr
  store i64 %.34.i.i, ptr %.55.i.i.i.i, align 8
  %.62.i.i.i.i = add nsw i64 %.21.i.i.i.i445, 1
  store i64 %.62.i.i.i.i, ptr %.20.i.i.i.i, align 8
  br label %helper_14.exit.i
helper_14.exit.i: ; preds = %B108.i.i, %B58.i.i, %B358.i
  %.335.i = icmp ne i64 %.282.1579.i, 0
  %.344.i = sext i1 %.335.i to i64
  %.282.1.i = add nsw i64 %.282.1579.i, %.344.i
  %.348.i = zext i1 %.335.i to i64
  %.279.1.i = add i64 %.279.1580.i, %.348.i
  br i1 %.335.i, label %B358.i, label %B1132.i
B436.i:                                           ; preds = %B1132.i, %B336
  %.545590.i = icmp sgt i64 %.73, 0
  br i1 %.545590.i, label %B492.lr.ph.i, label %helper_15.exit
B492.lr.ph.i:                                     ; preds = %B436.i
  %.491.1594.i = add nsw i64 %.73, -1
  %.488.1592.i = add i64 %arg.r.1, 1
  %.28.i556.i = add i64 %arg.r.0.0, 4
  %.29.i562.i = add i64 %arg.r.0.0, 8
  %.29.i568.i = add i64 %arg.r.0.0, 12
  %.23.i.i = add i64 %arg.r.9, 28536
  %.31.i573.i = add i64 %arg.r.9, 40
  %.32.i574.i = inttoptr i64 %.31.i573.i to ptr
  %.22.i.i.i = add i64 %arg.r.9, 104
  br label %B492.i
B492.i:                                           ; preds = %B1131.i, %B492.lr.ph.i
  %.535.sroa.0.0598.i = phi i64 [ %arg.r.1, %B492.lr.ph.i ], [ %.535.sroa.0.0.i, %B1131.i ]
  %.491.1597.i = phi i64 [ %.491.1594.i, %B492.lr.ph.i ], [ %.491.1.i, %B1131.i ]
  %.488.1596.i = phi i64 [ %.488.1592.i, %B492.lr.ph.i ], [ %.488.1.i, %B1131.i ]
  %.589.i = shl i64 %.535.sroa.0.0598.i, 2
  %.590.i = add i64 %.589.i, %arg.r.12
  %.591.i = inttoptr i64 %.590.i to ptr
  %.592.i = load i32, ptr %.591.i, align 4
  %.594.i = icmp eq i32 %.592.i, 0
  br i1 %.594.i, label %B1131.i, label %B544.i
B544.i:                                           ; preds = %B492.i
  %.27.i.i541.i = shl i64 %.535.sroa.0.0598.i, 4
  %.28.i.i542.i = add i64 %.27.i.i541.i, %arg.r.0.0
  %.29.i.i543.i = inttoptr i64 %.28.i.i542.i to ptr
  %.30.i.i544.i = load i32, ptr %.29.i.i543.i, align 4
  %.31.i.i545.i = sext i32 %.30.i.i544.i to i64
  %.59.i546.i = add i64 %arg.r.4, %.31.i.i545.i
  %.60.i547.i = inttoptr i64 %.59.i546.i to ptr
  %.61.i548.i = load i8, ptr %.60.i547.i, align 1
  %.641.not.i = icmp eq i8 %.61.i548.i, 1
  br i1 %.641.not.i, label %B618.i, label %B1131.i
B618.i:                                           ; preds = %B544.i
  %.693.i = shl nsw i64 %.31.i.i545.i, 6
  %.694.i = add i64 %.693.i, %arg.r.5
  %.695.i = inttoptr i64 %.694.i to ptr
  %.696.i = load i64, ptr %.695.i, align 8
  %.31.i557.i = add i64 %.28.i556.i, %.27.i.i541.i
  %.32.i558.i = inttoptr i64 %.31.i557.i to ptr
  %.33.i559.i = load i32, ptr %.32.i558.i, align 4
  %.34.i560.i = sext i32 %.33.i559.i to i64
  store i64 0, ptr %.742.i, align 8
  call fastcc void @helper_16(ptr %.742.i, i64 %arg.r.0.1, i64 %arg.r.0.2, i64 %arg.r.0.4, i64 %arg.r.3, i64 %arg.r.8, i64 %arg.r.9, i64 %arg.r.10, i64 %.34.i560.i)
  %.761.i = load i64, ptr %.742.i, align 8
  %.31.i563.i = add i64 %.29.i562.i, %.27.i.i541.i
  %.32.i564.i = inttoptr i64 %.31.i563.i to ptr
  %.33.i565.i = load i32, ptr %.32.i564.i, align 4
  %.34.i566.i = sext i32 %.33.i565.i to i64
  store i64 0, ptr %.816.i, align 8
  call fastcc void @helper_16(ptr %.816.i, i64 %arg.r.0.1, i64 %arg.r.0.2, i64 %arg.r.0.4, i64 %arg.r.3, i64 %arg.r.8, i64 %arg.r.9, i64 %arg.r.10, i64 %.34.i566.i)
  %.835.i = load i64, ptr %.816.i, align 8
  %.31.i569.i = add i64 %.29.i568.i, %.27.i.i541.i
  %.32.i570.i = inttoptr i64 %.31.i569.i to ptr
  %.33.i571.i = load i32, ptr %.32.i570.i, align 4
  %.34.i572.i = sext i32 %.33.i571.i to i64
  store i64 0, ptr %.890.i, align 8
  call fastcc void @helper_16(ptr %.890.i, i64 %arg.r.0.1, i64 %arg.r.0.2, i64 %arg.r.0.4, i64 %arg.r.3, i64 %arg.r.8, i64 %arg.r.9, i64 %arg.r.10, i64 %.34.i572.i)
  %.909.i = load i64, ptr %.890.i, align 8
  store i64 0, ptr %.922.i, align 8
  call fastcc void @helper_16(ptr %.922.i, i64 %arg.r.0.1, i64 %arg.r.0.2, i64 %arg.r.0.4, i64 %arg.r.3, i64 %arg.r.8, i64 %arg.r.9, i64 %arg.r.10, i64 %.535.sroa.0.0598.i)
  %.941.i = load i64, ptr %.922.i, align 8
  %.21.i.i = mul i64 %.941.i, 24
  %.996.i = add i64 %.23.i.i, %.21.i.i
  %.997.i = inttoptr i64 %.996.i to ptr
  store i64 1, ptr %.997.i, align 8
  %.33.i575.i = load i64, ptr %.32.i574.i, align 8
  %.21.i.i.i440 = mul i64 %.33.i575.i, 40
  %.23.i.i.i = add i64 %.22.i.i.i, %.21.i.i.i440
  %.71.i576.i = inttoptr i64 %.23.i.i.i to ptr
  store i64 %.696.i, ptr %.71.i576.i, align 8
  %.74.i577.i = add i64 %.23.i.i.i, 8
  %.75.i.i = inttoptr i64 %.74.i577.i to ptr
  store i64 %.941.i, ptr %.75.i.i, align 8
  %.78.i.i = add i64 %.23.i.i.i, 16
  %.79.i.i = inttoptr i64 %.78.i.i to ptr
  store i64 %.761.i, ptr %.79.i.i, align 8
  %.82.i.i = add i64 %.23.i.i.i, 24
  %.83.i.i = inttoptr i64 %.82.i.i to ptr
  store i64 %.835.i, ptr %.83.i.i, align 8
  %.86.i.i = add i64 %.23.i.i.i, 32
  %.87.i.i = inttoptr i64 %.86.i.i to ptr
  store i64 %.909.i, ptr %.87.i.i, align 8
  %.98.i.i = add nsw i64 %.33.i575.i, 1
  store i64 %.98.i.i, ptr %.32.i574.i, align 8
  br label %B1131.i
B1131.i:                                          ; preds = %B618.i, %B544.i, %B492.i
  %.545.i = icmp sgt i64 %.491.1597.i, 0
  %.558.i = zext i1 %.545.i to i64
  %.488.1.i = add i64 %.488.1596.i, %.558.i
  %.554.i = sext i1 %.545.i to i64
  %.491.1.i = add nsw i64 %.491.1597.i, %.554.i
  %.535.sroa.0.0.i = select i1 %.545.i, i64 %.488.1596.i, i64 0
  br i1 %.545.i, label %B492.i, label %helper_15.exit
B1132.i:                                          ; preds = %helper_14.exit.i, %B124.i, %B72.i
  %.123.i = icmp sgt i64 %.68.1587.i, 0
  %.132.i = sext i1 %.123.i to i64
  %.68.1.i = add nsw i64 %.68.1587.i, %.132.i
  %.65.1.i = add i64 %.65.1588.i, %.132.i
  %.113.sroa.0.0.i = select i1 %.123.i, i64 %.65.1588.i, i64 0
  br i1 %.123.i, label %B72.i, label %B436.i
helper_15.exit: ; preds = %B1131.i, %B436.i
  %.469475 = icmp sgt i64 %.73, 0
  br i1 %.469475, label %B422.lr.ph, label %B658
B422.lr.ph:                                       ; preds = %helper_15.exit
  %.416.1479 = add nsw i64 %storemerge, -1
  %.413.1477 = add i64 %arg.r.1, 1
  %.28.i456 = add i64 %arg.r.0.0, 4
  %.19.i = add i64 %arg.r.9, 88
  %.20.i = inttoptr i64 %.19.i to ptr
  %.22.i.i = add i64 %arg.r.9, 83816
  br label %B422
B422:                                             ; preds = %B422.lr.ph, %B656
  %.459.sroa.0.0483 = phi i64 [ %arg.r.1, %B422.lr.ph ], [ %.459.sroa.0.0, %B656 ]
  %.416.1482 = phi i64 [ %.416.1479, %B422.lr.ph ], [ %.416.1, %B656 ]
  %.413.1481 = phi i64 [ %.413.1477, %B422.lr.ph ], [ %.413.1, %B656 ]
  %.27.i.i446 = shl i64 %.459.sroa.0.0483, 4
  %.28.i.i447 = add i64 %.27.i.i446, %arg.r.0.0
  %.29.i.i448 = inttoptr i64 %.28.i.i447 to ptr
  %.30.i.i449 = load i32, ptr %.29.i.i448, align 4
  %.31.i.i450 = sext i32 %.30.i.i449 to i64
  %.59.i451 = add i64 %arg.r.4, %.31.i.i450
  %.60.i452 = inttoptr i64 %.59.i451 to ptr
  %.61.i453 = load i8, ptr %.60.i452, align 1
  %.555 = icmp eq i8 %.61.i453, 2
  br i1 %.555, label %B496, label %B656
B496:                                             ; preds = %B422
  %.31.i457 = add i64 %.28.i456, %.27.i.i446
  %.32.i458 = inttoptr i64 %.31.i457 to ptr
  %.33.i459 = load i32, ptr %.32.i458, align 4
  %.34.i460 = sext i32 %.33.i459 to i64
  store i64 0, ptr %.614, align 8
  call fastcc void @helper_16(ptr %.614, i64 %arg.r.0.1, i64 %arg.r.0.2, i64 %arg.r.0.4, i64 %arg.r.3, i64 %arg.r.8, i64 %arg.r.9, i64 %arg.r.10, i64 %.34.i460)
  %.633 = load i64, ptr %.614, align 8
  %.657 = shl nsw i64 %.459.sroa.0.0483, 3
  %.660 = add nsw i64 %.657, %arg.r.0.2
  %.21.i = load i64, ptr %.20.i, align 8
  %.21.i.i461 = mul i64 %.21.i, 24
  %.23.i.i462 = add i64 %.22.i.i, %.21.i.i461
  %.63.i = inttoptr i64 %.23.i.i462 to ptr
  store i64 %.633, ptr %.63.i, align 8
  %.66.i = add i64 %.23.i.i462, 8
  %.67.i = inttoptr i64 %.66.i to ptr
  store i64 %.660, ptr %.67.i, align 8
  %.70.i463 = add i64 %.23.i.i462, 16
  %.71.i464 = inttoptr i64 %.70.i463 to ptr
  store i64 0, ptr %.71.i464, align 8
  %.77.i = add nsw i64 %.21.i, 1
  store i64 %.77.i, ptr %.20.i, align 8
  br label %B656
B656:                                             ; preds = %B496, %B422
  %.469 = icmp sgt i64 %.416.1482, 0
  %.482 = zext i1 %.469 to i64
  %.413.1 = add i64 %.413.1481, %.482
  %.478 = sext i1 %.469 to i64
  %.416.1 = add nsw i64 %.416.1482, %.478
  %.459.sroa.0.0 = select i1 %.469, i64 %.413.1481, i64 0
  br i1 %.469, label %B422, label %B658
B658:                                             ; preds = %B656, %helper_15.exit
  store ptr null, ptr %retptr, align 8
  ret void
B659.sink.split:                                  ; preds = %B58.i422, %B58.i
  %.71.i425.sink = phi ptr [ %.71.i, %B58.i ], [ %.71.i425, %B58.i422 ]
  %.108.sroa.0.0474.sink = phi i64 [ %.34.i, %B58.i ], [ %.108.sroa.0.0474, %B58.i422 ]
  store i32 1, ptr %.71.i425.sink, align 4
  %.21.i.i.i432 = load i64, ptr %.20.i.i.i431.sink2, align 8
  %.21.i.i.i.i433 = shl i64 %.21.i.i.i432, 3
  %.23.i.i.i.i435 = add i64 %.22.i.i.i.i434.sink, %.21.i.i.i.i433
  %.55.i.i.i436 = inttoptr i64 %.23.i.i.i.i435 to ptr
  store i64 %.108.sroa.0.0474.sink, ptr %.55.i.i.i436, align 8
  %.62.i.i.i437 = add nsw i64 %.21.i.i.i432, 1
  store i64 %.62.i.i.i437, ptr %.20.i.i.i431.sink2, align 8
  br label %B659
B659:                                             ; preds = %B659.sink.split, %B302, %B58.i422, %B136, %B58.i, %B232, %B58
  %.118 = icmp sgt i64 %.63.1472, 0
  %.127 = sext i1 %.118 to i64
  %.63.1 = add nsw i64 %.63.1472, %.127
  %.131 = zext i1 %.118 to i64
  %.60.1 = add i64 %.60.1473, %.131
  %.108.sroa.0.0 = select i1 %.118, i64 %.60.1473, i64 0
  br i1 %.118, label %B58, label %B336
}
define internal fastcc void @helper_13(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.r.9, i64 %arg.r.10, i64 %arg.r.11, i64 %arg.r.12, i64 %arg.work) unnamed_addr {
entry:
  %.73.i432.i.i = alloca ptr, align 8
  %.154.i434.i.i = alloca ptr, align 8
  %.73.i.i.i = alloca ptr, align 8
  %.154.i.i.i = alloca ptr, align 8
  %.1149.i.i = alloca ptr, align 8
  %.1185.i.i = alloca ptr, align 8
  %.52 = add i64 %arg.r.9, 96
  %.53 = inttoptr i64 %.52 to ptr
  %.54 = load i64, ptr %.53, align 8
  %.136156.not = icmp slt i64 %.54, 1
  br i1 %.136156.not, label %B312, label %B94.lr.ph
B94.lr.ph:                                        ; preds = %entry
  %.22.i = add i64 %arg.r.9, 102248
  br label %B94
B94:                                              ; preds = %B94.lr.ph, %B94
  %.78.0158 = phi i64 [ 0, %B94.lr.ph ], [ %.149, %B94 ]
  %.149 = add nuw nsw i64 %.78.0158, 1
  %.21.i = shl i64 %.78.0158, 3
  %.23.i = add i64 %.22.i, %.21.i
  %.218 = inttoptr i64 %.23.i to ptr
  %.219 = load i64, ptr %.218, align 8
  %.223 = shl i64 %.219, 2
  %.224 = add i64 %.223, %arg.r.10
  %.225 = inttoptr i64 %.224 to ptr
  store i32 0, ptr %.225, align 4
  %.231 = add i64 %.223, %arg.r.11
  %.232 = inttoptr i64 %.231 to ptr
  store i32 0, ptr %.232, align 4
  %.238 = add i64 %.223, %arg.r.12
  %.239 = inttoptr i64 %.238 to ptr
  store i32 0, ptr %.239, align 4
  %exitcond.not = icmp eq i64 %.149, %.54
  br i1 %exitcond.not, label %B312, label %B94
B312:                                             ; preds = %B94, %entry
  %.25.i = add i64 %arg.r.9, 40
  %.26.i = inttoptr i64 %.25.i to ptr
  %.27.i = load i64, ptr %.26.i, align 8
  %.43.i = add i64 %arg.r.9, 48
  %.44.i = inttoptr i64 %.43.i to ptr
  %.45.i = load i64, ptr %.44.i, align 8
  %.46.i = add nsw i64 %.45.i, %.27.i
  %.62.i = add i64 %arg.r.9, 88
  %.63.i = inttoptr i64 %.62.i to ptr
  %.64.i = load i64, ptr %.63.i, align 8
  %.65.i = sub i64 0, %.64.i
  %.66.i = icmp eq i64 %.46.i, %.65.i
  br i1 %.66.i, label %helper_17.exit, label %B176.i
B176.i:                                           ; preds = %B312
  %.25.i.i = add i64 %arg.r.9, 56
  %.26.i.i = inttoptr i64 %.25.i.i to ptr
  %.27.i.i = load i64, ptr %.26.i.i, align 8
  %.109124.not.i.i = icmp slt i64 %.27.i.i, 1
  br i1 %.109124.not.i.i, label %B170.i.i, label %B88.lr.ph.i.i
B88.lr.ph.i.i:                                    ; preds = %B176.i
  %.22.i.i.i = add i64 %arg.r.9, 28520
  br label %B88.i.i
B88.i.i:                                          ; preds = %B88.i.i, %B88.lr.ph.i.i
  %registers.2.0127.i.i = phi i64 [ 0, %B88.lr.ph.i.i ], [ %.193.i.i, %B88.i.i ]
  %.51.0126.i.i = phi i64 [ 0, %B88.lr.ph.i.i ], [ %.122.i.i, %B88.i.i ]
  %.122.i.i = add nuw nsw i64 %.51.0126.i.i, 1
  %.21.i.i.i = mul i64 %.51.0126.i.i, 24
  %.23.i.i.i = add i64 %.22.i.i.i, %.21.i.i.i
  %.190.i.i = inttoptr i64 %.23.i.i.i to ptr
  %.191.i.i = load i64, ptr %.190.i.i, align 8
  %.193.i.i = add nsw i64 %.191.i.i, %registers.2.0127.i.i
  %exitcond.not.i.i = icmp eq i64 %.122.i.i, %.27.i.i
  br i1 %exitcond.not.i.i, label %B170.i.i, label %B88.i.i
B170.i.i:                                         ; preds = %B88.i.i, %B176.i
  %registers.2.0.lcssa.i.i = phi i64 [ 0, %B176.i ], [ %.193.i.i, %B88.i.i ]
  %.223.i.i = icmp sgt i64 %registers.2.0.lcssa.i.i, 3
  br i1 %.223.i.i, label %B204.i.i, label %B244.i.i
B204.i.i:                                         ; preds = %B170.i.i, %B204.i.i
  %block.2.0.i.i = phi i64 [ %.236.0.i.i, %B204.i.i ], [ 2048, %B170.i.i ]
  %.236.0.i.i = lshr i64 %block.2.0.i.i, 1
  %.278.i.i = icmp samesign ugt i64 %block.2.0.i.i, 513
  %.288.i.i = mul nuw nsw i64 %.236.0.i.i, %registers.2.0.lcssa.i.i
  %.291.i.i = icmp sgt i64 %.288.i.i, 6144
  %or.cond.i.i = select i1 %.278.i.i, i1 %.291.i.i, i1 false
  br i1 %or.cond.i.i, label %B204.i.i, label %B244.i.i
B244.i.i:                                         ; preds = %B204.i.i, %B170.i.i
  %block.3.1.i.i = phi i64 [ 2048, %B170.i.i ], [ %.236.0.i.i, %B204.i.i ]
  %.307.i.i = add i64 %arg.r.9, 8
  %.308.i.i = inttoptr i64 %.307.i.i to ptr
  store i64 %block.3.1.i.i, ptr %.308.i.i, align 8
  %.330.i.i = load i64, ptr %.26.i.i, align 8
  %.410128.i.i = icmp sgt i64 %.330.i.i, 0
  br i1 %.410128.i.i, label %B372.lr.ph.i.i, label %B520.i.i
B372.lr.ph.i.i:                                   ; preds = %B244.i.i
  %.357.1131.i.i = add nsw i64 %.330.i.i, -1
  %.22.i122.i.i = add i64 %arg.r.9, 28520
  %invariant.op.i.i = add i64 %arg.r.9, 28528
  %.512.i.i = shl nsw i64 %block.3.1.i.i, 3
  br label %B372.i.i
B372.i.i:                                         ; preds = %B518.i.i, %B372.lr.ph.i.i
  %.357.1135.i.i = phi i64 [ %.357.1131.i.i, %B372.lr.ph.i.i ], [ %.357.1.i.i, %B518.i.i ]
  %.354.1134.i.i = phi i64 [ 1, %B372.lr.ph.i.i ], [ %.354.1.i.i, %B518.i.i ]
  %place.2.0133.i.i = phi i64 [ 0, %B372.lr.ph.i.i ], [ %place.3.1.i.i, %B518.i.i ]
  %.354.0132.i.i = phi i64 [ 0, %B372.lr.ph.i.i ], [ %.354.1134.i.i, %B518.i.i ]
  %.21.i121.i.i = mul i64 %.354.0132.i.i, 24
  %.23.i123.i.i = add i64 %.22.i122.i.i, %.21.i121.i.i
  %.499.i.i = inttoptr i64 %.23.i123.i.i to ptr
  %.500.i.i = load i64, ptr %.499.i.i, align 8
  %.501.i.i = icmp eq i64 %.500.i.i, 1
  br i1 %.501.i.i, label %B468.i.i, label %B518.i.i
B468.i.i:                                         ; preds = %B372.i.i
  %.506.reass.i.i = add i64 %invariant.op.i.i, %.21.i121.i.i
  %.507.i.i = inttoptr i64 %.506.reass.i.i to ptr
  store i64 %place.2.0133.i.i, ptr %.507.i.i, align 8
  %.514.i.i = add nsw i64 %place.2.0133.i.i, %.512.i.i
  br label %B518.i.i
B518.i.i:                                         ; preds = %B468.i.i, %B372.i.i
  %place.3.1.i.i = phi i64 [ %.514.i.i, %B468.i.i ], [ %place.2.0133.i.i, %B372.i.i ]
  %.410.i.i = icmp sgt i64 %.357.1135.i.i, 0
  %.423.i.i = zext i1 %.410.i.i to i64
  %.354.1.i.i = add i64 %.354.1134.i.i, %.423.i.i
  %.419.i.i = sext i1 %.410.i.i to i64
  %.357.1.i.i = add nsw i64 %.357.1135.i.i, %.419.i.i
  br i1 %.410.i.i, label %B372.i.i, label %B520.i.i
B520.i.i:                                         ; preds = %B518.i.i, %B244.i.i
  %.547.i.i = icmp eq i64 %block.3.1.i.i, 0
  br i1 %.547.i.i, label %helper_18.exit.i, label %B520.else.if.i.i
B520.else.if.i.i:                                 ; preds = %B520.i.i
  %.542.i.i = add nsw i64 %block.3.1.i.i, -1
  %.537.i.i = inttoptr i64 %arg.r.9 to ptr
  %.538.i.i = load i64, ptr %.537.i.i, align 8
  %.543.i.i = add i64 %.542.i.i, %.538.i.i
  %.563.i.i = sdiv i64 %.543.i.i, %block.3.1.i.i
  %.564.i.i = srem i64 %.543.i.i, %block.3.1.i.i
  %.564.lobit.i.i = ashr i64 %.564.i.i, 63
  %spec.select.i.i = add i64 %.564.lobit.i.i, %.563.i.i
  br label %helper_18.exit.i
helper_18.exit.i: ; preds = %B520.else.if.i.i, %B520.i.i
  %quot.1.0.i.i = phi i64 [ 0, %B520.i.i ], [ %spec.select.i.i, %B520.else.if.i.i ]
  %.108.i = inttoptr i64 %arg.r.9 to ptr
  %.109.i = load i64, ptr %.108.i, align 8
  %.112.i = icmp sgt i64 %.109.i, 65536
  br i1 %.112.i, label %helper_17.exit, label %B270.i
B270.i:                                           ; preds = %helper_18.exit.i
  %.123.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 5)
  %.6.i.i = add i64 %.123.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  store ptr null, ptr %.1149.i.i, align 8
  store ptr null, ptr %.1185.i.i, align 8
  %.15.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i.i = add i64 %.15.i.i, 16
  %.7.i.i.i = inttoptr i64 %.6.i.i.i to ptr
  %.8.i.i.i = load i64, ptr %.7.i.i.i, align 8
  %.43.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 4)
  %.6.i351.i.i = add i64 %.43.i.i, 16
  %.7.i352.i.i = inttoptr i64 %.6.i351.i.i to ptr
  %.8.i353.i.i = load i64, ptr %.7.i352.i.i, align 8
  %.77.i.i = inttoptr i64 %.8.i.i.i to ptr
  %.78.i.i = load i64, ptr %.77.i.i, align 8
  %.81.i.i = add i64 %.8.i.i.i, 8
  %.82.i.i = inttoptr i64 %.81.i.i to ptr
  %.83.i.i = load i64, ptr %.82.i.i, align 8
  %.86.i.i = add i64 %.8.i.i.i, 16
  %.87.i.i = inttoptr i64 %.86.i.i to ptr
  %.88.i.i = load i64, ptr %.87.i.i, align 8
  %.104.i.i = add i64 %.8.i.i.i, 88
  %.105.i.i = inttoptr i64 %.104.i.i to ptr
  %.106.i.i = load i64, ptr %.105.i.i, align 8
  %.158.i.i = add i64 %.8.i.i.i, 56
  %.159.i.i = inttoptr i64 %.158.i.i to ptr
  %.160.i.i = load i64, ptr %.159.i.i, align 8
  %.161.i.i = shl nsw i64 %.160.i.i, 3
  %.163.i.i = add nsw i64 %.161.i.i, %.8.i353.i.i
  %.186.i.i = shl nsw i64 %.160.i.i, 6
  %.188.i.i = or disjoint i64 %.186.i.i, 63
  %.189.i.i = add i64 %.188.i.i, %.163.i.i
  %.230.i.i = and i64 %.189.i.i, -64
  %.249.i.i = add i64 %.8.i.i.i, 80
  %.250.i.i = inttoptr i64 %.249.i.i to ptr
  %.251.i.i = load i64, ptr %.250.i.i, align 8
  %.331453.i.i = icmp sgt i64 %.251.i.i, 0
  br i1 %.331453.i.i, label %B546.lr.ph.i.i, label %B896.i.i
B546.lr.ph.i.i:                                   ; preds = %B270.i
  %.278.1455.i.i = add nsw i64 %.251.i.i, -1
  %.22.i.i19.i = add i64 %.8.i.i.i, 71528
  %.23.i357.i.i = add i64 %.8.i.i.i, 28528
  %.470.i.i = add nsw i64 %.78.i.i, 7
  %.511.i.i = and i64 %.470.i.i, -8
  %.514.i20.i = tail call i64 @llvm.smin.i64(i64 %.511.i.i, i64 %.83.i.i)
  %storemerge350.i.i = tail call i64 @llvm.smax.i64(i64 %.514.i20.i, i64 0)
  %.594446.i.i = icmp sgt i64 %.514.i20.i, 0
  %.603447.i.i = sext i1 %.594446.i.i to i64
  %.541.1448.i.i = add nsw i64 %storemerge350.i.i, %.603447.i.i
  %.607449.i.i = zext i1 %.594446.i.i to i64
  %invariant.op.i21.i = add i64 %.8.i.i.i, 71536
  br label %B546.i.i
B544.loopexit.i.i:                                ; preds = %helper_19.exit.i.i, %B546.i.i
  %.331.i.i = icmp sgt i64 %.278.1458.i.i, 0
  %.340.i.i = sext i1 %.331.i.i to i64
  %.278.1.i.i = add nsw i64 %.278.1458.i.i, %.340.i.i
  %.344.i.i = zext i1 %.331.i.i to i64
  %.275.1.i.i = add i64 %.275.1459.i.i, %.344.i.i
  br i1 %.331.i.i, label %B546.i.i, label %B896.i.i
B546.i.i:                                         ; preds = %B544.loopexit.i.i, %B546.lr.ph.i.i
  %.275.1459.i.i = phi i64 [ 1, %B546.lr.ph.i.i ], [ %.275.1.i.i, %B544.loopexit.i.i ]
  %.278.1458.i.i = phi i64 [ %.278.1455.i.i, %B546.lr.ph.i.i ], [ %.278.1.i.i, %B544.loopexit.i.i ]
  %.275.0457.i.i = phi i64 [ 0, %B546.lr.ph.i.i ], [ %.275.1459.i.i, %B544.loopexit.i.i ]
  %.20.i.i.i = shl i64 %.275.0457.i.i, 4
  %.23.i.i22.i = add i64 %.22.i.i19.i, %.20.i.i.i
  %.426.i.i = inttoptr i64 %.23.i.i22.i to ptr
  %.427.i.i = load i64, ptr %.426.i.i, align 8
  %.21.i355.i.i = mul i64 %.427.i.i, 24
  %.460.i.i = add i64 %.23.i357.i.i, %.21.i355.i.i
  %.461.i.i = inttoptr i64 %.460.i.i to ptr
  %.462.i.i = load i64, ptr %.461.i.i, align 8
  %.464.i.i = add nsw i64 %.462.i.i, %.230.i.i
  br i1 %.594446.i.i, label %B812.lr.ph.i.i, label %B544.loopexit.i.i
B812.lr.ph.i.i:                                   ; preds = %B546.i.i
  %.636.reass.i.i = add i64 %invariant.op.i21.i, %.20.i.i.i
  %.637.i.i = inttoptr i64 %.636.reass.i.i to ptr
  br label %B812.i.i
B812.i.i:                                         ; preds = %helper_19.exit.i.i, %B812.lr.ph.i.i
  %.584.sroa.0.0452.i.i = phi i64 [ 0, %B812.lr.ph.i.i ], [ %.584.sroa.0.0.i.i, %helper_19.exit.i.i ]
  %.538.1451.i.i = phi i64 [ %.607449.i.i, %B812.lr.ph.i.i ], [ %.538.1.i.i, %helper_19.exit.i.i ]
  %.541.1450.i.i = phi i64 [ %.541.1448.i.i, %B812.lr.ph.i.i ], [ %.541.1.i.i, %helper_19.exit.i.i ]
  %.638.i.i = load i64, ptr %.637.i.i, align 8
  %.17.i.i.i = load i64, ptr %.87.i.i, align 8
  %.18.i.i.i = icmp eq i64 %.17.i.i.i, 8
  %.11.i.i.i.i = inttoptr i64 %.638.i.i to ptr
  br i1 %.18.i.i.i, label %B54.i.i.i, label %B82.i.i.i
B54.i.i.i:                                        ; preds = %B812.i.i
  %.12.i.i.i.i = load double, ptr %.11.i.i.i.i, align 8
  %.13.i.i.i.i = shl i64 %.584.sroa.0.0452.i.i, 3
  %.14.i.i.i.i = add i64 %.13.i.i.i.i, %.464.i.i
  %.15.i.i.i.i = inttoptr i64 %.14.i.i.i.i to ptr
  store double %.12.i.i.i.i, ptr %.15.i.i.i.i, align 8
  br label %helper_19.exit.i.i
B82.i.i.i:                                        ; preds = %B812.i.i
  %.12.i23.i.i.i = load float, ptr %.11.i.i.i.i, align 4
  %.13.i24.i.i.i = shl i64 %.584.sroa.0.0452.i.i, 2
  %.14.i25.i.i.i = add i64 %.13.i24.i.i.i, %.464.i.i
  %.15.i26.i.i.i = inttoptr i64 %.14.i25.i.i.i to ptr
  store float %.12.i23.i.i.i, ptr %.15.i26.i.i.i, align 4
  br label %helper_19.exit.i.i
helper_19.exit.i.i: ; preds = %B82.i.i.i, %B54.i.i.i
  %.594.i.i = icmp sgt i64 %.541.1450.i.i, 0
  %.603.i.i = sext i1 %.594.i.i to i64
  %.541.1.i.i = add nsw i64 %.541.1450.i.i, %.603.i.i
  %.607.i.i = zext i1 %.594.i.i to i64
  %.538.1.i.i = add i64 %.538.1451.i.i, %.607.i.i
  %.584.sroa.0.0.i.i = select i1 %.594.i.i, i64 %.538.1451.i.i, i64 0
  br i1 %.594.i.i, label %B812.i.i, label %B544.loopexit.i.i
B896.i.i:                                         ; preds = %B544.loopexit.i.i, %B270.i
  %.769490.i.i = icmp sgt i64 %quot.1.0.i.i, 0
  br i1 %.769490.i.i, label %B932.lr.ph.i.i, label %helper_20.exit.i
B932.lr.ph.i.i:                                   ; preds = %B896.i.i
  %.715.1492.i.i = add nsw i64 %quot.1.0.i.i, -1
  %.22.i.i.i.i = add i64 %.8.i.i.i, 28520
  %invariant.op.i.i.i = add i64 %.8.i.i.i, 28528
  %.910.i.i = add i64 %.8.i.i.i, 64
  %.911.i.i = inttoptr i64 %.910.i.i to ptr
  %.22.i360.i.i = add i64 %.8.i.i.i, 46952
  %invariant.op467.i.i = add i64 %.8.i.i.i, 46960
  %storemerge346.i.i = tail call i64 @llvm.smax.i64(i64 %.106.i.i, i64 0)
  %.1323475.i.i = icmp sgt i64 %.106.i.i, 0
  %.1336476.i.i = zext i1 %.1323475.i.i to i64
  %.1332477.i.i = sext i1 %.1323475.i.i to i64
  %.1270.1478.i.i = add nsw i64 %storemerge346.i.i, %.1332477.i.i
  %.22.i407.i.i = add i64 %.8.i.i.i, 83816
  %.1671.i.i = add i64 %.8.i.i.i, 72
  %.1672.i.i = inttoptr i64 %.1671.i.i to ptr
  %.22.i424.i.i = add i64 %.8.i.i.i, 59240
  %invariant.op489.i.i = add i64 %.8.i.i.i, 59248
  br label %B932.i.i
B928.loopexit.i.i:                                ; preds = %helper_21.exit.i.i, %B1750.i.i
  %.769.i.i = icmp sgt i64 %.715.1495.i.i, 0
  %.778.i.i = sext i1 %.769.i.i to i64
  %.715.1.i.i = add nsw i64 %.715.1495.i.i, %.778.i.i
  %.782.i.i = zext i1 %.769.i.i to i64
  %.712.1.i.i = add i64 %.712.1496.i.i, %.782.i.i
  br i1 %.769.i.i, label %B932.i.i, label %helper_20.exit.i
B932.i.i:                                         ; preds = %B928.loopexit.i.i, %B932.lr.ph.i.i
  %.712.1496.i.i = phi i64 [ 1, %B932.lr.ph.i.i ], [ %.712.1.i.i, %B928.loopexit.i.i ]
  %.715.1495.i.i = phi i64 [ %.715.1492.i.i, %B932.lr.ph.i.i ], [ %.715.1.i.i, %B928.loopexit.i.i ]
  %.712.0494.i.i = phi i64 [ 0, %B932.lr.ph.i.i ], [ %.712.1496.i.i, %B928.loopexit.i.i ]
  %.808.i.i = mul nsw i64 %.712.0494.i.i, %.83.i.i
  %.814.i.i = sub nsw i64 %.78.i.i, %.808.i.i
  %.817.i.i = tail call i64 @llvm.smin.i64(i64 %.814.i.i, i64 %.83.i.i)
  %.862.i.i = and i64 %.817.i.i, -8
  %.33.i.i.i = load i64, ptr %.159.i.i, align 8
  %.11550.i.i.i = icmp sgt i64 %.33.i.i.i, 0
  br i1 %.11550.i.i.i, label %B84.lr.ph.i.i.i, label %helper_22.exit.i.i
B84.lr.ph.i.i.i:                                  ; preds = %B932.i.i
  %.60.152.i.i.i = add nsw i64 %.33.i.i.i, -1
  br label %B84.i.i.i
B84.i.i.i:                                        ; preds = %B280.i.i.i, %B84.lr.ph.i.i.i
  %.105.sroa.0.056.i.i.i = phi i64 [ 0, %B84.lr.ph.i.i.i ], [ %.105.sroa.0.0.i.i.i, %B280.i.i.i ]
  %.57.155.i.i.i = phi i64 [ 1, %B84.lr.ph.i.i.i ], [ %.57.1.i.i.i, %B280.i.i.i ]
  %.60.154.i.i.i = phi i64 [ %.60.152.i.i.i, %B84.lr.ph.i.i.i ], [ %.60.1.i.i.i, %B280.i.i.i ]
  %.21.i.i.i.i = mul i64 %.105.sroa.0.056.i.i.i, 24
  %.23.i.i.i.i = add i64 %.21.i.i.i.i, %.22.i.i.i.i
  %.196.i.i.i = inttoptr i64 %.23.i.i.i.i to ptr
  %.197.i.i.i = load i64, ptr %.196.i.i.i, align 8
  %.198.i.i.i = icmp eq i64 %.197.i.i.i, 0
  %.200.reass.i.i.i = add i64 %.21.i.i.i.i, %invariant.op.i.i.i
  %.201.i.i.i = inttoptr i64 %.200.reass.i.i.i to ptr
  %.202.i.i.i = load i64, ptr %.201.i.i.i, align 8
  br i1 %.198.i.i.i, label %B230.i.i.i, label %B280.i.i.i
B230.i.i.i:                                       ; preds = %B84.i.i.i
  %.221.i.i.i = load i64, ptr %.87.i.i, align 8
  %.223.i.i.i = mul nsw i64 %.221.i.i.i, %.808.i.i
  br label %B280.i.i.i
B280.i.i.i:                                       ; preds = %B230.i.i.i, %B84.i.i.i
  %"$phi280.6.2.1.i.i.i" = phi i64 [ %.223.i.i.i, %B230.i.i.i ], [ %.230.i.i, %B84.i.i.i ]
  %.234.i.i.i = add nsw i64 %"$phi280.6.2.1.i.i.i", %.202.i.i.i
  %.241.i.i.i = shl i64 %.105.sroa.0.056.i.i.i, 3
  %.242.i.i.i = add i64 %.241.i.i.i, %.8.i353.i.i
  %.243.i.i.i = inttoptr i64 %.242.i.i.i to ptr
  store i64 %.234.i.i.i, ptr %.243.i.i.i, align 8
  %.115.i.i.i = icmp sgt i64 %.60.154.i.i.i, 0
  %.124.i.i.i = sext i1 %.115.i.i.i to i64
  %.60.1.i.i.i = add nsw i64 %.60.154.i.i.i, %.124.i.i.i
  %.128.i.i.i = zext i1 %.115.i.i.i to i64
  %.57.1.i.i.i = add i64 %.57.155.i.i.i, %.128.i.i.i
  %.105.sroa.0.0.i.i.i = select i1 %.115.i.i.i, i64 %.57.155.i.i.i, i64 0
  br i1 %.115.i.i.i, label %B84.i.i.i, label %helper_22.exit.i.i
helper_22.exit.i.i: ; preds = %B280.i.i.i, %B932.i.i
  %.912.i.i = load i64, ptr %.911.i.i, align 8
  %.992460.i.i = icmp sgt i64 %.912.i.i, 0
  br i1 %.992460.i.i, label %B1134.preheader.i.i, label %B1294.i.i
B1134.preheader.i.i:                              ; preds = %helper_22.exit.i.i
  %.939.1463.i.i = add nsw i64 %.912.i.i, -1
  br label %B1134.i.i
B1134.i.i:                                        ; preds = %helper_23.exit.i.i, %B1134.preheader.i.i
  %.939.1466.i.i = phi i64 [ %.939.1.i.i, %helper_23.exit.i.i ], [ %.939.1463.i.i, %B1134.preheader.i.i ]
  %.936.1465.i.i = phi i64 [ %.936.1.i.i, %helper_23.exit.i.i ], [ 1, %B1134.preheader.i.i ]
  %.936.0464.i.i = phi i64 [ %.936.1465.i.i, %helper_23.exit.i.i ], [ 0, %B1134.preheader.i.i ]
  %.20.i358.i.i = shl i64 %.936.0464.i.i, 4
  %.23.i361.i.i = add i64 %.22.i360.i.i, %.20.i358.i.i
  %.1074.reass.i.i = add i64 %invariant.op467.i.i, %.20.i358.i.i
  %.1075.i.i = inttoptr i64 %.1074.reass.i.i to ptr
  %.1076.i.i = load i64, ptr %.1075.i.i, align 8
  %.9.i.i.i = inttoptr i64 %.23.i361.i.i to ptr
  %.10.i.i.i = load i64, ptr %.9.i.i.i, align 8
  %.11.i.i.i = shl i64 %.10.i.i.i, 3
  %.12.i.i.i = add i64 %.11.i.i.i, %.8.i353.i.i
  %.13.i.i.i = inttoptr i64 %.12.i.i.i to ptr
  %.14.i.i.i = load i64, ptr %.13.i.i.i, align 8
  store ptr null, ptr %.73.i.i.i, align 8
  store ptr null, ptr %.154.i.i.i, align 8
  %.19.i.i.i = load i64, ptr %.87.i.i, align 8
  %.20.i364.i.i = icmp eq i64 %.19.i.i.i, 8
  br i1 %.20.i364.i.i, label %B54.i366.i.i, label %B82.i365.i.i
B54.i366.i.i:                                     ; preds = %B1134.i.i
  store ptr null, ptr %.73.i.i.i, align 8
  call fastcc void @helper_24(ptr %.73.i.i.i, i64 %.8.i.i.i, i64 %.1076.i.i, i64 %.14.i.i.i, i64 %.808.i.i, i64 %.817.i.i, i64 0)
  br label %helper_23.exit.i.i
B82.i365.i.i:                                     ; preds = %B1134.i.i
  store ptr null, ptr %.154.i.i.i, align 8
  call fastcc void @helper_25(ptr %.154.i.i.i, i64 %.8.i.i.i, i64 %.1076.i.i, i64 %.14.i.i.i, i64 %.808.i.i, i64 %.817.i.i, i64 0)
  br label %helper_23.exit.i.i
helper_23.exit.i.i: ; preds = %B82.i365.i.i, %B54.i366.i.i
  %.992.i.i = icmp sgt i64 %.939.1466.i.i, 0
  %.1005.i.i = zext i1 %.992.i.i to i64
  %.936.1.i.i = add i64 %.936.1465.i.i, %.1005.i.i
  %.1001.i.i = sext i1 %.992.i.i to i64
  %.939.1.i.i = add nsw i64 %.939.1466.i.i, %.1001.i.i
  br i1 %.992.i.i, label %B1134.i.i, label %B1294.i.i
B1294.i.i:                                        ; preds = %helper_23.exit.i.i, %helper_22.exit.i.i
  %.1143.not.i.i = icmp ult i64 %.817.i.i, 8
  br i1 %.1143.not.i.i, label %B1332.i.i, label %B1298.i.i
B1298.i.i:                                        ; preds = %B1294.i.i
  store ptr null, ptr %.1149.i.i, align 8
  call fastcc void @helper_26(ptr %.1149.i.i, i64 %.8.i.i.i, i64 %.8.i353.i.i, i64 %.862.i.i)
  br label %B1332.i.i
B1332.i.i:                                        ; preds = %B1298.i.i, %B1294.i.i
  %.1176.not.i.i = icmp eq i64 %.862.i.i, %.817.i.i
  br i1 %.1176.not.i.i, label %B1420.i.i, label %B1344.i.i
B1344.i.i:                                        ; preds = %B1332.i.i
  store ptr null, ptr %.1185.i.i, align 8
  call fastcc void @helper_27(ptr %.1185.i.i, i64 %.8.i.i.i, i64 %.8.i353.i.i, i64 %.163.i.i, i64 %.808.i.i, i64 %.862.i.i, i64 %.817.i.i)
  %.33.i369.i.i = load i64, ptr %.159.i.i, align 8
  %.11550.i370.i.i = icmp sgt i64 %.33.i369.i.i, 0
  br i1 %.11550.i370.i.i, label %B84.lr.ph.i371.i.i, label %B1420.i.i
B84.lr.ph.i371.i.i:                               ; preds = %B1344.i.i
  %.60.152.i372.i.i = add nsw i64 %.33.i369.i.i, -1
  br label %B84.i377.i.i
B84.i377.i.i:                                     ; preds = %B280.i389.i.i, %B84.lr.ph.i371.i.i
  %.105.sroa.0.056.i378.i.i = phi i64 [ 0, %B84.lr.ph.i371.i.i ], [ %.105.sroa.0.0.i400.i.i, %B280.i389.i.i ]
  %.57.155.i379.i.i = phi i64 [ 1, %B84.lr.ph.i371.i.i ], [ %.57.1.i399.i.i, %B280.i389.i.i ]
  %.60.154.i380.i.i = phi i64 [ %.60.152.i372.i.i, %B84.lr.ph.i371.i.i ], [ %.60.1.i397.i.i, %B280.i389.i.i ]
  %.21.i.i381.i.i = mul i64 %.105.sroa.0.056.i378.i.i, 24
  %.23.i.i382.i.i = add i64 %.21.i.i381.i.i, %.22.i.i.i.i
  %.196.i383.i.i = inttoptr i64 %.23.i.i382.i.i to ptr
  %.197.i384.i.i = load i64, ptr %.196.i383.i.i, align 8
  %.198.i385.i.i = icmp eq i64 %.197.i384.i.i, 0
  %.200.reass.i386.i.i = add i64 %.21.i.i381.i.i, %invariant.op.i.i.i
  %.201.i387.i.i = inttoptr i64 %.200.reass.i386.i.i to ptr
  %.202.i388.i.i = load i64, ptr %.201.i387.i.i, align 8
  br i1 %.198.i385.i.i, label %B230.i401.i.i, label %B280.i389.i.i
B230.i401.i.i:                                    ; preds = %B84.i377.i.i
  %.221.i402.i.i = load i64, ptr %.87.i.i, align 8
  %.223.i403.i.i = mul nsw i64 %.221.i402.i.i, %.808.i.i
  br label %B280.i389.i.i
B280.i389.i.i:                                    ; preds = %B230.i401.i.i, %B84.i377.i.i
  %"$phi280.6.2.1.i390.i.i" = phi i64 [ %.223.i403.i.i, %B230.i401.i.i ], [ %.230.i.i, %B84.i377.i.i ]
  %.234.i391.i.i = add nsw i64 %"$phi280.6.2.1.i390.i.i", %.202.i388.i.i
  %.241.i392.i.i = shl i64 %.105.sroa.0.056.i378.i.i, 3
  %.242.i393.i.i = add i64 %.241.i392.i.i, %.8.i353.i.i
  %.243.i394.i.i = inttoptr i64 %.242.i393.i.i to ptr
  store i64 %.234.i391.i.i, ptr %.243.i394.i.i, align 8
  %.115.i395.i.i = icmp sgt i64 %.60.154.i380.i.i, 0
  %.124.i396.i.i = sext i1 %.115.i395.i.i to i64
  %.60.1.i397.i.i = add nsw i64 %.60.154.i380.i.i, %.124.i396.i.i
  %.128.i398.i.i = zext i1 %.115.i395.i.i to i64
  %.57.1.i399.i.i = add i64 %.57.155.i379.i.i, %.128.i398.i.i
  %.105.sroa.0.0.i400.i.i = select i1 %.115.i395.i.i, i64 %.57.155.i379.i.i, i64 0
  br i1 %.115.i395.i.i, label %B84.i377.i.i, label %B1420.i.i
B1420.i.i:                                        ; preds = %B280.i389.i.i, %B1344.i.i, %B1332.i.i
  br i1 %.1323475.i.i, label %B1452.lr.ph.i.i, label %B1750.i.i
B1452.lr.ph.i.i:                                  ; preds = %B1420.i.i
  %.1488.i.i = and i64 %.817.i.i, 255
  %.1491.not.i.i = icmp ne i64 %.1488.i.i, 0
  %.1492348.i.i = lshr i64 %.817.i.i, 8
  %.1493.i.i = zext i1 %.1491.not.i.i to i64
  %.1494.i.i = add nuw nsw i64 %.1492348.i.i, %.1493.i.i
  %.1473.inv.i.i = icmp slt i64 %.817.i.i, 1
  %.1515468.not497.i.i = icmp eq i64 %.1494.i.i, 0
  %.1515468.not.i.i = select i1 %.1473.inv.i.i, i1 true, i1 %.1515468.not497.i.i
  %.1462.1471.i.i = add nsw i64 %.1494.i.i, -1
  br label %B1452.i.i
B1450.loopexit.i.i:                               ; preds = %helper_28.exit.i.i, %B1452.i.i
  %.1323.i.i = icmp sgt i64 %.1270.1480.i.i, 0
  %.1336.i.i = zext i1 %.1323.i.i to i64
  %.1267.1.i.i = add i64 %.1267.1479.i.i, %.1336.i.i
  %.1332.i.i = sext i1 %.1323.i.i to i64
  %.1270.1.i.i = add nsw i64 %.1270.1480.i.i, %.1332.i.i
  %.1313.sroa.0.0.i.i = select i1 %.1323.i.i, i64 %.1267.1479.i.i, i64 0
  br i1 %.1323.i.i, label %B1452.i.i, label %B1750.i.i
B1452.i.i:                                        ; preds = %B1450.loopexit.i.i, %B1452.lr.ph.i.i
  %.1313.sroa.0.0481.i.i = phi i64 [ 0, %B1452.lr.ph.i.i ], [ %.1313.sroa.0.0.i.i, %B1450.loopexit.i.i ]
  %.1270.1480.i.i = phi i64 [ %.1270.1478.i.i, %B1452.lr.ph.i.i ], [ %.1270.1.i.i, %B1450.loopexit.i.i ]
  %.1267.1479.i.i = phi i64 [ %.1336476.i.i, %B1452.lr.ph.i.i ], [ %.1267.1.i.i, %B1450.loopexit.i.i ]
  %.21.i406.i.i = mul i64 %.1313.sroa.0.0481.i.i, 24
  %.23.i408.i.i = add i64 %.22.i407.i.i, %.21.i406.i.i
  %.9.i409.i.i = inttoptr i64 %.23.i408.i.i to ptr
  %.10.i410.i.i = load i64, ptr %.9.i409.i.i, align 8
  %.11.i411.i.i = shl i64 %.10.i410.i.i, 3
  %.12.i412.i.i = add i64 %.11.i411.i.i, %.8.i353.i.i
  %.13.i413.i.i = inttoptr i64 %.12.i412.i.i to ptr
  %.14.i414.i.i = load i64, ptr %.13.i413.i.i, align 8
  br i1 %.1515468.not.i.i, label %B1450.loopexit.i.i, label %B1574.i.i
B1574.i.i:                                        ; preds = %B1452.i.i, %helper_28.exit.i.i
  %.1505.sroa.0.0474.i.i = phi i64 [ %.1505.sroa.0.0.i.i, %helper_28.exit.i.i ], [ 0, %B1452.i.i ]
  %.1462.1473.i.i = phi i64 [ %.1462.1.i.i, %helper_28.exit.i.i ], [ %.1462.1471.i.i, %B1452.i.i ]
  %.1459.1472.i.i = phi i64 [ %.1459.1.i.i, %helper_28.exit.i.i ], [ 256, %B1452.i.i ]
  %.1555.i.i = mul nsw i64 %.1505.sroa.0.0474.i.i, %.88.i.i
  %.1557.i.i = add nsw i64 %.1555.i.i, %.14.i414.i.i
  %.1559.i.i = sub nsw i64 %.817.i.i, %.1505.sroa.0.0474.i.i
  %.1561.i.i = tail call i64 @llvm.smin.i64(i64 %.1559.i.i, i64 256)
  %.19.i417.i.i = load i64, ptr %.87.i.i, align 8
  %.20.i418.i.i = icmp eq i64 %.19.i417.i.i, 8
  %first.i.i.i.i = inttoptr i64 %.1557.i.i to ptr
  %whole.i.i.i.i = and i64 %.1561.i.i, -8
  %some.i.i.i.i = icmp sgt i64 %.1559.i.i, 7
  br i1 %.20.i418.i.i, label %B54.i421.i.i, label %B82.i419.i.i
B54.i421.i.i:                                     ; preds = %B1574.i.i
  br i1 %some.i.i.i.i, label %loop.i.i.i.i, label %end.i.i.i.i
loop.i.i.i.i:                                     ; preds = %B54.i421.i.i, %loop.i.i.i.i
  %i.i.i.i.i = phi i64 [ %next.i.i.i.i, %loop.i.i.i.i ], [ 0, %B54.i421.i.i ]
  %sum.i.i.i.i = phi <8 x double> [ %more.i.i.i.i, %loop.i.i.i.i ], [ zeroinitializer, %B54.i421.i.i ]
  %at.i.i.i.i = getelementptr double, ptr %first.i.i.i.i, i64 %i.i.i.i.i
  %items.i.i.i.i = load <8 x double>, ptr %at.i.i.i.i, align 8
  %more.i.i.i.i = fadd <8 x double> %sum.i.i.i.i, %items.i.i.i.i
  %next.i.i.i.i = add nuw nsw i64 %i.i.i.i.i, 8
  %again.i.i.i.i = icmp slt i64 %next.i.i.i.i, %whole.i.i.i.i
  br i1 %again.i.i.i.i, label %loop.i.i.i.i, label %end.i.i.i.i
end.i.i.i.i:                                      ; preds = %loop.i.i.i.i, %B54.i421.i.i
  %most.i.i.i.i = phi <8 x double> [ zeroinitializer, %B54.i421.i.i ], [ %more.i.i.i.i, %loop.i.i.i.i ]
  %left.i.i.i.i = and i64 %.1561.i.i, 7
  %any.not.i.i.i.i = icmp eq i64 %left.i.i.i.i, 0
  br i1 %any.not.i.i.i.i, label %helper_28.exit.i.i, label %rest.i.i.i.i
rest.i.i.i.i:                                     ; preds = %end.i.i.i.i
  %limit.i.i.i.i = insertelement <8 x i64> poison, i64 %left.i.i.i.i, i64 0
  %limits.i.i.i.i = shufflevector <8 x i64> %limit.i.i.i.i, <8 x i64> poison, <8 x i32> zeroinitializer
  %mask.i.i.i.i = icmp samesign ugt <8 x i64> %limits.i.i.i.i, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %tail.i.i.i.i = getelementptr double, ptr %first.i.i.i.i, i64 %whole.i.i.i.i
  %last.i.i.i.i = tail call <8 x double> @llvm.masked.load.v8f64.p0(ptr %tail.i.i.i.i, i32 8, <8 x i1> %mask.i.i.i.i, <8 x double> zeroinitializer)
  %full.i.i.i.i = fadd <8 x double> %most.i.i.i.i, %last.i.i.i.i
  br label %helper_28.exit.i.i
B82.i419.i.i:                                     ; preds = %B1574.i.i
  br i1 %some.i.i.i.i, label %loop.i41.i.i.i, label %end.i14.i.i.i
loop.i41.i.i.i:                                   ; preds = %B82.i419.i.i, %loop.i41.i.i.i
  %i.i42.i.i.i = phi i64 [ %next.i47.i.i.i, %loop.i41.i.i.i ], [ 0, %B82.i419.i.i ]
  %sum.i43.i.i.i = phi <8 x double> [ %more.i46.i.i.i, %loop.i41.i.i.i ], [ zeroinitializer, %B82.i419.i.i ]
  %at.i44.i.i.i = getelementptr float, ptr %first.i.i.i.i, i64 %i.i42.i.i.i
  %items.i45.i.i.i = load <8 x float>, ptr %at.i44.i.i.i, align 4
  %wide.i.i.i.i = fpext <8 x float> %items.i45.i.i.i to <8 x double>
  %more.i46.i.i.i = fadd <8 x double> %sum.i43.i.i.i, %wide.i.i.i.i
  %next.i47.i.i.i = add nuw nsw i64 %i.i42.i.i.i, 8
  %again.i48.i.i.i = icmp slt i64 %next.i47.i.i.i, %whole.i.i.i.i
  br i1 %again.i48.i.i.i, label %loop.i41.i.i.i, label %end.i14.i.i.i
end.i14.i.i.i:                                    ; preds = %loop.i41.i.i.i, %B82.i419.i.i
  %most.i15.i.i.i = phi <8 x double> [ zeroinitializer, %B82.i419.i.i ], [ %more.i46.i.i.i, %loop.i41.i.i.i ]
  %left.i16.i.i.i = and i64 %.1561.i.i, 7
  %any.not.i17.i.i.i = icmp eq i64 %left.i16.i.i.i, 0
  br i1 %any.not.i17.i.i.i, label %helper_28.exit.i.i, label %rest.i18.i.i.i
rest.i18.i.i.i:                                   ; preds = %end.i14.i.i.i
  %limit.i19.i.i.i = insertelement <8 x i64> poison, i64 %left.i16.i.i.i, i64 0
  %limits.i20.i.i.i = shufflevector <8 x i64> %limit.i19.i.i.i, <8 x i64> poison, <8 x i32> zeroinitializer
  %mask.i21.i.i.i = icmp samesign ugt <8 x i64> %limits.i20.i.i.i, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %tail.i22.i.i.i = getelementptr float, ptr %first.i.i.i.i, i64 %whole.i.i.i.i
  %last.i23.i.i.i = tail call <8 x float> @llvm.masked.load.v8f32.p0(ptr %tail.i22.i.i.i, i32 4, <8 x i1> %mask.i21.i.i.i, <8 x float> zeroinitializer)
  %lastwide.i.i.i.i = fpext <8 x float> %last.i23.i.i.i to <8 x double>
  %full.i24.i.i.i = fadd <8 x double> %most.i15.i.i.i, %lastwide.i.i.i.i
  br label %helper_28.exit.i.i
helper_28.exit.i.i: ; preds = %end.i14.i.i.i, %rest.i18.i.i.i, %end.i.i.i.i, %rest.i.i.i.i
  %all.i25.i.i.i.sink7 = phi <8 x double> [ %most.i.i.i.i, %end.i.i.i.i ], [ %full.i.i.i.i, %rest.i.i.i.i ], [ %most.i15.i.i.i, %end.i14.i.i.i ], [ %full.i24.i.i.i, %rest.i18.i.i.i ]
  %t1.i26.i.i.i = extractelement <8 x double> %all.i25.i.i.i.sink7, i64 0
  %t2.i27.i.i.i = extractelement <8 x double> %all.i25.i.i.i.sink7, i64 1
  %t3.i28.i.i.i = extractelement <8 x double> %all.i25.i.i.i.sink7, i64 2
  %t4.i29.i.i.i = extractelement <8 x double> %all.i25.i.i.i.sink7, i64 3
  %t5.i30.i.i.i = extractelement <8 x double> %all.i25.i.i.i.sink7, i64 4
  %t6.i31.i.i.i = extractelement <8 x double> %all.i25.i.i.i.sink7, i64 5
  %t7.i32.i.i.i = extractelement <8 x double> %all.i25.i.i.i.sink7, i64 6
  %t8.i33.i.i.i = extractelement <8 x double> %all.i25.i.i.i.sink7, i64 7
  %t9.i34.i.i.i = fadd double %t1.i26.i.i.i, %t2.i27.i.i.i
  %t10.i35.i.i.i = fadd double %t3.i28.i.i.i, %t4.i29.i.i.i
  %t11.i36.i.i.i = fadd double %t5.i30.i.i.i, %t6.i31.i.i.i
  %t12.i37.i.i.i = fadd double %t7.i32.i.i.i, %t8.i33.i.i.i
  %t13.i38.i.i.i = fadd double %t9.i34.i.i.i, %t10.i35.i.i.i
  %t14.i39.i.i.i = fadd double %t11.i36.i.i.i, %t12.i37.i.i.i
  %t15.i40.i.i.i = fadd double %t13.i38.i.i.i, %t14.i39.i.i.i
  %.1592.i.i = add nsw i64 %.1505.sroa.0.0474.i.i, %.808.i.i
  %.1600.0.i.i = ashr i64 %.1592.i.i, 8
  %.1634.i.i = mul nsw i64 %.1600.0.i.i, %.106.i.i
  %.1636.i.i = add nsw i64 %.1634.i.i, %.1313.sroa.0.0481.i.i
  %.1638.i.i = shl i64 %.1636.i.i, 3
  %.1639.i.i = add i64 %.1638.i.i, %.8.i.i
  %.1640.i.i = inttoptr i64 %.1639.i.i to ptr
  store double %t15.i40.i.i.i, ptr %.1640.i.i, align 8
  %.1515.i.i = icmp sgt i64 %.1462.1473.i.i, 0
  %.1528.i.i = add i64 %.1459.1472.i.i, 256
  %.1459.1.i.i = select i1 %.1515.i.i, i64 %.1528.i.i, i64 %.1459.1472.i.i
  %.1524.i.i = sext i1 %.1515.i.i to i64
  %.1462.1.i.i = add nsw i64 %.1462.1473.i.i, %.1524.i.i
  %.1505.sroa.0.0.i.i = select i1 %.1515.i.i, i64 %.1459.1472.i.i, i64 0
  br i1 %.1515.i.i, label %B1574.i.i, label %B1450.loopexit.i.i
B1750.i.i:                                        ; preds = %B1450.loopexit.i.i, %B1420.i.i
  %.1673.i.i = load i64, ptr %.1672.i.i, align 8
  %.1753482.i.i = icmp sgt i64 %.1673.i.i, 0
  br i1 %.1753482.i.i, label %B1830.preheader.i.i, label %B928.loopexit.i.i
B1830.preheader.i.i:                              ; preds = %B1750.i.i
  %.1700.1485.i.i = add nsw i64 %.1673.i.i, -1
  br label %B1830.i.i
B1830.i.i:                                        ; preds = %helper_21.exit.i.i, %B1830.preheader.i.i
  %.1700.1488.i.i = phi i64 [ %.1700.1.i.i, %helper_21.exit.i.i ], [ %.1700.1485.i.i, %B1830.preheader.i.i ]
  %.1697.1487.i.i = phi i64 [ %.1697.1.i.i, %helper_21.exit.i.i ], [ 1, %B1830.preheader.i.i ]
  %.1697.0486.i.i = phi i64 [ %.1697.1487.i.i, %helper_21.exit.i.i ], [ 0, %B1830.preheader.i.i ]
  %.20.i422.i.i = shl i64 %.1697.0486.i.i, 4
  %.23.i425.i.i = add i64 %.22.i424.i.i, %.20.i422.i.i
  %.1835.reass.i.i = add i64 %invariant.op489.i.i, %.20.i422.i.i
  %.1836.i.i = inttoptr i64 %.1835.reass.i.i to ptr
  %.1837.i.i = load i64, ptr %.1836.i.i, align 8
  %.9.i426.i.i = inttoptr i64 %.23.i425.i.i to ptr
  %.10.i427.i.i = load i64, ptr %.9.i426.i.i, align 8
  %.11.i428.i.i = shl i64 %.10.i427.i.i, 3
  %.12.i429.i.i = add i64 %.11.i428.i.i, %.8.i353.i.i
  %.13.i430.i.i = inttoptr i64 %.12.i429.i.i to ptr
  %.14.i431.i.i = load i64, ptr %.13.i430.i.i, align 8
  store ptr null, ptr %.73.i432.i.i, align 8
  store ptr null, ptr %.154.i434.i.i, align 8
  %.19.i438.i.i = load i64, ptr %.87.i.i, align 8
  %.20.i439.i.i = icmp eq i64 %.19.i438.i.i, 8
  br i1 %.20.i439.i.i, label %B54.i444.i.i, label %B82.i440.i.i
B54.i444.i.i:                                     ; preds = %B1830.i.i
  store ptr null, ptr %.73.i432.i.i, align 8
  call fastcc void @helper_24(ptr %.73.i432.i.i, i64 %.8.i.i.i, i64 %.1837.i.i, i64 %.14.i431.i.i, i64 %.808.i.i, i64 %.817.i.i, i64 1)
  br label %helper_21.exit.i.i
B82.i440.i.i:                                     ; preds = %B1830.i.i
  store ptr null, ptr %.154.i434.i.i, align 8
  call fastcc void @helper_25(ptr %.154.i434.i.i, i64 %.8.i.i.i, i64 %.1837.i.i, i64 %.14.i431.i.i, i64 %.808.i.i, i64 %.817.i.i, i64 1)
  br label %helper_21.exit.i.i
helper_21.exit.i.i: ; preds = %B82.i440.i.i, %B54.i444.i.i
  %.1753.i.i = icmp sgt i64 %.1700.1488.i.i, 0
  %.1766.i.i = zext i1 %.1753.i.i to i64
  %.1697.1.i.i = add i64 %.1697.1487.i.i, %.1766.i.i
  %.1762.i.i = sext i1 %.1753.i.i to i64
  %.1700.1.i.i = add nsw i64 %.1700.1488.i.i, %.1762.i.i
  br i1 %.1753.i.i, label %B1830.i.i, label %B928.loopexit.i.i
helper_20.exit.i: ; preds = %B928.loopexit.i.i, %B896.i.i
  %.9.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i23.i = add i64 %.9.i.i, 16
  %.7.i.i24.i = inttoptr i64 %.6.i.i23.i to ptr
  %.8.i.i25.i = load i64, ptr %.7.i.i24.i, align 8
  %.54.i.i = add i64 %.8.i.i25.i, 88
  %.55.i.i = inttoptr i64 %.54.i.i to ptr
  %.56.i.i = load i64, ptr %.55.i.i, align 8
  %.63.i.i = inttoptr i64 %.8.i.i25.i to ptr
  %.64.i.i = load i64, ptr %.63.i.i, align 8
  %.66.i.i = add nsw i64 %.64.i.i, 255
  %.74.0.i.i = ashr i64 %.66.i.i, 8
  %.19048.i.i = icmp sgt i64 %.56.i.i, 0
  br i1 %.19048.i.i, label %B226.lr.ph.i.i, label %helper_17.exit
B226.lr.ph.i.i:                                   ; preds = %helper_20.exit.i
  %.137.150.i.i = add nsw i64 %.56.i.i, -1
  %invariant.op.i26.i = add i64 %.8.i.i25.i, 83824
  %again1.i.i.i = icmp sgt i64 %.74.0.i.i, 0
  %invariant.op55.i.i = add i64 %.8.i.i25.i, 83832
  %.14.i.i27.i = add i64 %.8.i.i25.i, 16
  %.15.i.i.i = inttoptr i64 %.14.i.i27.i to ptr
  br label %B226.i.i
B226.i.i:                                         ; preds = %helper_29.exit.i.i, %B226.lr.ph.i.i
  %.134.154.i.i = phi i64 [ 1, %B226.lr.ph.i.i ], [ %.134.1.i.i, %helper_29.exit.i.i ]
  %.137.153.i.i = phi i64 [ %.137.150.i.i, %B226.lr.ph.i.i ], [ %.137.1.i.i, %helper_29.exit.i.i ]
  %.134.052.i.i = phi i64 [ 0, %B226.lr.ph.i.i ], [ %.134.154.i.i, %helper_29.exit.i.i ]
  %.21.i.i28.i = mul i64 %.134.052.i.i, 24
  %.272.reass.i.i = add i64 %invariant.op.i26.i, %.21.i.i28.i
  %.273.i.i = inttoptr i64 %.272.reass.i.i to ptr
  %.274.i.i = load i64, ptr %.273.i.i, align 8
  %.275.i.i = shl nsw i64 %.134.052.i.i, 3
  %.277.i.i = add nsw i64 %.275.i.i, %.8.i.i
  %first.i.i.i = inttoptr i64 %.277.i.i to ptr
  br i1 %again1.i.i.i, label %body.i.i.i, label %sum_chunks.exit.i.i
body.i.i.i:                                       ; preds = %B226.i.i, %body.i.i.i
  %lost4.i.i.i = phi double [ %t10.i.i.i, %body.i.i.i ], [ 0.000000e+00, %B226.i.i ]
  %total3.i.i.i = phi double [ %t1.i.i.i, %body.i.i.i ], [ 0.000000e+00, %B226.i.i ]
  %k2.i.i.i = phi i64 [ %next.i.i.i, %body.i.i.i ], [ 0, %B226.i.i ]
  %offset.i.i.i = mul i64 %k2.i.i.i, %.56.i.i
  %at.i.i.i = getelementptr double, ptr %first.i.i.i, i64 %offset.i.i.i
  %x.i.i.i = load double, ptr %at.i.i.i, align 8
  %t1.i.i.i = fadd double %total3.i.i.i, %x.i.i.i
  %t2.i.i.i = tail call double @llvm.fabs.f64(double %total3.i.i.i)
  %t3.i.i.i = tail call double @llvm.fabs.f64(double %x.i.i.i)
  %t4.i.i.i = fcmp oge double %t2.i.i.i, %t3.i.i.i
  %t5.i.i.i = fsub double %total3.i.i.i, %t1.i.i.i
  %t6.i.i.i = fadd double %x.i.i.i, %t5.i.i.i
  %t7.i.i.i = fsub double %x.i.i.i, %t1.i.i.i
  %t8.i.i.i = fadd double %total3.i.i.i, %t7.i.i.i
  %t9.i.i.i = select i1 %t4.i.i.i, double %t6.i.i.i, double %t8.i.i.i
  %t10.i.i.i = fadd double %lost4.i.i.i, %t9.i.i.i
  %next.i.i.i = add nuw nsw i64 %k2.i.i.i, 1
  %exitcond.not.i.i.i = icmp eq i64 %next.i.i.i, %.74.0.i.i
  br i1 %exitcond.not.i.i.i, label %sum_chunks.exit.i.i, label %body.i.i.i
sum_chunks.exit.i.i:                              ; preds = %body.i.i.i, %B226.i.i
  %total.lcssa.i.i.i = phi double [ 0.000000e+00, %B226.i.i ], [ %t1.i.i.i, %body.i.i.i ]
  %lost.lcssa.i.i.i = phi double [ 0.000000e+00, %B226.i.i ], [ %t10.i.i.i, %body.i.i.i ]
  %t11.i.i.i = fcmp ord double %lost.lcssa.i.i.i, 0.000000e+00
  %t12.i.i.i = fadd double %total.lcssa.i.i.i, %lost.lcssa.i.i.i
  %t13.i.i.i = select i1 %t11.i.i.i, double %t12.i.i.i, double %total.lcssa.i.i.i
  %.282.reass.i.i = add i64 %invariant.op55.i.i, %.21.i.i28.i
  %.283.i.i = inttoptr i64 %.282.reass.i.i to ptr
  %.284.i.i = load i64, ptr %.283.i.i, align 8
  %.16.i.i.i = load i64, ptr %.15.i.i.i, align 8
  %.17.i.i29.i = icmp eq i64 %.16.i.i.i, 8
  %.14.not.i.i.i.i = icmp eq i64 %.284.i.i, 0
  br i1 %.17.i.i29.i, label %B54.i.i32.i, label %B82.i.i30.i
B54.i.i32.i:                                      ; preds = %sum_chunks.exit.i.i
  br i1 %.14.not.i.i.i.i, label %helper_30.exit.i.i.i, label %B26.i.i.i.i
B26.i.i.i.i:                                      ; preds = %B54.i.i32.i
  %.34.i.i.i.i = inttoptr i64 %.274.i.i to ptr
  %.35.i.i.i.i = load double, ptr %.34.i.i.i.i, align 8
  %.41.i.i.i.i = fadd double %t13.i.i.i, %.35.i.i.i.i
  br label %helper_30.exit.i.i.i
helper_30.exit.i.i.i: ; preds = %B26.i.i.i.i, %B54.i.i32.i
  %"$phi68.5.2.0.i.i.i.i" = phi double [ %.41.i.i.i.i, %B26.i.i.i.i ], [ %t13.i.i.i, %B54.i.i32.i ]
  %.64.i.i.i.i = inttoptr i64 %.274.i.i to ptr
  store double %"$phi68.5.2.0.i.i.i.i", ptr %.64.i.i.i.i, align 8
  br label %helper_29.exit.i.i
B82.i.i30.i:                                      ; preds = %sum_chunks.exit.i.i
  br i1 %.14.not.i.i.i.i, label %helper_31.exit.i.i.i, label %B26.i15.i.i.i
B26.i15.i.i.i:                                    ; preds = %B82.i.i30.i
  %.34.i16.i.i.i = inttoptr i64 %.274.i.i to ptr
  %.35.i17.i.i.i = load float, ptr %.34.i16.i.i.i, align 4
  %.41.i18.i.i.i = fpext float %.35.i17.i.i.i to double
  %.42.i.i.i.i = fadd double %t13.i.i.i, %.41.i18.i.i.i
  br label %helper_31.exit.i.i.i
helper_31.exit.i.i.i: ; preds = %B26.i15.i.i.i, %B82.i.i30.i
  %"$phi68.5.2.0.i19.i.i.i" = phi double [ %.42.i.i.i.i, %B26.i15.i.i.i ], [ %t13.i.i.i, %B82.i.i30.i ]
  %.63.i.i.i.i = fptrunc double %"$phi68.5.2.0.i19.i.i.i" to float
  %.66.i.i.i.i = inttoptr i64 %.274.i.i to ptr
  store float %.63.i.i.i.i, ptr %.66.i.i.i.i, align 4
  br label %helper_29.exit.i.i
helper_29.exit.i.i: ; preds = %helper_31.exit.i.i.i, %helper_30.exit.i.i.i
  %.190.i31.i = icmp sgt i64 %.137.153.i.i, 0
  %.199.i.i = sext i1 %.190.i31.i to i64
  %.137.1.i.i = add nsw i64 %.137.153.i.i, %.199.i.i
  %.203.i.i = zext i1 %.190.i31.i to i64
  %.134.1.i.i = add i64 %.134.154.i.i, %.203.i.i
  br i1 %.190.i31.i, label %B226.i.i, label %helper_17.exit
helper_17.exit: ; preds = %helper_29.exit.i.i, %helper_20.exit.i, %helper_18.exit.i, %B312
  %.257.0 = phi i64 [ 0, %B312 ], [ %quot.1.0.i.i, %helper_18.exit.i ], [ 0, %helper_20.exit.i ], [ 0, %helper_29.exit.i.i ]
  store i64 %.257.0, ptr %retptr, align 8
  ret void
}
define internal fastcc void @helper_26(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.cursors, i64 range(i64 -9223372036854775808, 9223372036854775801) %arg.n) unnamed_addr {
entry:
  %.28 = add i64 %arg.w, 40
  %.29 = inttoptr i64 %.28 to ptr
  %.30 = load i64, ptr %.29, align 8
  %.112194.not = icmp slt i64 %.30, 1
  br i1 %.112194.not, label %B338, label %B84.lr.ph
B84.lr.ph:                                        ; preds = %entry
  %.22.i = add i64 %arg.w, 104
  br label %B84
B84:                                              ; preds = %B84.lr.ph, %B84
  %.54.0196 = phi i64 [ 0, %B84.lr.ph ], [ %.125, %B84 ]
  %.125 = add nuw nsw i64 %.54.0196, 1
  %.21.i = mul i64 %.54.0196, 40
  %.23.i = add i64 %.22.i, %.21.i
  %.8.i = add i64 %.23.i, 8
  %.9.i = inttoptr i64 %.8.i to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = shl i64 %.10.i, 3
  %.12.i = add i64 %.11.i, %arg.cursors
  %.13.i = inttoptr i64 %.12.i to ptr
  %.14.i = load i64, ptr %.13.i, align 8
  %.8.i123 = add i64 %.23.i, 16
  %.9.i124 = inttoptr i64 %.8.i123 to ptr
  %.10.i125 = load i64, ptr %.9.i124, align 8
  %.11.i126 = shl i64 %.10.i125, 3
  %.12.i127 = add i64 %.11.i126, %arg.cursors
  %.13.i128 = inttoptr i64 %.12.i127 to ptr
  %.14.i129 = load i64, ptr %.13.i128, align 8
  %.8.i130 = add i64 %.23.i, 24
  %.9.i131 = inttoptr i64 %.8.i130 to ptr
  %.10.i132 = load i64, ptr %.9.i131, align 8
  %.11.i133 = shl i64 %.10.i132, 3
  %.12.i134 = add i64 %.11.i133, %arg.cursors
  %.13.i135 = inttoptr i64 %.12.i134 to ptr
  %.14.i136 = load i64, ptr %.13.i135, align 8
  %.8.i137 = add i64 %.23.i, 32
  %.9.i138 = inttoptr i64 %.8.i137 to ptr
  %.10.i139 = load i64, ptr %.9.i138, align 8
  %.11.i140 = shl i64 %.10.i139, 3
  %.12.i141 = add i64 %.11.i140, %arg.cursors
  %.13.i142 = inttoptr i64 %.12.i141 to ptr
  %.14.i143 = load i64, ptr %.13.i142, align 8
  %.297 = inttoptr i64 %.23.i to ptr
  %.298 = load i64, ptr %.297, align 8
  %.310 = inttoptr i64 %.298 to ptr
  tail call void %.310(i64 %.14.i, i64 %.14.i129, i64 %.14.i136, i64 %.14.i143, i64 %arg.n)
  %exitcond.not = icmp eq i64 %.125, %.30
  br i1 %exitcond.not, label %B338, label %B84
B338:                                             ; preds = %B84, %entry
  %.342 = add i64 %arg.w, 48
  %.343 = inttoptr i64 %.342 to ptr
  %.344 = load i64, ptr %.343, align 8
  %.424197 = icmp sgt i64 %.344, 0
  br i1 %.424197, label %B418.lr.ph, label %B884
B418.lr.ph:                                       ; preds = %B338
  %.371.1199 = add nsw i64 %.344, -1
  %.22.i146 = add i64 %arg.w, 3944
  %.23.i155 = add i64 %arg.w, 16
  %.24.i = inttoptr i64 %.23.i155 to ptr
  %.11177.not.i.i = icmp slt i64 %arg.n, 1
  %.26080.not.i.i = icmp slt i64 %arg.n, 1
  %.11077.not.i.i = icmp slt i64 %arg.n, 1
  %.25780.not.i.i = icmp slt i64 %arg.n, 1
  br label %B418
B418:                                             ; preds = %B418.lr.ph, %B885
  %.368.1203 = phi i64 [ 1, %B418.lr.ph ], [ %.368.1, %B885 ]
  %.371.1202 = phi i64 [ %.371.1199, %B418.lr.ph ], [ %.371.1, %B885 ]
  %.368.0201 = phi i64 [ 0, %B418.lr.ph ], [ %.368.1203, %B885 ]
  %.20.i144 = shl i64 %.368.0201, 6
  %.23.i147 = add i64 %.22.i146, %.20.i144
  %.509 = inttoptr i64 %.23.i147 to ptr
  %.510 = load i64, ptr %.509, align 8
  %.8.i148 = add i64 %.23.i147, 8
  %.9.i149 = inttoptr i64 %.8.i148 to ptr
  %.10.i150 = load i64, ptr %.9.i149, align 8
  %.11.i151 = shl i64 %.10.i150, 3
  %.12.i152 = add i64 %.11.i151, %arg.cursors
  %.13.i153 = inttoptr i64 %.12.i152 to ptr
  %.14.i154 = load i64, ptr %.13.i153, align 8
  %.540 = add i64 %.23.i147, 56
  %.541 = inttoptr i64 %.540 to ptr
  %.542 = load i64, ptr %.541, align 8
  %.553 = icmp eq i64 %.510, 1
  %.561 = add i64 %.23.i147, 16
  %.562 = inttoptr i64 %.561 to ptr
  %.563 = load i64, ptr %.562, align 8
  br i1 %.553, label %B584, label %B664
B584:                                             ; preds = %B418
  %.25.i = load i64, ptr %.24.i, align 8
  %.26.i = icmp eq i64 %.25.i, 8
  %.18.i.i = inttoptr i64 %.563 to ptr
  br i1 %.26.i, label %B54.i, label %B82.i
B54.i:                                            ; preds = %B584
  %.19.i.i = load double, ptr %.18.i.i, align 8
  %.20.i.i = fadd double %.19.i.i, 0.000000e+00
  %.24.not.i.i = icmp eq i64 %.542, 0
  br i1 %.24.not.i.i, label %B160.i.i, label %B48.i.i
B48.i.i:                                          ; preds = %B54.i
  br i1 %.11077.not.i.i, label %B885, label %B80.i.i
B80.i.i:                                          ; preds = %B48.i.i, %B80.i.i
  %.52.078.i.i = phi i64 [ %.123.i.i, %B80.i.i ], [ 0, %B48.i.i ]
  %0 = shl i64 %.52.078.i.i, 3
  %.123.i.i = add nuw nsw i64 %.52.078.i.i, 1
  %.151.i.i = add i64 %0, %.14.i154
  %.152.i.i = inttoptr i64 %.151.i.i to ptr
  %.153.i.i = load double, ptr %.152.i.i, align 8
  %.155.i.i = fadd double %.20.i.i, %.153.i.i
  store double %.155.i.i, ptr %.152.i.i, align 8
  %exitcond.not.i.i = icmp eq i64 %arg.n, %.123.i.i
  br i1 %exitcond.not.i.i, label %B885, label %B80.i.i
B160.i.i:                                         ; preds = %B54.i
  br i1 %.25780.not.i.i, label %B885, label %B192.i.i
B192.i.i:                                         ; preds = %B160.i.i, %B192.i.i
  %.201.081.i.i = phi i64 [ %.270.i.i, %B192.i.i ], [ 0, %B160.i.i ]
  %1 = shl i64 %.201.081.i.i, 3
  %.270.i.i = add nuw nsw i64 %.201.081.i.i, 1
  %.299.i.i = add i64 %1, %.14.i154
  %.300.i.i = inttoptr i64 %.299.i.i to ptr
  store double %.20.i.i, ptr %.300.i.i, align 8
  %exitcond84.not.i.i = icmp eq i64 %arg.n, %.270.i.i
  br i1 %exitcond84.not.i.i, label %B885, label %B192.i.i
B82.i:                                            ; preds = %B584
  %.19.i23.i = load float, ptr %.18.i.i, align 4
  %.20.i24.i = fpext float %.19.i23.i to double
  %.21.i.i = fadd double %.20.i24.i, 0.000000e+00
  %.25.not.i.i = icmp eq i64 %.542, 0
  br i1 %.25.not.i.i, label %B160.i30.i, label %B48.i25.i
B48.i25.i:                                        ; preds = %B82.i
  br i1 %.11177.not.i.i, label %B885, label %B80.i26.i
B80.i26.i:                                        ; preds = %B48.i25.i, %B80.i26.i
  %.53.078.i.i = phi i64 [ %.124.i.i, %B80.i26.i ], [ 0, %B48.i25.i ]
  %2 = shl i64 %.53.078.i.i, 2
  %.124.i.i = add nuw nsw i64 %.53.078.i.i, 1
  %.152.i27.i = add i64 %2, %.14.i154
  %.153.i28.i = inttoptr i64 %.152.i27.i to ptr
  %.154.i.i = load float, ptr %.153.i28.i, align 4
  %.156.i.i = fpext float %.154.i.i to double
  %.157.i.i = fadd double %.21.i.i, %.156.i.i
  %.160.i.i = fptrunc double %.157.i.i to float
  store float %.160.i.i, ptr %.153.i28.i, align 4
  %exitcond.not.i29.i = icmp eq i64 %arg.n, %.124.i.i
  br i1 %exitcond.not.i29.i, label %B885, label %B80.i26.i
B160.i30.i:                                       ; preds = %B82.i
  br i1 %.26080.not.i.i, label %B885, label %B192.lr.ph.i.i
B192.lr.ph.i.i:                                   ; preds = %B160.i30.i
  %.301.i.i = fptrunc double %.21.i.i to float
  br label %B192.i31.i
B192.i31.i:                                       ; preds = %B192.i31.i, %B192.lr.ph.i.i
  %.204.081.i.i = phi i64 [ 0, %B192.lr.ph.i.i ], [ %.273.i.i, %B192.i31.i ]
  %3 = shl i64 %.204.081.i.i, 2
  %.273.i.i = add nuw nsw i64 %.204.081.i.i, 1
  %.303.i.i = add i64 %3, %.14.i154
  %.304.i.i = inttoptr i64 %.303.i.i to ptr
  store float %.301.i.i, ptr %.304.i.i, align 4
  %exitcond84.not.i32.i = icmp eq i64 %.273.i.i, %arg.n
  br i1 %exitcond84.not.i32.i, label %B885, label %B192.i31.i
B664:                                             ; preds = %B418
  %.11.i159 = shl i64 %.563, 3
  %.12.i160 = add i64 %.11.i159, %arg.cursors
  %.13.i161 = inttoptr i64 %.12.i160 to ptr
  %.14.i162 = load i64, ptr %.13.i161, align 8
  %.8.i163 = add i64 %.23.i147, 24
  %.9.i164 = inttoptr i64 %.8.i163 to ptr
  %.10.i165 = load i64, ptr %.9.i164, align 8
  %.11.i166 = shl i64 %.10.i165, 3
  %.12.i167 = add i64 %.11.i166, %arg.cursors
  %.13.i168 = inttoptr i64 %.12.i167 to ptr
  %.14.i169 = load i64, ptr %.13.i168, align 8
  %.8.i170 = add i64 %.23.i147, 32
  %.9.i171 = inttoptr i64 %.8.i170 to ptr
  %.10.i172 = load i64, ptr %.9.i171, align 8
  %.11.i173 = shl i64 %.10.i172, 3
  %.12.i174 = add i64 %.11.i173, %arg.cursors
  %.13.i175 = inttoptr i64 %.12.i174 to ptr
  %.14.i176 = load i64, ptr %.13.i175, align 8
  %.8.i177 = add i64 %.23.i147, 40
  %.9.i178 = inttoptr i64 %.8.i177 to ptr
  %.10.i179 = load i64, ptr %.9.i178, align 8
  %.11.i180 = shl i64 %.10.i179, 3
  %.12.i181 = add i64 %.11.i180, %arg.cursors
  %.13.i182 = inttoptr i64 %.12.i181 to ptr
  %.14.i183 = load i64, ptr %.13.i182, align 8
  %.8.i184 = add i64 %.23.i147, 48
  %.9.i185 = inttoptr i64 %.8.i184 to ptr
  %.10.i186 = load i64, ptr %.9.i185, align 8
  %.11.i187 = shl i64 %.10.i186, 3
  %.12.i188 = add i64 %.11.i187, %arg.cursors
  %.13.i189 = inttoptr i64 %.12.i188 to ptr
  %.14.i190 = load i64, ptr %.13.i189, align 8
  %.768 = inttoptr i64 %.510 to ptr
  tail call void %.768(i64 %.14.i154, i64 %.14.i162, i64 %.14.i169, i64 %.14.i176, i64 %.14.i183, i64 %.14.i190, i64 %arg.n, i64 %.542)
  br label %B885
B884:                                             ; preds = %B885, %B338
  store ptr null, ptr %retptr, align 8
  ret void
B885:                                             ; preds = %B80.i26.i, %B192.i31.i, %B80.i.i, %B192.i.i, %B160.i30.i, %B48.i25.i, %B160.i.i, %B48.i.i, %B664
  %.424 = icmp sgt i64 %.371.1202, 0
  %.433 = sext i1 %.424 to i64
  %.371.1 = add nsw i64 %.371.1202, %.433
  %.437 = zext i1 %.424 to i64
  %.368.1 = add i64 %.368.1203, %.437
  br i1 %.424, label %B418, label %B884
}
define internal fastcc void @helper_27(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.cursors, i64 %arg.tails, i64 %arg.first, i64 range(i64 -9223372036854775808, 9223372036854775801) %arg.whole, i64 range(i64 -9223372036854775807, -9223372036854775808) %arg.n) unnamed_addr {
entry:
  %.24 = add i64 %arg.w, 16
  %.25 = inttoptr i64 %.24 to ptr
  %.26 = load i64, ptr %.25, align 8
  %.28 = mul nsw i64 %.26, %arg.whole
  %.47 = add i64 %arg.w, 64
  %.48 = inttoptr i64 %.47 to ptr
  %.49 = load i64, ptr %.48, align 8
  %.131345 = icmp sgt i64 %.49, 0
  br i1 %.131345, label %B132.lr.ph, label %B320
B132.lr.ph:                                       ; preds = %entry
  %.76.1347 = add nsw i64 %.49, -1
  %.22.i = add i64 %arg.w, 46952
  %.240 = add nsw i64 %arg.whole, 8
  %.278 = sub i64 %.240, %arg.n
  %storemerge274 = tail call i64 @llvm.smax.i64(i64 %.278, i64 0)
  %.321336 = icmp sgt i64 %.278, 0
  %.330337 = sext i1 %.321336 to i64
  %.268.1338 = add nsw i64 %storemerge274, %.330337
  %.334339 = zext i1 %.321336 to i64
  %.265.1340 = add i64 %arg.n, %.334339
  %.311.sroa.0.0341 = select i1 %.321336, i64 %arg.n, i64 0
  %.362 = add nsw i64 %arg.n, -1
  %.9.i22.i = shl i64 %.362, 2
  %.9.i.i = shl i64 %.362, 3
  br label %B132
B130.loopexit:                                    ; preds = %helper_32.exit, %B132
  %.131 = icmp sgt i64 %.76.1350, 0
  %.140 = sext i1 %.131 to i64
  %.76.1 = add nsw i64 %.76.1350, %.140
  %.144 = zext i1 %.131 to i64
  %.73.1 = add i64 %.73.1351, %.144
  br i1 %.131, label %B132, label %B320
B132:                                             ; preds = %B132.lr.ph, %B130.loopexit
  %.73.1351 = phi i64 [ 1, %B132.lr.ph ], [ %.73.1, %B130.loopexit ]
  %.76.1350 = phi i64 [ %.76.1347, %B132.lr.ph ], [ %.76.1, %B130.loopexit ]
  %.73.0349 = phi i64 [ 0, %B132.lr.ph ], [ %.73.1351, %B130.loopexit ]
  %.20.i = shl i64 %.73.0349, 4
  %.23.i = add i64 %.22.i, %.20.i
  %.9.i = inttoptr i64 %.23.i to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = shl i64 %.10.i, 3
  %.12.i = add i64 %.11.i, %arg.cursors
  %.13.i = inttoptr i64 %.12.i to ptr
  %.14.i = load i64, ptr %.13.i, align 8
  br i1 %.321336, label %B258.lr.ph, label %B130.loopexit
B258.lr.ph:                                       ; preds = %B132
  %.10.i23.i = add i64 %.14.i, %.9.i22.i
  %.11.i24.i = inttoptr i64 %.10.i23.i to ptr
  %.10.i.i = add i64 %.14.i, %.9.i.i
  %.11.i.i = inttoptr i64 %.10.i.i to ptr
  br label %B258
B258:                                             ; preds = %B258.lr.ph, %helper_32.exit
  %.311.sroa.0.0344 = phi i64 [ %.311.sroa.0.0341, %B258.lr.ph ], [ %.311.sroa.0.0, %helper_32.exit ]
  %.265.1343 = phi i64 [ %.265.1340, %B258.lr.ph ], [ %.265.1, %helper_32.exit ]
  %.268.1342 = phi i64 [ %.268.1338, %B258.lr.ph ], [ %.268.1, %helper_32.exit ]
  %.25.i = load i64, ptr %.25, align 8
  %.26.i = icmp eq i64 %.25.i, 8
  br i1 %.26.i, label %B54.i, label %B82.i
B54.i:                                            ; preds = %B258
  %.12.i.i = load double, ptr %.11.i.i, align 8
  %.13.i.i = shl i64 %.311.sroa.0.0344, 3
  %.14.i.i = add i64 %.13.i.i, %.14.i
  %.15.i.i = inttoptr i64 %.14.i.i to ptr
  store double %.12.i.i, ptr %.15.i.i, align 8
  br label %helper_32.exit
B82.i:                                            ; preds = %B258
  %.12.i25.i = load float, ptr %.11.i24.i, align 4
  %.13.i26.i = shl i64 %.311.sroa.0.0344, 2
  %.14.i27.i = add i64 %.13.i26.i, %.14.i
  %.15.i28.i = inttoptr i64 %.14.i27.i to ptr
  store float %.12.i25.i, ptr %.15.i28.i, align 4
  br label %helper_32.exit
helper_32.exit: ; preds = %B54.i, %B82.i
  %.321 = icmp sgt i64 %.268.1342, 0
  %.330 = sext i1 %.321 to i64
  %.268.1 = add nsw i64 %.268.1342, %.330
  %.334 = zext i1 %.321 to i64
  %.265.1 = add i64 %.265.1343, %.334
  %.311.sroa.0.0 = select i1 %.321, i64 %.265.1343, i64 0
  br i1 %.321, label %B258, label %B130.loopexit
B320:                                             ; preds = %B130.loopexit, %entry
  %.425 = add i64 %arg.w, 56
  %.426 = inttoptr i64 %.425 to ptr
  %.427 = load i64, ptr %.426, align 8
  %.507355 = icmp sgt i64 %.427, 0
  br i1 %.507355, label %B400.lr.ph, label %B738
B400.lr.ph:                                       ; preds = %B320
  %.454.1358 = add nsw i64 %.427, -1
  %.22.i278 = add i64 %arg.w, 28520
  %0 = xor i64 %arg.whole, -1
  %.743 = add i64 %arg.n, %0
  br label %B400
B400:                                             ; preds = %B400.lr.ph, %B702
  %.497.sroa.0.0361 = phi i64 [ 0, %B400.lr.ph ], [ %.497.sroa.0.0, %B702 ]
  %.454.1360 = phi i64 [ %.454.1358, %B400.lr.ph ], [ %.454.1, %B702 ]
  %.451.1359 = phi i64 [ 1, %B400.lr.ph ], [ %.451.1, %B702 ]
  %.550 = shl i64 %.497.sroa.0.0361, 3
  %.551 = add i64 %.550, %arg.cursors
  %.552 = inttoptr i64 %.551 to ptr
  %.553 = load i64, ptr %.552, align 8
  %.555 = add nsw i64 %.553, %.28
  %.21.i277 = mul i64 %.497.sroa.0.0361, 24
  %.23.i279 = add i64 %.22.i278, %.21.i277
  %.607 = inttoptr i64 %.23.i279 to ptr
  %.608 = load i64, ptr %.607, align 8
  %.609 = icmp eq i64 %.608, 0
  br i1 %.609, label %B530, label %B702
B530:                                             ; preds = %B400
  %.615 = shl nsw i64 %.497.sroa.0.0361, 6
  %.617 = add nsw i64 %.615, %arg.tails
  br label %B604
B604:                                             ; preds = %B530, %helper_32.exit300
  %.690.sroa.0.0354 = phi i64 [ 0, %B530 ], [ %.690.sroa.0.0, %helper_32.exit300 ]
  %.647.1353 = phi i64 [ 7, %B530 ], [ %.647.1, %helper_32.exit300 ]
  %.644.1352 = phi i64 [ 1, %B530 ], [ %.644.1, %helper_32.exit300 ]
  %.745 = tail call i64 @llvm.smin.i64(i64 %.743, i64 %.690.sroa.0.0354)
  %.25.i282 = load i64, ptr %.25, align 8
  %.26.i283 = icmp eq i64 %.25.i282, 8
  br i1 %.26.i283, label %B54.i292, label %B82.i284
B54.i292:                                         ; preds = %B604
  %.9.i.i293 = shl i64 %.745, 3
  %.10.i.i294 = add i64 %.9.i.i293, %.555
  %.11.i.i295 = inttoptr i64 %.10.i.i294 to ptr
  %.12.i.i296 = load double, ptr %.11.i.i295, align 8
  %.13.i.i297 = shl i64 %.690.sroa.0.0354, 3
  %.14.i.i298 = add i64 %.13.i.i297, %.617
  %.15.i.i299 = inttoptr i64 %.14.i.i298 to ptr
  store double %.12.i.i296, ptr %.15.i.i299, align 8
  br label %helper_32.exit300
B82.i284:                                         ; preds = %B604
  %.9.i22.i285 = shl i64 %.745, 2
  %.10.i23.i286 = add i64 %.9.i22.i285, %.555
  %.11.i24.i287 = inttoptr i64 %.10.i23.i286 to ptr
  %.12.i25.i288 = load float, ptr %.11.i24.i287, align 4
  %.13.i26.i289 = shl i64 %.690.sroa.0.0354, 2
  %.14.i27.i290 = add i64 %.13.i26.i289, %.617
  %.15.i28.i291 = inttoptr i64 %.14.i27.i290 to ptr
  store float %.12.i25.i288, ptr %.15.i28.i291, align 4
  br label %helper_32.exit300
helper_32.exit300: ; preds = %B54.i292, %B82.i284
  %.700 = icmp ne i64 %.647.1353, 0
  %.713 = zext i1 %.700 to i64
  %.644.1 = add i64 %.644.1352, %.713
  %.709 = sext i1 %.700 to i64
  %.647.1 = add nsw i64 %.647.1353, %.709
  %.690.sroa.0.0 = select i1 %.700, i64 %.644.1352, i64 0
  br i1 %.700, label %B604, label %B702
B702:                                             ; preds = %helper_32.exit300, %B400
  %cursor.2.1 = phi i64 [ %.555, %B400 ], [ %.617, %helper_32.exit300 ]
  store i64 %cursor.2.1, ptr %.552, align 8
  %.507 = icmp sgt i64 %.454.1360, 0
  %.520 = zext i1 %.507 to i64
  %.451.1 = add i64 %.451.1359, %.520
  %.516 = sext i1 %.507 to i64
  %.454.1 = add nsw i64 %.454.1360, %.516
  %.497.sroa.0.0 = select i1 %.507, i64 %.451.1359, i64 0
  br i1 %.507, label %B400, label %B738
B738:                                             ; preds = %B702, %B320
  %.28.i = add i64 %arg.w, 40
  %.29.i = inttoptr i64 %.28.i to ptr
  %.30.i = load i64, ptr %.29.i, align 8
  %.112193.not.i = icmp slt i64 %.30.i, 1
  br i1 %.112193.not.i, label %B338.i, label %B84.lr.ph.i
B84.lr.ph.i:                                      ; preds = %B738
  %.22.i.i = add i64 %arg.w, 104
  br label %B84.i
B84.i:                                            ; preds = %B84.i, %B84.lr.ph.i
  %.54.0195.i = phi i64 [ 0, %B84.lr.ph.i ], [ %.125.i, %B84.i ]
  %.125.i = add nuw nsw i64 %.54.0195.i, 1
  %.21.i.i = mul i64 %.54.0195.i, 40
  %.23.i.i = add i64 %.22.i.i, %.21.i.i
  %.8.i.i = add i64 %.23.i.i, 8
  %.9.i.i301 = inttoptr i64 %.8.i.i to ptr
  %.10.i.i302 = load i64, ptr %.9.i.i301, align 8
  %.11.i.i303 = shl i64 %.10.i.i302, 3
  %.12.i.i304 = add i64 %.11.i.i303, %arg.cursors
  %.13.i.i305 = inttoptr i64 %.12.i.i304 to ptr
  %.14.i.i306 = load i64, ptr %.13.i.i305, align 8
  %.8.i123.i = add i64 %.23.i.i, 16
  %.9.i124.i = inttoptr i64 %.8.i123.i to ptr
  %.10.i125.i = load i64, ptr %.9.i124.i, align 8
  %.11.i126.i = shl i64 %.10.i125.i, 3
  %.12.i127.i = add i64 %.11.i126.i, %arg.cursors
  %.13.i128.i = inttoptr i64 %.12.i127.i to ptr
  %.14.i129.i = load i64, ptr %.13.i128.i, align 8
  %.8.i130.i = add i64 %.23.i.i, 24
  %.9.i131.i = inttoptr i64 %.8.i130.i to ptr
  %.10.i132.i = load i64, ptr %.9.i131.i, align 8
  %.11.i133.i = shl i64 %.10.i132.i, 3
  %.12.i134.i = add i64 %.11.i133.i, %arg.cursors
  %.13.i135.i = inttoptr i64 %.12.i134.i to ptr
  %.14.i136.i = load i64, ptr %.13.i135.i, align 8
  %.8.i137.i = add i64 %.23.i.i, 32
  %.9.i138.i = inttoptr i64 %.8.i137.i to ptr
  %.10.i139.i = load i64, ptr %.9.i138.i, align 8
  %.11.i140.i = shl i64 %.10.i139.i, 3
  %.12.i141.i = add i64 %.11.i140.i, %arg.cursors
  %.13.i142.i = inttoptr i64 %.12.i141.i to ptr
  %.14.i143.i = load i64, ptr %.13.i142.i, align 8
  %.297.i = inttoptr i64 %.23.i.i to ptr
  %.298.i = load i64, ptr %.297.i, align 8
  %.315.i = inttoptr i64 %.298.i to ptr
  tail call void %.315.i(i64 %.14.i.i306, i64 %.14.i129.i, i64 %.14.i136.i, i64 %.14.i143.i, i64 8)
  %exitcond.not.i = icmp eq i64 %.125.i, %.30.i
  br i1 %exitcond.not.i, label %B338.i, label %B84.i
B338.i:                                           ; preds = %B84.i, %B738
  %.342.i = add i64 %arg.w, 48
  %.343.i = inttoptr i64 %.342.i to ptr
  %.344.i = load i64, ptr %.343.i, align 8
  %.424196.i = icmp sgt i64 %.344.i, 0
  br i1 %.424196.i, label %B418.lr.ph.i, label %helper_33.exit
B418.lr.ph.i:                                     ; preds = %B338.i
  %.371.1198.i = add nsw i64 %.344.i, -1
  %.22.i146.i = add i64 %arg.w, 3944
  br label %B418.i
B418.i:                                           ; preds = %B885.i, %B418.lr.ph.i
  %.368.1202.i = phi i64 [ 1, %B418.lr.ph.i ], [ %.368.1.i, %B885.i ]
  %.371.1201.i = phi i64 [ %.371.1198.i, %B418.lr.ph.i ], [ %.371.1.i, %B885.i ]
  %.368.0200.i = phi i64 [ 0, %B418.lr.ph.i ], [ %.368.1202.i, %B885.i ]
  %.20.i144.i = shl i64 %.368.0200.i, 6
  %.23.i147.i = add i64 %.22.i146.i, %.20.i144.i
  %.509.i = inttoptr i64 %.23.i147.i to ptr
  %.510.i = load i64, ptr %.509.i, align 8
  %.8.i148.i = add i64 %.23.i147.i, 8
  %.9.i149.i = inttoptr i64 %.8.i148.i to ptr
  %.10.i150.i = load i64, ptr %.9.i149.i, align 8
  %.11.i151.i = shl i64 %.10.i150.i, 3
  %.12.i152.i = add i64 %.11.i151.i, %arg.cursors
  %.13.i153.i = inttoptr i64 %.12.i152.i to ptr
  %.14.i154.i = load i64, ptr %.13.i153.i, align 8
  %.540.i = add i64 %.23.i147.i, 56
  %.541.i = inttoptr i64 %.540.i to ptr
  %.542.i = load i64, ptr %.541.i, align 8
  %.553.i = icmp eq i64 %.510.i, 1
  %.561.i = add i64 %.23.i147.i, 16
  %.562.i = inttoptr i64 %.561.i to ptr
  %.563.i = load i64, ptr %.562.i, align 8
  br i1 %.553.i, label %B584.i, label %B664.i
B584.i:                                           ; preds = %B418.i
  %.17.i.i = load i64, ptr %.25, align 8
  %.18.i.i = icmp eq i64 %.17.i.i, 8
  %.18.i.i.i = inttoptr i64 %.563.i to ptr
  br i1 %.18.i.i, label %B54.i.i, label %B82.i.i
B54.i.i:                                          ; preds = %B584.i
  %.19.i.i.i = load double, ptr %.18.i.i.i, align 8
  %.20.i.i.i = fadd double %.19.i.i.i, 0.000000e+00
  %.24.not.i.i.i = icmp eq i64 %.542.i, 0
  br i1 %.24.not.i.i.i, label %B192.i.i.i, label %B80.i.i.i
B80.i.i.i:                                        ; preds = %B54.i.i, %B80.i.i.i
  %.52.078.i.i.i = phi i64 [ %.123.i.i.i, %B80.i.i.i ], [ 0, %B54.i.i ]
  %1 = shl i64 %.52.078.i.i.i, 3
  %.123.i.i.i = add nuw nsw i64 %.52.078.i.i.i, 1
  %.151.i.i.i = add i64 %1, %.14.i154.i
  %.152.i.i.i = inttoptr i64 %.151.i.i.i to ptr
  %.153.i.i.i = load double, ptr %.152.i.i.i, align 8
  %.155.i.i.i = fadd double %.20.i.i.i, %.153.i.i.i
  store double %.155.i.i.i, ptr %.152.i.i.i, align 8
  %exitcond.not.i.i.i = icmp eq i64 %.123.i.i.i, 8
  br i1 %exitcond.not.i.i.i, label %B885.i, label %B80.i.i.i
B192.i.i.i:                                       ; preds = %B54.i.i, %B192.i.i.i
  %.201.081.i.i.i = phi i64 [ %.270.i.i.i, %B192.i.i.i ], [ 0, %B54.i.i ]
  %2 = shl i64 %.201.081.i.i.i, 3
  %.270.i.i.i = add nuw nsw i64 %.201.081.i.i.i, 1
  %.299.i.i.i = add i64 %2, %.14.i154.i
  %.300.i.i.i = inttoptr i64 %.299.i.i.i to ptr
  store double %.20.i.i.i, ptr %.300.i.i.i, align 8
  %exitcond84.not.i.i.i = icmp eq i64 %.270.i.i.i, 8
  br i1 %exitcond84.not.i.i.i, label %B885.i, label %B192.i.i.i
B82.i.i:                                          ; preds = %B584.i
  %.19.i23.i.i = load float, ptr %.18.i.i.i, align 4
  %.20.i24.i.i = fpext float %.19.i23.i.i to double
  %.21.i.i.i = fadd double %.20.i24.i.i, 0.000000e+00
  %.25.not.i.i.i = icmp eq i64 %.542.i, 0
  br i1 %.25.not.i.i.i, label %B160.i30.i.i, label %B80.i26.i.i
B80.i26.i.i:                                      ; preds = %B82.i.i, %B80.i26.i.i
  %.53.078.i.i.i = phi i64 [ %.124.i.i.i, %B80.i26.i.i ], [ 0, %B82.i.i ]
  %3 = shl i64 %.53.078.i.i.i, 2
  %.124.i.i.i = add nuw nsw i64 %.53.078.i.i.i, 1
  %.152.i27.i.i = add i64 %3, %.14.i154.i
  %.153.i28.i.i = inttoptr i64 %.152.i27.i.i to ptr
  %.154.i.i.i = load float, ptr %.153.i28.i.i, align 4
  %.156.i.i.i = fpext float %.154.i.i.i to double
  %.157.i.i.i = fadd double %.21.i.i.i, %.156.i.i.i
  %.160.i.i.i = fptrunc double %.157.i.i.i to float
  store float %.160.i.i.i, ptr %.153.i28.i.i, align 4
  %exitcond.not.i29.i.i = icmp eq i64 %.124.i.i.i, 8
  br i1 %exitcond.not.i29.i.i, label %B885.i, label %B80.i26.i.i
B160.i30.i.i:                                     ; preds = %B82.i.i
  %.301.i.i.i = fptrunc double %.21.i.i.i to float
  br label %B192.i31.i.i
B192.i31.i.i:                                     ; preds = %B192.i31.i.i, %B160.i30.i.i
  %.204.081.i.i.i = phi i64 [ 0, %B160.i30.i.i ], [ %.273.i.i.i, %B192.i31.i.i ]
  %4 = shl i64 %.204.081.i.i.i, 2
  %.273.i.i.i = add nuw nsw i64 %.204.081.i.i.i, 1
  %.303.i.i.i = add i64 %4, %.14.i154.i
  %.304.i.i.i = inttoptr i64 %.303.i.i.i to ptr
  store float %.301.i.i.i, ptr %.304.i.i.i, align 4
  %exitcond84.not.i32.i.i = icmp eq i64 %.273.i.i.i, 8
  br i1 %exitcond84.not.i32.i.i, label %B885.i, label %B192.i31.i.i
B664.i:                                           ; preds = %B418.i
  %.11.i158.i = shl i64 %.563.i, 3
  %.12.i159.i = add i64 %.11.i158.i, %arg.cursors
  %.13.i160.i = inttoptr i64 %.12.i159.i to ptr
  %.14.i161.i = load i64, ptr %.13.i160.i, align 8
  %.8.i162.i = add i64 %.23.i147.i, 24
  %.9.i163.i = inttoptr i64 %.8.i162.i to ptr
  %.10.i164.i = load i64, ptr %.9.i163.i, align 8
  %.11.i165.i = shl i64 %.10.i164.i, 3
  %.12.i166.i = add i64 %.11.i165.i, %arg.cursors
  %.13.i167.i = inttoptr i64 %.12.i166.i to ptr
  %.14.i168.i = load i64, ptr %.13.i167.i, align 8
  %.8.i169.i = add i64 %.23.i147.i, 32
  %.9.i170.i = inttoptr i64 %.8.i169.i to ptr
  %.10.i171.i = load i64, ptr %.9.i170.i, align 8
  %.11.i172.i = shl i64 %.10.i171.i, 3
  %.12.i173.i = add i64 %.11.i172.i, %arg.cursors
  %.13.i174.i = inttoptr i64 %.12.i173.i to ptr
  %.14.i175.i = load i64, ptr %.13.i174.i, align 8
  %.8.i176.i = add i64 %.23.i147.i, 40
  %.9.i177.i = inttoptr i64 %.8.i176.i to ptr
  %.10.i178.i = load i64, ptr %.9.i177.i, align 8
  %.11.i179.i = shl i64 %.10.i178.i, 3
  %.12.i180.i = add i64 %.11.i179.i, %arg.cursors
  %.13.i181.i = inttoptr i64 %.12.i180.i to ptr
  %.14.i182.i = load i64, ptr %.13.i181.i, align 8
  %.8.i183.i = add i64 %.23.i147.i, 48
  %.9.i184.i = inttoptr i64 %.8.i183.i to ptr
  %.10.i185.i = load i64, ptr %.9.i184.i, align 8
  %.11.i186.i = shl i64 %.10.i185.i, 3
  %.12.i187.i = add i64 %.11.i186.i, %arg.cursors
  %.13.i188.i = inttoptr i64 %.12.i187.i to ptr
  %.14.i189.i = load i64, ptr %.13.i188.i, align 8
  %.772.i = inttoptr i64 %.510.i to ptr
  tail call void %.772.i(i64 %.14.i154.i, i64 %.14.i161.i, i64 %.14.i168.i, i64 %.14.i175.i, i64 %.14.i182.i, i64 %.14.i189.i, i64 8, i64 %.542.i)
  br label %B885.i
B885.i:                                           ; preds = %B80.i26.i.i, %B192.i31.i.i, %B80.i.i.i, %B192.i.i.i, %B664.i
  %.424.i = icmp sgt i64 %.371.1201.i, 0
  %.433.i = sext i1 %.424.i to i64
  %.371.1.i = add nsw i64 %.371.1201.i, %.433.i
  %.437.i = zext i1 %.424.i to i64
  %.368.1.i = add i64 %.368.1202.i, %.437.i
  br i1 %.424.i, label %B418.i, label %helper_33.exit
helper_33.exit: ; preds = %B885.i, %B338.i
  %.858 = load i64, ptr %.426, align 8
  %.938369 = icmp sgt i64 %.858, 0
  br i1 %.938369, label %B862.lr.ph, label %B1200
B862.lr.ph:                                       ; preds = %helper_33.exit
  %.885.1372 = add nsw i64 %.858, -1
  %.22.i310 = add i64 %arg.w, 28520
  %.1060 = sub nsw i64 %arg.n, %arg.whole
  %storemerge273 = tail call i64 @llvm.smax.i64(i64 %.1060, i64 0)
  %.1140362 = icmp sgt i64 %.1060, 0
  %.1153363 = zext i1 %.1140362 to i64
  %.1149364 = sext i1 %.1140362 to i64
  %.1087.1365 = add nsw i64 %storemerge273, %.1149364
  br label %B862
B862:                                             ; preds = %B862.lr.ph, %B1198
  %.928.sroa.0.0375 = phi i64 [ 0, %B862.lr.ph ], [ %.928.sroa.0.0, %B1198 ]
  %.885.1374 = phi i64 [ %.885.1372, %B862.lr.ph ], [ %.885.1, %B1198 ]
  %.882.1373 = phi i64 [ 1, %B862.lr.ph ], [ %.882.1, %B1198 ]
  %.21.i309 = mul i64 %.928.sroa.0.0375, 24
  %.23.i311 = add i64 %.22.i310, %.21.i309
  %.1027 = inttoptr i64 %.23.i311 to ptr
  %.1028 = load i64, ptr %.1027, align 8
  %.1029 = icmp eq i64 %.1028, 0
  br i1 %.1029, label %B958, label %B1198
B958:                                             ; preds = %B862
  %.1033 = add i64 %.23.i311, 16
  %.1034 = inttoptr i64 %.1033 to ptr
  %.1035 = load i64, ptr %.1034, align 8
  %.1036.not = icmp eq i64 %.1035, 0
  br i1 %.1036.not, label %B1198, label %B990
B990:                                             ; preds = %B958
  %.1040 = add i64 %.23.i311, 8
  %.1041 = inttoptr i64 %.1040 to ptr
  %.1042 = load i64, ptr %.1041, align 8
  %.1049 = load i64, ptr %.25, align 8
  %.1051 = mul nsw i64 %.1049, %arg.first
  %.1052 = add i64 %.1042, %.28
  %.1054 = add i64 %.1052, %.1051
  br i1 %.1140362, label %B1116.lr.ph, label %B1198
B1116.lr.ph:                                      ; preds = %B990
  %.1182 = shl i64 %.928.sroa.0.0375, 3
  %.1183 = add i64 %.1182, %arg.cursors
  %.1184 = inttoptr i64 %.1183 to ptr
  br label %B1116
B1116:                                            ; preds = %B1116.lr.ph, %helper_32.exit332
  %.1130.sroa.0.0368 = phi i64 [ 0, %B1116.lr.ph ], [ %.1130.sroa.0.0, %helper_32.exit332 ]
  %.1087.1367 = phi i64 [ %.1087.1365, %B1116.lr.ph ], [ %.1087.1, %helper_32.exit332 ]
  %.1084.1366 = phi i64 [ %.1153363, %B1116.lr.ph ], [ %.1084.1, %helper_32.exit332 ]
  %.1185 = load i64, ptr %.1184, align 8
  %.25.i314 = load i64, ptr %.25, align 8
  %.26.i315 = icmp eq i64 %.25.i314, 8
  br i1 %.26.i315, label %B54.i324, label %B82.i316
B54.i324:                                         ; preds = %B1116
  %.9.i.i325 = shl i64 %.1130.sroa.0.0368, 3
  %.10.i.i326 = add i64 %.1185, %.9.i.i325
  %.11.i.i327 = inttoptr i64 %.10.i.i326 to ptr
  %.12.i.i328 = load double, ptr %.11.i.i327, align 8
  %.14.i.i330 = add i64 %.9.i.i325, %.1054
  %.15.i.i331 = inttoptr i64 %.14.i.i330 to ptr
  store double %.12.i.i328, ptr %.15.i.i331, align 8
  br label %helper_32.exit332
B82.i316:                                         ; preds = %B1116
  %.9.i22.i317 = shl i64 %.1130.sroa.0.0368, 2
  %.10.i23.i318 = add i64 %.1185, %.9.i22.i317
  %.11.i24.i319 = inttoptr i64 %.10.i23.i318 to ptr
  %.12.i25.i320 = load float, ptr %.11.i24.i319, align 4
  %.14.i27.i322 = add i64 %.9.i22.i317, %.1054
  %.15.i28.i323 = inttoptr i64 %.14.i27.i322 to ptr
  store float %.12.i25.i320, ptr %.15.i28.i323, align 4
  br label %helper_32.exit332
helper_32.exit332: ; preds = %B54.i324, %B82.i316
  %.1140 = icmp sgt i64 %.1087.1367, 0
  %.1153 = zext i1 %.1140 to i64
  %.1084.1 = add i64 %.1084.1366, %.1153
  %.1149 = sext i1 %.1140 to i64
  %.1087.1 = add nsw i64 %.1087.1367, %.1149
  %.1130.sroa.0.0 = select i1 %.1140, i64 %.1084.1366, i64 0
  br i1 %.1140, label %B1116, label %B1198
B1198:                                            ; preds = %helper_32.exit332, %B990, %B862, %B958
  %.938 = icmp sgt i64 %.885.1374, 0
  %.951 = zext i1 %.938 to i64
  %.882.1 = add i64 %.882.1373, %.951
  %.947 = sext i1 %.938 to i64
  %.885.1 = add nsw i64 %.885.1374, %.947
  %.928.sroa.0.0 = select i1 %.938, i64 %.882.1373, i64 0
  br i1 %.938, label %B862, label %B1200
B1200:                                            ; preds = %B1198, %helper_33.exit
  store ptr null, ptr %retptr, align 8
  ret void
}
define internal fastcc void @helper_24(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.array, i64 %arg.register, i64 %arg.first, i64 %arg.n, i64 range(i64 0, 2) %arg.scatters) unnamed_addr {
entry:
  %.22 = add i64 %arg.w, 16
  %.23 = inttoptr i64 %.22 to ptr
  %.24 = load i64, ptr %.23, align 8
  %.26 = add i64 %arg.w, 32
  %.27 = inttoptr i64 %.26 to ptr
  %.28 = load i64, ptr %.27, align 8
  %.30 = add i64 %arg.w, 24
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
  %.594.not = icmp eq i64 %arg.scatters, 0
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
define internal fastcc void @helper_25(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.w, i64 %arg.array, i64 %arg.register, i64 %arg.first, i64 %arg.n, i64 range(i64 0, 2) %arg.scatters) unnamed_addr {
entry:
  %.22 = add i64 %arg.w, 16
  %.23 = inttoptr i64 %.22 to ptr
  %.24 = load i64, ptr %.23, align 8
  %.26 = add i64 %arg.w, 32
  %.27 = inttoptr i64 %.26 to ptr
  %.28 = load i64, ptr %.27, align 8
  %.30 = add i64 %arg.w, 24
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
  %.594.not = icmp eq i64 %arg.scatters, 0
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
define internal fastcc void @helper_16(ptr noalias nocapture nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.r.0.1, i64 %arg.r.0.2, i64 %arg.r.0.4, i64 %arg.r.3, i64 %arg.r.8, i64 %arg.r.9, i64 %arg.r.10, i64 %arg.slot) unnamed_addr {
entry:
  %.39 = shl i64 %arg.slot, 2
  %.40 = add i64 %.39, %arg.r.10
  %.41 = inttoptr i64 %.40 to ptr
  %.42 = load i32, ptr %.41, align 4
  %.48.not = icmp eq i32 %.42, 0
  br i1 %.48.not, label %B60, label %B50
common.ret:                                       ; preds = %B612, %B50
  %storemerge = phi i64 [ %loc.2.0, %B612 ], [ %.60, %B50 ]
  store i64 %storemerge, ptr %retptr, align 8
  ret void
B50:                                              ; preds = %entry
  %.43 = sext i32 %.42 to i64
  %.60 = add nsw i64 %.43, -1
  br label %common.ret
B60:                                              ; preds = %entry
  %.29.i.i = add i64 %.39, %arg.r.0.1
  %.30.i.i = inttoptr i64 %.29.i.i to ptr
  %.31.i.i = load i32, ptr %.30.i.i, align 4
  %0 = ashr i32 %.31.i.i, 1
  %.33.i.i = sext i32 %0 to i64
  %.36.i.i = shl nsw i64 %.33.i.i, 5
  %.37.i.i = add i64 %.36.i.i, %arg.r.3
  %.38.i.i = inttoptr i64 %.37.i.i to ptr
  %.39.i.i = load i64, ptr %.38.i.i, align 8
  %.58.i = icmp slt i64 %.39.i.i, 3
  br i1 %.58.i, label %B182, label %B118
B118:                                             ; preds = %B60
  %.142 = tail call i64 @PyList_GetItem(i64 %arg.r.0.4, i64 %arg.slot)
  br label %B182
B182:                                             ; preds = %B60, %B118
  %"$phi182.0.2.0" = phi i64 [ %.142, %B118 ], [ %arg.r.8, %B60 ]
  %.161.not = icmp eq i64 %"$phi182.0.2.0", %arg.r.8
  br i1 %.161.not, label %B366, label %B206
B206:                                             ; preds = %B182
  %.6.i = add i64 %"$phi182.0.2.0", 64
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i32, ptr %.7.i, align 4
  %1 = and i32 %.8.i, 1
  %.189.not = icmp eq i32 %1, 0
  br i1 %.189.not, label %B366, label %B236
B236:                                             ; preds = %B206
  %.31.i.i355 = load i32, ptr %.30.i.i, align 4
  %2 = ashr i32 %.31.i.i355, 1
  %.33.i.i356 = sext i32 %2 to i64
  %.34.i.i = shl nsw i64 %.33.i.i356, 5
  %.35.i.i = add i64 %arg.r.3, 16
  %.37.i.i357 = add i64 %.35.i.i, %.34.i.i
  %.38.i.i358 = inttoptr i64 %.37.i.i357 to ptr
  %.39.i.i359 = load i64, ptr %.38.i.i358, align 8
  %.84.i = inttoptr i64 %arg.r.9 to ptr
  %.85.i = load i64, ptr %.84.i, align 8
  %.86.i.not = icmp eq i64 %.39.i.i359, %.85.i
  br i1 %.86.i.not, label %B268, label %B366
B268:                                             ; preds = %B236
  %.6.i360 = add i64 %"$phi182.0.2.0", 16
  %.7.i361 = inttoptr i64 %.6.i360 to ptr
  %.8.i362 = load i64, ptr %.7.i361, align 8
  %.19.i = add i64 %arg.r.9, 56
  %.20.i = inttoptr i64 %.19.i to ptr
  %.21.i = load i64, ptr %.20.i, align 8
  %.21.i.i = mul i64 %.21.i, 24
  %.22.i.i = add i64 %arg.r.9, 28520
  %.23.i.i = add i64 %.22.i.i, %.21.i.i
  %.63.i = inttoptr i64 %.23.i.i to ptr
  store i64 0, ptr %.63.i, align 8
  %.66.i = add i64 %.23.i.i, 8
  %.67.i = inttoptr i64 %.66.i to ptr
  store i64 %.8.i362, ptr %.67.i, align 8
  %.70.i = add i64 %.23.i.i, 16
  br label %B612.sink.split
B366:                                             ; preds = %B236, %B206, %B182
  %.19.i363 = add i64 %arg.r.9, 56
  %.20.i364 = inttoptr i64 %.19.i363 to ptr
  %.21.i365 = load i64, ptr %.20.i364, align 8
  %.21.i.i366 = mul i64 %.21.i365, 24
  %.22.i.i367 = add i64 %arg.r.9, 28520
  %.23.i.i368 = add i64 %.22.i.i367, %.21.i.i366
  %.63.i369 = inttoptr i64 %.23.i.i368 to ptr
  store i64 1, ptr %.63.i369, align 8
  %.66.i370 = add i64 %.23.i.i368, 8
  %.67.i371 = inttoptr i64 %.66.i370 to ptr
  store i64 0, ptr %.67.i371, align 8
  %.70.i372 = add i64 %.23.i.i368, 16
  %.71.i373 = inttoptr i64 %.70.i372 to ptr
  store i64 0, ptr %.71.i373, align 8
  %.77.i374 = add nsw i64 %.21.i365, 1
  store i64 %.77.i374, ptr %.20.i364, align 8
  br i1 %.58.i, label %B440, label %B532
B440:                                             ; preds = %B366
  %.395 = shl nsw i64 %arg.slot, 3
  %.396 = add nsw i64 %.395, %arg.r.0.2
  %.22.i = add i64 %arg.r.9, 80
  %.23.i = inttoptr i64 %.22.i to ptr
  %.24.i = load i64, ptr %.23.i, align 8
  %3 = shl i64 %.24.i, 4
  %.22.i.i375 = add i64 %arg.r.9, 71528
  %.23.i.i376 = add i64 %.22.i.i375, %3
  %.59.i377 = inttoptr i64 %.23.i.i376 to ptr
  store i64 %.21.i365, ptr %.59.i377, align 8
  %.62.i = add i64 %.23.i.i376, 8
  br label %B612.sink.split
B532:                                             ; preds = %B366
  br i1 %.161.not, label %B612, label %B554
B554:                                             ; preds = %B532
  %.22.i380 = add i64 %arg.r.9, 64
  %.23.i381 = inttoptr i64 %.22.i380 to ptr
  %.24.i382 = load i64, ptr %.23.i381, align 8
  %4 = shl i64 %.24.i382, 4
  %.22.i.i383 = add i64 %arg.r.9, 46952
  %.23.i.i384 = add i64 %.22.i.i383, %4
  %.59.i385 = inttoptr i64 %.23.i.i384 to ptr
  store i64 %.21.i365, ptr %.59.i385, align 8
  %.62.i386 = add i64 %.23.i.i384, 8
  br label %B612.sink.split
B612.sink.split:                                  ; preds = %B268, %B440, %B554
  %.62.i386.sink = phi i64 [ %.62.i386, %B554 ], [ %.62.i, %B440 ], [ %.70.i, %B268 ]
  %"$phi182.0.2.0.sink" = phi i64 [ %"$phi182.0.2.0", %B554 ], [ %.396, %B440 ], [ 0, %B268 ]
  %.24.i382.sink = phi i64 [ %.24.i382, %B554 ], [ %.24.i, %B440 ], [ %.21.i, %B268 ]
  %.23.i381.sink = phi ptr [ %.23.i381, %B554 ], [ %.23.i, %B440 ], [ %.20.i, %B268 ]
  %loc.2.0.ph = phi i64 [ %.21.i365, %B554 ], [ %.21.i365, %B440 ], [ %.21.i, %B268 ]
  %.63.i387 = inttoptr i64 %.62.i386.sink to ptr
  store i64 %"$phi182.0.2.0.sink", ptr %.63.i387, align 8
  %.71.i388 = add nsw i64 %.24.i382.sink, 1
  store i64 %.71.i388, ptr %.23.i381.sink, align 8
  br label %B612
B612:                                             ; preds = %B612.sink.split, %B532
  %loc.2.0 = phi i64 [ %.21.i365, %B532 ], [ %loc.2.0.ph, %B612.sink.split ]
  %5 = trunc i64 %loc.2.0 to i32
  %.34.i = add i32 %5, 1
  store i32 %.34.i, ptr %.41, align 4
  %.19.i.i = add i64 %arg.r.9, 96
  %.20.i.i = inttoptr i64 %.19.i.i to ptr
  %.21.i.i389 = load i64, ptr %.20.i.i, align 8
  %.21.i.i.i = shl i64 %.21.i.i389, 3
  %.22.i.i.i = add i64 %arg.r.9, 102248
  %.23.i.i.i = add i64 %.22.i.i.i, %.21.i.i.i
  %.55.i.i = inttoptr i64 %.23.i.i.i to ptr
  store i64 %arg.slot, ptr %.55.i.i, align 8
  %.62.i.i = add nsw i64 %.21.i.i389, 1
  store i64 %.62.i.i, ptr %.20.i.i, align 8
  br label %common.ret
}
define i64 @sweep_region_forward(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12, i64 %.13) local_unnamed_addr {
entry:
  %.15 = alloca i64, align 8
  store i64 0, ptr %.15, align 8
  call fastcc void @helper_10(ptr %.15, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12)
  %.29 = load i64, ptr %.15, align 8
  ret i64 %.29
}
define internal fastcc void @helper_34(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.frame, i64 %arg.adjoints, i64 %arg.start, i64 %arg.stop, i64 %arg.size, i64 %arg.single, i64 %arg.dims, i64 %arg.ndim, i64 %arg.forms, i64 %arg.classes, i64 %arg.table, i64 %arg.work, i64 %arg.visit) unnamed_addr {
entry:
  %.35.i725 = alloca ptr, align 8
  %.742.i = alloca i64, align 8
  %.816.i = alloca i64, align 8
  %.890.i = alloca i64, align 8
  %.922.i = alloca i64, align 8
  %.35.i = alloca ptr, align 8
  %.517 = alloca ptr, align 8
  store ptr null, ptr %.517, align 8
  %.1140 = alloca ptr, align 8
  store ptr null, ptr %.1140, align 8
  %.1521 = alloca i64, align 8
  store i64 0, ptr %.1521, align 8
  %.1578 = alloca i64, align 8
  store i64 0, ptr %.1578, align 8
  %.24 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 0)
  %.6.i = add i64 %.24, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.51 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 1)
  %.52 = tail call i64 @PyTuple_GetItem(i64 %arg.adjoints, i64 2)
  %.48.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i.i = add i64 %.48.i, 16
  %.7.i.i = inttoptr i64 %.6.i.i to ptr
  %.8.i.i = load i64, ptr %.7.i.i, align 8
  br label %B104.i
B104.i:                                           ; preds = %B104.i, %entry
  %.101.0160.i = phi i64 [ 0, %entry ], [ %.170.i, %B104.i ]
  %0 = shl i64 %.101.0160.i, 3
  %.170.i = add nuw nsw i64 %.101.0160.i, 1
  %.197.i = add i64 %0, %.8.i.i
  %.198.i = inttoptr i64 %.197.i to ptr
  store i64 0, ptr %.198.i, align 8
  %exitcond.not.i = icmp eq i64 %.170.i, 13
  br i1 %exitcond.not.i, label %helper_35.exit, label %B104.i
helper_35.exit: ; preds = %B104.i
  %.209.i = inttoptr i64 %.8.i.i to ptr
  store i64 %arg.size, ptr %.209.i, align 8
  %.214.not.i = icmp eq i64 %arg.single, 0
  %..i = select i1 %.214.not.i, i64 8, i64 4
  %.239.i = add i64 %.8.i.i, 16
  %.240.i = inttoptr i64 %.239.i to ptr
  store i64 %..i, ptr %.240.i, align 8
  %.6.i137.i = add i64 %arg.dims, 16
  %.7.i138.i = inttoptr i64 %.6.i137.i to ptr
  %.8.i139.i = load i64, ptr %.7.i138.i, align 8
  %.280.i = add i64 %.8.i.i, 24
  %.281.i = inttoptr i64 %.280.i to ptr
  store i64 %.8.i139.i, ptr %.281.i, align 8
  %.286.i = add i64 %.8.i.i, 32
  %.287.i = inttoptr i64 %.286.i to ptr
  store i64 %arg.ndim, ptr %.287.i, align 8
  %.19.i.i = add i64 %.8.i.i, 56
  %.20.i.i = inttoptr i64 %.19.i.i to ptr
  %.21.i.i = load i64, ptr %.20.i.i, align 8
  %.21.i.i.i = mul i64 %.21.i.i, 24
  %.22.i.i.i = add i64 %.8.i.i, 28520
  %.23.i.i.i = add i64 %.22.i.i.i, %.21.i.i.i
  %.63.i.i = inttoptr i64 %.23.i.i.i to ptr
  store i64 1, ptr %.63.i.i, align 8
  %.66.i.i = add i64 %.23.i.i.i, 8
  %.67.i.i = inttoptr i64 %.66.i.i to ptr
  store i64 0, ptr %.67.i.i, align 8
  %.70.i.i = add i64 %.23.i.i.i, 16
  %.71.i.i = inttoptr i64 %.70.i.i to ptr
  store i64 0, ptr %.71.i.i, align 8
  %.77.i.i = add nsw i64 %.21.i.i, 1
  store i64 %.77.i.i, ptr %.20.i.i, align 8
  %.337.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 1)
  %.6.i140.i = add i64 %.337.i, 16
  %.7.i141.i = inttoptr i64 %.6.i140.i to ptr
  %.8.i142.i = load i64, ptr %.7.i141.i, align 8
  %.364.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 2)
  %.6.i143.i = add i64 %.364.i, 16
  %.7.i144.i = inttoptr i64 %.6.i143.i to ptr
  %.8.i145.i = load i64, ptr %.7.i144.i, align 8
  %.391.i = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 3)
  %.6.i146.i = add i64 %.391.i, 16
  %.7.i147.i = inttoptr i64 %.6.i146.i to ptr
  %.8.i148.i = load i64, ptr %.7.i147.i, align 8
  %.6.i149.i = add i64 %arg.forms, 16
  %.7.i150.i = inttoptr i64 %.6.i149.i to ptr
  %.8.i151.i = load i64, ptr %.7.i150.i, align 8
  %.6.i152.i = add i64 %arg.classes, 16
  %.7.i153.i = inttoptr i64 %.6.i152.i to ptr
  %.8.i154.i = load i64, ptr %.7.i153.i, align 8
  %.6.i155.i = add i64 %arg.table, 16
  %.7.i156.i = inttoptr i64 %.6.i155.i to ptr
  %.8.i157.i = load i64, ptr %.7.i156.i, align 8
  %.6.i158.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 0)
  %.6.i.i.i = add i64 %.6.i158.i, 16
  %.7.i.i.i = inttoptr i64 %.6.i.i.i to ptr
  %.8.i.i.i = load i64, ptr %.7.i.i.i, align 8
  %.34.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 1)
  %.6.i12.i.i = add i64 %.34.i.i, 16
  %.7.i13.i.i = inttoptr i64 %.6.i12.i.i to ptr
  %.8.i14.i.i = load i64, ptr %.7.i13.i.i, align 8
  %.60.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 2)
  %.6.i15.i.i = add i64 %.60.i.i, 16
  %.7.i16.i.i = inttoptr i64 %.6.i15.i.i to ptr
  %.8.i17.i.i = load i64, ptr %.7.i16.i.i, align 8
  %.86.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 3)
  %.6.i18.i.i = add i64 %.86.i.i, 16
  %.7.i19.i.i = inttoptr i64 %.6.i18.i.i to ptr
  %.8.i20.i.i = load i64, ptr %.7.i19.i.i, align 8
  %.111.i.i = tail call i64 @PyTuple_GetItem(i64 %arg.frame, i64 4)
  %.139 = add nsw i64 %arg.stop, -1
  %.177 = sub i64 %arg.start, %arg.stop
  %.178 = icmp sgt i64 %.177, 0
  %.197 = sub nsw i64 0, %.177
  %storemerge = select i1 %.178, i64 0, i64 %.197
  %.221771 = icmp sgt i64 %storemerge, 0
  br i1 %.221771, label %B256.lr.ph, label %B1380
B256.lr.ph:                                       ; preds = %helper_35.exit
  %.167.1775 = add nsw i64 %storemerge, -1
  %.164.1773 = add i64 %arg.stop, -2
  %.574 = add i64 %.8.i157.i, 48
  %.24.i.i736 = add i64 %.8.i.i, 48
  %.25.i.i737 = inttoptr i64 %.24.i.i736 to ptr
  %.22.i.i.i740 = add i64 %.8.i.i, 3944
  %.19.i.i.i = add i64 %.8.i.i, 96
  %.20.i.i.i702 = inttoptr i64 %.19.i.i.i to ptr
  %.22.i.i.i.i = add i64 %.8.i.i, 102248
  %.28.i674 = add i64 %.8.i.i.i, 4
  %.24.i.i = add i64 %.8.i.i, 48
  %.25.i.i = inttoptr i64 %.24.i.i to ptr
  %.22.i.i.i676 = add i64 %.8.i.i, 3944
  br label %B256
B256:                                             ; preds = %B256.lr.ph, %B1740
  %.211.sroa.0.0779 = phi i64 [ %.139, %B256.lr.ph ], [ %.211.sroa.0.0, %B1740 ]
  %.167.1778 = phi i64 [ %.167.1775, %B256.lr.ph ], [ %.167.1, %B1740 ]
  %.164.1777 = phi i64 [ %.164.1773, %B256.lr.ph ], [ %.164.1, %B1740 ]
  %.27.i = shl i64 %.211.sroa.0.0779, 4
  %.28.i = add i64 %.27.i, %.8.i.i.i
  %.29.i = inttoptr i64 %.28.i to ptr
  %.30.i = load i32, ptr %.29.i, align 4
  %.31.i = sext i32 %.30.i to i64
  %.59.i = add i64 %.8.i154.i, %.31.i
  %.60.i = inttoptr i64 %.59.i to ptr
  %.61.i = load i8, ptr %.60.i, align 1
  switch i8 %.61.i, label %B1740 [
    i8 2, label %B376
    i8 1, label %B680
  ]
B376:                                             ; preds = %B256
  %.31.i675 = add i64 %.28.i674, %.27.i
  %.32.i = inttoptr i64 %.31.i675 to ptr
  %.33.i = load i32, ptr %.32.i, align 4
  %.34.i = sext i32 %.33.i to i64
  %.427 = shl i64 %.211.sroa.0.0779, 3
  %.428 = add i64 %.427, %.8.i
  %.429 = inttoptr i64 %.428 to ptr
  br i1 %.214.not.i, label %B470, label %B424
B424:                                             ; preds = %B376
  %.418 = load float, ptr %.429, align 4
  %.420 = fcmp oeq float %.418, 0.000000e+00
  br label %B508
B470:                                             ; preds = %B376
  %.430 = load double, ptr %.429, align 8
  %.431 = fcmp oeq double %.430, 0.000000e+00
  br label %B508
B508:                                             ; preds = %B470, %B424
  %"$phi508.1.2.1" = phi i1 [ %.420, %B424 ], [ %.431, %B470 ]
  br i1 %"$phi508.1.2.1", label %B1740, label %B514
B514:                                             ; preds = %B508
  %.442 = add i64 %.211.sroa.0.0779, %.8.i20.i.i
  %.443 = inttoptr i64 %.442 to ptr
  %.444 = load i8, ptr %.443, align 1
  %.449 = add i64 %.8.i20.i.i, %.34.i
  %.450 = inttoptr i64 %.449 to ptr
  %.451 = load i8, ptr %.450, align 1
  %.453672 = and i8 %.444, 4
  %1 = and i8 %.453672, %.451
  %.455.not = icmp eq i8 %1, 0
  br i1 %.455.not, label %B1740, label %B596
B596:                                             ; preds = %B514
  %.459 = shl nsw i64 %.211.sroa.0.0779, 3
  %.463 = add nsw i64 %.459, %.8.i
  store ptr null, ptr %.35.i, align 8
  call fastcc void @helper_36(ptr %.35.i, i64 %.8.i14.i.i, i64 %.8.i20.i.i, i64 %.8.i151.i, i64 %.8.i, i64 %.51, i64 %.52, i64 %.8.i.i, i64 %.8.i145.i, i64 %.34.i)
  %.67.i = shl nsw i64 %.34.i, 2
  %.68.i = add i64 %.67.i, %.8.i145.i
  %.69.i = inttoptr i64 %.68.i to ptr
  %.70.i = load i32, ptr %.69.i, align 4
  %.71.i = sext i32 %.70.i to i64
  %.90.0.i = ashr i64 %.71.i, 1
  %.123.i = add nsw i64 %.90.0.i, -1
  %.124.i = and i64 %.71.i, 1
  %.26.i.i = load i64, ptr %.25.i.i, align 8
  %.20.i.i.i = shl i64 %.26.i.i, 6
  %.23.i.i.i677 = add i64 %.22.i.i.i676, %.20.i.i.i
  %.83.i.i = inttoptr i64 %.23.i.i.i677 to ptr
  store i64 1, ptr %.83.i.i, align 8
  %.86.i.i678 = add i64 %.23.i.i.i677, 8
  %.87.i.i = inttoptr i64 %.86.i.i678 to ptr
  store i64 %.123.i, ptr %.87.i.i, align 8
  %.90.i.i = add i64 %.23.i.i.i677, 16
  %.91.i.i = inttoptr i64 %.90.i.i to ptr
  store i64 %.463, ptr %.91.i.i, align 8
  %.94.i.i = add i64 %.23.i.i.i677, 24
  %.95.i.i = inttoptr i64 %.94.i.i to ptr
  store i64 0, ptr %.95.i.i, align 8
  %.98.i.i = add i64 %.23.i.i.i677, 32
  %.99.i.i = inttoptr i64 %.98.i.i to ptr
  store i64 0, ptr %.99.i.i, align 8
  %.102.i.i = add i64 %.23.i.i.i677, 40
  %.103.i.i = inttoptr i64 %.102.i.i to ptr
  store i64 0, ptr %.103.i.i, align 8
  %.106.i.i = add i64 %.23.i.i.i677, 48
  %.107.i.i = inttoptr i64 %.106.i.i to ptr
  store i64 0, ptr %.107.i.i, align 8
  %.110.i.i = add i64 %.23.i.i.i677, 56
  %.111.i.i679 = inttoptr i64 %.110.i.i to ptr
  store i64 %.124.i, ptr %.111.i.i679, align 8
  %.117.i.i = add nsw i64 %.26.i.i, 1
  store i64 %.117.i.i, ptr %.25.i.i, align 8
  %.164.i = or i32 %.70.i, 1
  store i32 %.164.i, ptr %.69.i, align 4
  %.197.i680 = load i8, ptr %.450, align 1
  %2 = and i8 %.197.i680, -33
  store i8 %2, ptr %.450, align 1
  br label %B1740
B680:                                             ; preds = %B256
  %.510 = tail call i64 @PyList_GetItem(i64 %.51, i64 %.211.sroa.0.0779)
  %.512.not = icmp eq i64 %.510, %.52
  br i1 %.512.not, label %B752, label %B720
B720:                                             ; preds = %B680
  store ptr null, ptr %.517, align 8
  call fastcc void @helper_36(ptr %.517, i64 %.8.i14.i.i, i64 %.8.i20.i.i, i64 %.8.i151.i, i64 %.8.i, i64 %.51, i64 %.52, i64 %.8.i.i, i64 %.8.i145.i, i64 %.211.sroa.0.0779)
  br label %B752
B752:                                             ; preds = %B720, %B680
  %.550 = shl i64 %.211.sroa.0.0779, 2
  %.551 = add i64 %.550, %.8.i145.i
  %.552 = inttoptr i64 %.551 to ptr
  %.553 = load i32, ptr %.552, align 4
  %3 = and i32 %.553, 1
  %.560 = icmp eq i32 %3, 0
  br i1 %.560, label %B1740, label %B816
B816:                                             ; preds = %B752
  %.572 = shl nsw i64 %.31.i, 3
  %.573 = shl nsw i64 %.31.i, 6
  %.575 = add i64 %.574, %.573
  %.576 = inttoptr i64 %.575 to ptr
  %.577 = load i64, ptr %.576, align 8
  %.705 = or disjoint i64 %.572, 3
  %.28.i683 = or disjoint i64 %.550, 1
  %4 = ashr i32 %.553, 1
  %narrow = add nsw i32 %4, -1
  %.824 = sext i32 %narrow to i64
  br label %B922
B922:                                             ; preds = %B816, %B1739
  %.650.sroa.0.0770 = phi i64 [ 0, %B816 ], [ %.650.sroa.0.0, %B1739 ]
  %.607.1769 = phi i64 [ 2, %B816 ], [ %.607.1, %B1739 ]
  %.604.1768 = phi i64 [ 1, %B816 ], [ %.604.1, %B1739 ]
  %.707 = add nsw i64 %.705, %.650.sroa.0.0770
  %.708 = shl i64 %.707, 3
  %.709 = add i64 %.708, %.8.i157.i
  %.710 = inttoptr i64 %.709 to ptr
  %.711 = load i64, ptr %.710, align 8
  %.29.i684 = add nsw i64 %.650.sroa.0.0770, %.28.i683
  %.30.i685 = shl i64 %.29.i684, 2
  %.31.i686 = add i64 %.30.i685, %.8.i.i.i
  %.32.i687 = inttoptr i64 %.31.i686 to ptr
  %.33.i688 = load i32, ptr %.32.i687, align 4
  %.34.i689 = sext i32 %.33.i688 to i64
  %.763 = icmp eq i64 %.711, 0
  br i1 %.763, label %B1739, label %B1060
B1060:                                            ; preds = %B922
  %.768 = add i64 %.8.i20.i.i, %.34.i689
  %.769 = inttoptr i64 %.768 to ptr
  %.770 = load i8, ptr %.769, align 1
  %5 = and i8 %.770, 4
  %.773 = icmp eq i8 %5, 0
  br i1 %.773, label %B1739, label %B1118.else.if
B1198:                                            ; preds = %B1118.else.if, %B1372
  %.933.sroa.0.0767 = phi i64 [ 0, %B1118.else.if ], [ %.933.sroa.0.0, %B1372 ]
  %.890.1766 = phi i64 [ 3, %B1118.else.if ], [ %.890.1, %B1372 ]
  %.887.1765 = phi i64 [ 1, %B1118.else.if ], [ %.887.1, %B1372 ]
  %.987 = add nsw i64 %.933.sroa.0.0767, %.985
  %6 = shl nuw i64 1, %.987
  %7 = and i64 %6, %.577
  %.991.not = icmp eq i64 %7, 0
  br i1 %.991.not, label %B1372, label %B1228
B1228:                                            ; preds = %B1198
  %.994 = icmp eq i64 %.933.sroa.0.0767, 0
  br i1 %.994, label %B1292, label %B1244
B1244:                                            ; preds = %B1228
  %.29.i692 = add i64 %.550, %.933.sroa.0.0767
  %.30.i693 = shl i64 %.29.i692, 2
  %.31.i694 = add i64 %.30.i693, %.8.i.i.i
  %.32.i695 = inttoptr i64 %.31.i694 to ptr
  %.33.i696 = load i32, ptr %.32.i695, align 4
  %.34.i697 = sext i32 %.33.i696 to i64
  br label %B1292
B1292:                                            ; preds = %B1228, %B1244
  %"$phi1292.3.2.7" = phi i64 [ %.34.i697, %B1244 ], [ %.211.sroa.0.0779, %B1228 ]
  %.1056 = add nsw i64 %"$phi1292.3.2.7", 1
  %.1053 = shl i64 %.933.sroa.0.0767, 3
  %.1059 = add i64 %.1058, %.1053
  %.1060 = inttoptr i64 %.1059 to ptr
  store i64 %.1056, ptr %.1060, align 8
  %.39.not.i = icmp sle i64 %arg.start, %"$phi1292.3.2.7"
  %.48.i698 = icmp slt i64 %"$phi1292.3.2.7", %arg.stop
  %or.cond = select i1 %.39.not.i, i1 %.48.i698, i1 false
  br i1 %or.cond, label %B58.i, label %B1372
B58.i:                                            ; preds = %B1292
  %.69.i699 = shl i64 %"$phi1292.3.2.7", 2
  %.70.i700 = add i64 %.69.i699, %.8.i148.i
  %.71.i701 = inttoptr i64 %.70.i700 to ptr
  %.72.i = load i32, ptr %.71.i701, align 4
  %.74.i = icmp eq i32 %.72.i, 0
  br i1 %.74.i, label %B108.i, label %B1372
B108.i:                                           ; preds = %B58.i
  store i32 1, ptr %.71.i701, align 4
  %.21.i.i.i703 = load i64, ptr %.20.i.i.i702, align 8
  %.21.i.i.i.i = shl i64 %.21.i.i.i703, 3
  %.23.i.i.i.i = add i64 %.22.i.i.i.i, %.21.i.i.i.i
  %.55.i.i.i = inttoptr i64 %.23.i.i.i.i to ptr
  store i64 %"$phi1292.3.2.7", ptr %.55.i.i.i, align 8
  %.62.i.i.i = add nsw i64 %.21.i.i.i703, 1
  store i64 %.62.i.i.i, ptr %.20.i.i.i702, align 8
  br label %B1372
B1372:                                            ; preds = %B108.i, %B1292, %B58.i, %B1198
  %.943 = icmp ne i64 %.890.1766, 0
  %.956 = zext i1 %.943 to i64
  %.887.1 = add i64 %.887.1765, %.956
  %.952 = sext i1 %.943 to i64
  %.890.1 = add nsw i64 %.890.1766, %.952
  %.933.sroa.0.0 = select i1 %.943, i64 %.887.1765, i64 0
  br i1 %.943, label %B1198, label %B1739
B1380:                                            ; preds = %B1740, %helper_35.exit
  %.1134.not = icmp eq i64 %arg.visit, 0
  br i1 %.1134.not, label %B1416, label %B1384
B1384:                                            ; preds = %B1380
  store ptr null, ptr %.1140, align 8
  call fastcc void @helper_12(ptr %.1140, i64 %.8.i.i.i, i64 %.8.i14.i.i, i64 %.8.i17.i.i, i64 %.111.i.i, i64 %arg.start, i64 %arg.stop, i64 %.8.i151.i, i64 %.8.i154.i, i64 %.8.i157.i, i64 %.52, i64 %.8.i.i, i64 %.8.i142.i, i64 %.8.i148.i)
  br label %B1448
B1416:                                            ; preds = %B1380
  store i64 0, ptr %.742.i, align 8
  store i64 0, ptr %.816.i, align 8
  store i64 0, ptr %.890.i, align 8
  store i64 0, ptr %.922.i, align 8
  %.123635.i = icmp sgt i64 %storemerge, 0
  br i1 %.123635.i, label %B72.lr.ph.i, label %B436.i
B72.lr.ph.i:                                      ; preds = %B1416
  %.65.1639.i = add i64 %arg.stop, -2
  %.68.1637.i = add nsw i64 %storemerge, -1
  %.19.i.i.i.i = add i64 %.8.i.i, 96
  %.20.i.i.i.i = inttoptr i64 %.19.i.i.i.i to ptr
  %.22.i.i.i.i.i = add i64 %.8.i.i, 102248
  br label %B72.i
B72.i:                                            ; preds = %B1132.i, %B72.lr.ph.i
  %.113.sroa.0.0643.i = phi i64 [ %.139, %B72.lr.ph.i ], [ %.113.sroa.0.0.i, %B1132.i ]
  %.65.1642.i = phi i64 [ %.65.1639.i, %B72.lr.ph.i ], [ %.65.1.i, %B1132.i ]
  %.68.1641.i = phi i64 [ %.68.1637.i, %B72.lr.ph.i ], [ %.68.1.i, %B1132.i ]
  %.167.i = shl i64 %.113.sroa.0.0643.i, 2
  %.168.i = add i64 %.167.i, %.8.i148.i
  %.169.i = inttoptr i64 %.168.i to ptr
  %.170.i713 = load i32, ptr %.169.i, align 4
  %.172.i = icmp eq i32 %.170.i713, 0
  br i1 %.172.i, label %B1132.i, label %B124.i
B124.i:                                           ; preds = %B72.i
  %.27.i.i.i = shl i64 %.113.sroa.0.0643.i, 4
  %.28.i.i.i = add i64 %.27.i.i.i, %.8.i.i.i
  %.29.i.i.i = inttoptr i64 %.28.i.i.i to ptr
  %.30.i.i.i = load i32, ptr %.29.i.i.i, align 4
  %.31.i.i.i = sext i32 %.30.i.i.i to i64
  %.59.i.i = add i64 %.8.i154.i, %.31.i.i.i
  %.60.i.i714 = inttoptr i64 %.59.i.i to ptr
  %.61.i.i = load i8, ptr %.60.i.i714, align 1
  %.219.not.i = icmp eq i8 %.61.i.i, 1
  br i1 %.219.not.i, label %B198.i, label %B1132.i
B198.i:                                           ; preds = %B124.i
  %.240.i716 = tail call i64 @PyList_GetItem(i64 %.111.i.i, i64 %.113.sroa.0.0643.i)
  %.243.not.i = icmp eq i64 %.240.i716, %.52
  br i1 %.243.not.i, label %B356.preheader.i, label %B280.i
B356.preheader.i:                                 ; preds = %B198.i
  %.28.i.i717 = or disjoint i64 %.167.i, 1
  br label %B358.i
B280.i:                                           ; preds = %B198.i
  store i32 0, ptr %.169.i, align 4
  br label %B1132.i
B358.i:                                           ; preds = %helper_14.exit.i, %B356.preheader.i
  %.279.1634.i = phi i64 [ 1, %B356.preheader.i ], [ %.279.1.i, %helper_14.exit.i ]
  %.282.1633.i = phi i64 [ 2, %B356.preheader.i ], [ %.282.1.i, %helper_14.exit.i ]
  %.279.0632.i = phi i64 [ 0, %B356.preheader.i ], [ %.279.1634.i, %helper_14.exit.i ]
  %.29.i.i718 = add nuw nsw i64 %.28.i.i717, %.279.0632.i
  %.30.i.i719 = shl i64 %.29.i.i718, 2
  %.31.i.i720 = add i64 %.30.i.i719, %.8.i.i.i
  %.32.i.i = inttoptr i64 %.31.i.i720 to ptr
  %.33.i.i = load i32, ptr %.32.i.i, align 4
  %.34.i.i721 = sext i32 %.33.i.i to i64
  %.39.not.i.i = icmp sle i64 %arg.start, %.34.i.i721
  %.48.i.i = icmp sgt i64 %arg.stop, %.34.i.i721
  %or.cond.i = and i1 %.39.not.i.i, %.48.i.i
  br i1 %or.cond.i, label %B58.i.i, label %helper_14.exit.i
B58.i.i:                                          ; preds = %B358.i
  %.69.i.i = shl nsw i64 %.34.i.i721, 2
  %.70.i.i722 = add i64 %.69.i.i, %.8.i148.i
  %.71.i.i723 = inttoptr i64 %.70.i.i722 to ptr
  %.72.i.i = load i32, ptr %.71.i.i723, align 4
  %.74.i.i = icmp eq i32 %.72.i.i, 0
  br i1 %.74.i.i, label %B108.i.i, label %helper_14.exit.i
B108.i.i:                                         ; preds = %B58.i.i
  store i32 1, ptr %.71.i.i723, align 4
  %.21.i.i.i.i724 = load i64, ptr %.20.i.i.i.i, align 8
  %.21.i.i.i.i.i = shl i64 %.21.i.i.i.i724, 3
  %.23.i.i.i.i.i = add i64 %.22.i.i.i.i.i, %.21.i.i.i.i.i
  %.55.i.i.i.i = inttoptr i64 %.23.i.i.i.i.i to ptr
  store i64 %.34.i.i721, ptr %.55.i.i.i.i, align 8
  %.62.i.i.i.i = add nsw i64 %.21.i.i.i.i724, 1
  store i64 %.62.i.i.i.i, ptr %.20.i.i.i.i, align 8
  br label %helper_14.exit.i
helper_14.exit.i: ; preds = %B108.i.i, %B58.i.i, %B358.i
  %.335.i = icmp ne i64 %.282.1633.i, 0
  %.344.i = sext i1 %.335.i to i64
  %.282.1.i = add nsw i64 %.282.1633.i, %.344.i
  %.348.i = zext i1 %.335.i to i64
  %.279.1.i = add i64 %.279.1634.i, %.348.i
  br i1 %.335.i, label %B358.i, label %B1132.i
B436.i:                                           ; preds = %B1132.i, %B1416
  %.501.i = sub i64 %arg.stop, %arg.start
  %.545644.i = icmp sgt i64 %.501.i, 0
  br i1 %.545644.i, label %B492.lr.ph.i, label %helper_37.exit
B492.lr.ph.i:                                     ; preds = %B436.i
  %.491.1648.i = add nsw i64 %.501.i, -1
  %.488.1646.i = add i64 %arg.start, 1
  %.28.i610.i = add i64 %.8.i.i.i, 4
  %.29.i616.i = add i64 %.8.i.i.i, 8
  %.29.i622.i = add i64 %.8.i.i.i, 12
  %.23.i.i704 = add i64 %.8.i.i, 28536
  %.31.i627.i = add i64 %.8.i.i, 40
  %.32.i628.i = inttoptr i64 %.31.i627.i to ptr
  %.22.i.i.i705 = add i64 %.8.i.i, 104
  br label %B492.i
B492.i:                                           ; preds = %B1131.i, %B492.lr.ph.i
  %.535.sroa.0.0652.i = phi i64 [ %arg.start, %B492.lr.ph.i ], [ %.535.sroa.0.0.i, %B1131.i ]
  %.491.1651.i = phi i64 [ %.491.1648.i, %B492.lr.ph.i ], [ %.491.1.i, %B1131.i ]
  %.488.1650.i = phi i64 [ %.488.1646.i, %B492.lr.ph.i ], [ %.488.1.i, %B1131.i ]
  %.589.i = shl i64 %.535.sroa.0.0652.i, 2
  %.590.i = add i64 %.589.i, %.8.i148.i
  %.591.i = inttoptr i64 %.590.i to ptr
  %.592.i = load i32, ptr %.591.i, align 4
  %.594.i = icmp eq i32 %.592.i, 0
  br i1 %.594.i, label %B1131.i, label %B544.i
B544.i:                                           ; preds = %B492.i
  %.27.i.i595.i = shl i64 %.535.sroa.0.0652.i, 4
  %.28.i.i596.i = add i64 %.27.i.i595.i, %.8.i.i.i
  %.29.i.i597.i = inttoptr i64 %.28.i.i596.i to ptr
  %.30.i.i598.i = load i32, ptr %.29.i.i597.i, align 4
  %.31.i.i599.i = sext i32 %.30.i.i598.i to i64
  %.59.i600.i = add i64 %.8.i154.i, %.31.i.i599.i
  %.60.i601.i = inttoptr i64 %.59.i600.i to ptr
  %.61.i602.i = load i8, ptr %.60.i601.i, align 1
  %.641.not.i = icmp eq i8 %.61.i602.i, 1
  br i1 %.641.not.i, label %B618.i, label %B1131.i
B618.i:                                           ; preds = %B544.i
  %.693.i = shl nsw i64 %.31.i.i599.i, 6
  %.694.i = add i64 %.693.i, %.8.i157.i
  %.695.i = inttoptr i64 %.694.i to ptr
  %.696.i = load i64, ptr %.695.i, align 8
  %.31.i611.i = add i64 %.28.i610.i, %.27.i.i595.i
  %.32.i612.i = inttoptr i64 %.31.i611.i to ptr
  %.33.i613.i = load i32, ptr %.32.i612.i, align 4
  %.34.i614.i = sext i32 %.33.i613.i to i64
  store i64 0, ptr %.742.i, align 8
  call fastcc void @helper_16(ptr %.742.i, i64 %.8.i14.i.i, i64 %.8.i17.i.i, i64 %.111.i.i, i64 %.8.i151.i, i64 %.52, i64 %.8.i.i, i64 %.8.i142.i, i64 %.34.i614.i)
  %.761.i = load i64, ptr %.742.i, align 8
  %.31.i617.i = add i64 %.29.i616.i, %.27.i.i595.i
  %.32.i618.i = inttoptr i64 %.31.i617.i to ptr
  %.33.i619.i = load i32, ptr %.32.i618.i, align 4
  %.34.i620.i = sext i32 %.33.i619.i to i64
  store i64 0, ptr %.816.i, align 8
  call fastcc void @helper_16(ptr %.816.i, i64 %.8.i14.i.i, i64 %.8.i17.i.i, i64 %.111.i.i, i64 %.8.i151.i, i64 %.52, i64 %.8.i.i, i64 %.8.i142.i, i64 %.34.i620.i)
  %.835.i = load i64, ptr %.816.i, align 8
  %.31.i623.i = add i64 %.29.i622.i, %.27.i.i595.i
  %.32.i624.i = inttoptr i64 %.31.i623.i to ptr
  %.33.i625.i = load i32, ptr %.32.i624.i, align 4
  %.34.i626.i = sext i32 %.33.i625.i to i64
  store i64 0, ptr %.890.i, align 8
  call fastcc void @helper_16(ptr %.890.i, i64 %.8.i14.i.i, i64 %.8.i17.i.i, i64 %.111.i.i, i64 %.8.i151.i, i64 %.52, i64 %.8.i.i, i64 %.8.i142.i, i64 %.34.i626.i)
  %.909.i = load i64, ptr %.890.i, align 8
  store i64 0, ptr %.922.i, align 8
  call fastcc void @helper_16(ptr %.922.i, i64 %.8.i14.i.i, i64 %.8.i17.i.i, i64 %.111.i.i, i64 %.8.i151.i, i64 %.52, i64 %.8.i.i, i64 %.8.i142.i, i64 %.535.sroa.0.0652.i)
  %.941.i = load i64, ptr %.922.i, align 8
  %.21.i.i706 = mul i64 %.941.i, 24
  %.996.i = add i64 %.23.i.i704, %.21.i.i706
  %.997.i = inttoptr i64 %.996.i to ptr
  store i64 1, ptr %.997.i, align 8
  %.33.i629.i = load i64, ptr %.32.i628.i, align 8
  %.21.i.i.i707 = mul i64 %.33.i629.i, 40
  %.23.i.i.i708 = add i64 %.22.i.i.i705, %.21.i.i.i707
  %.71.i630.i = inttoptr i64 %.23.i.i.i708 to ptr
  store i64 %.696.i, ptr %.71.i630.i, align 8
  %.74.i631.i = add i64 %.23.i.i.i708, 8
  %.75.i.i = inttoptr i64 %.74.i631.i to ptr
  store i64 %.941.i, ptr %.75.i.i, align 8
  %.78.i.i = add i64 %.23.i.i.i708, 16
  %.79.i.i = inttoptr i64 %.78.i.i to ptr
  store i64 %.761.i, ptr %.79.i.i, align 8
  %.82.i.i = add i64 %.23.i.i.i708, 24
  %.83.i.i709 = inttoptr i64 %.82.i.i to ptr
  store i64 %.835.i, ptr %.83.i.i709, align 8
  %.86.i.i710 = add i64 %.23.i.i.i708, 32
  %.87.i.i711 = inttoptr i64 %.86.i.i710 to ptr
  store i64 %.909.i, ptr %.87.i.i711, align 8
  %.98.i.i712 = add nsw i64 %.33.i629.i, 1
  store i64 %.98.i.i712, ptr %.32.i628.i, align 8
  br label %B1131.i
B1131.i:                                          ; preds = %B618.i, %B544.i, %B492.i
  %.545.i = icmp sgt i64 %.491.1651.i, 0
  %.558.i = zext i1 %.545.i to i64
  %.488.1.i = add i64 %.488.1650.i, %.558.i
  %.554.i = sext i1 %.545.i to i64
  %.491.1.i = add nsw i64 %.491.1651.i, %.554.i
  %.535.sroa.0.0.i = select i1 %.545.i, i64 %.488.1650.i, i64 0
  br i1 %.545.i, label %B492.i, label %helper_37.exit
B1132.i:                                          ; preds = %helper_14.exit.i, %B280.i, %B124.i, %B72.i
  %.123.i715 = icmp sgt i64 %.68.1641.i, 0
  %.132.i = sext i1 %.123.i715 to i64
  %.68.1.i = add nsw i64 %.68.1641.i, %.132.i
  %.65.1.i = add i64 %.65.1642.i, %.132.i
  %.113.sroa.0.0.i = select i1 %.123.i715, i64 %.65.1642.i, i64 0
  br i1 %.123.i715, label %B72.i, label %B436.i
helper_37.exit: ; preds = %B1131.i, %B436.i
  br label %B1448
B1448:                                            ; preds = %helper_37.exit, %B1384
  %.1218 = add i64 %.8.i.i, 48
  %.1219 = inttoptr i64 %.1218 to ptr
  %.1220 = load i64, ptr %.1219, align 8
  %.1300783 = icmp sgt i64 %.1220, 0
  br i1 %.1300783, label %B1538.lr.ph, label %B1738
B1538.lr.ph:                                      ; preds = %B1448
  %.1247.1786 = add nsw i64 %.1220, -1
  %.22.i = add i64 %.8.i.i, 3944
  br label %B1538
B1536.loopexit:                                   ; preds = %B1734
  %.1300 = icmp sgt i64 %.1247.1789, 0
  %.1313 = zext i1 %.1300 to i64
  %.1244.1 = add i64 %.1244.1788, %.1313
  %.1309 = sext i1 %.1300 to i64
  %.1247.1 = add nsw i64 %.1247.1789, %.1309
  br i1 %.1300, label %B1538, label %B1738
B1538:                                            ; preds = %B1538.lr.ph, %B1536.loopexit
  %.1247.1789 = phi i64 [ %.1247.1786, %B1538.lr.ph ], [ %.1247.1, %B1536.loopexit ]
  %.1244.1788 = phi i64 [ 1, %B1538.lr.ph ], [ %.1244.1, %B1536.loopexit ]
  %.1244.0787 = phi i64 [ 0, %B1538.lr.ph ], [ %.1244.1788, %B1536.loopexit ]
  %.20.i = shl i64 %.1244.0787, 6
  %.23.i = add i64 %.22.i, %.20.i
  br label %B1628
B1628:                                            ; preds = %B1538, %B1734
  %.1409.1782 = phi i64 [ 3, %B1538 ], [ %.1409.1, %B1734 ]
  %.1406.1781 = phi i64 [ 4, %B1538 ], [ %.1406.1, %B1734 ]
  %.1406.0780 = phi i64 [ 3, %B1538 ], [ %.1406.1781, %B1734 ]
  %8 = shl i64 %.1406.0780, 3
  %.1506 = add i64 %.23.i, %8
  %.1507 = inttoptr i64 %.1506 to ptr
  %.1508 = load i64, ptr %.1507, align 8
  %.1513.not = icmp eq i64 %.1508, 0
  br i1 %.1513.not, label %B1734, label %B1666
B1666:                                            ; preds = %B1628
  %.1517 = add nsw i64 %.1508, -1
  store i64 0, ptr %.1521, align 8
  call fastcc void @helper_16(ptr %.1521, i64 %.8.i14.i.i, i64 %.8.i17.i.i, i64 %.111.i.i, i64 %.8.i151.i, i64 %.52, i64 %.8.i.i, i64 %.8.i142.i, i64 %.1517)
  %.1540 = load i64, ptr %.1521, align 8
  store i64 %.1540, ptr %.1507, align 8
  br label %B1734
B1734:                                            ; preds = %B1666, %B1628
  %.1462 = icmp ne i64 %.1409.1782, 0
  %.1475 = zext i1 %.1462 to i64
  %.1406.1 = add i64 %.1406.1781, %.1475
  %.1471 = sext i1 %.1462 to i64
  %.1409.1 = add nsw i64 %.1409.1782, %.1471
  br i1 %.1462, label %B1628, label %B1536.loopexit
B1738:                                            ; preds = %B1536.loopexit, %B1448
  store i64 0, ptr %.1578, align 8
  call fastcc void @helper_13(ptr %.1578, i64 %.8.i.i, i64 %.8.i142.i, i64 %.8.i145.i, i64 %.8.i148.i, i64 %arg.work)
  %.1597 = load i64, ptr %.1578, align 8
  store i64 %.1597, ptr %retptr, align 8
  ret void
B1739:                                            ; preds = %B1372, %B1060, %B922
  %.660 = icmp ne i64 %.607.1769, 0
  %.673 = zext i1 %.660 to i64
  %.604.1 = add i64 %.604.1768, %.673
  %.669 = sext i1 %.660 to i64
  %.607.1 = add nsw i64 %.607.1769, %.669
  %.650.sroa.0.0 = select i1 %.660, i64 %.604.1768, i64 0
  br i1 %.660, label %B922, label %B1740
B1740:                                            ; preds = %B1739, %B256, %B752, %B508, %B514, %B596
  %.221 = icmp sgt i64 %.167.1778, 0
  %.234 = sext i1 %.221 to i64
  %.164.1 = add i64 %.164.1777, %.234
  %.230 = sext i1 %.221 to i64
  %.167.1 = add nsw i64 %.167.1778, %.230
  %.211.sroa.0.0 = select i1 %.221, i64 %.164.1777, i64 0
  br i1 %.221, label %B256, label %B1380
B1118.else.if:                                    ; preds = %B1060
  store ptr null, ptr %.35.i725, align 8
  call fastcc void @helper_36(ptr %.35.i725, i64 %.8.i14.i.i, i64 %.8.i20.i.i, i64 %.8.i151.i, i64 %.8.i, i64 %.51, i64 %.52, i64 %.8.i.i, i64 %.8.i145.i, i64 %.34.i689)
  %.67.i728 = shl nsw i64 %.34.i689, 2
  %.68.i729 = add i64 %.67.i728, %.8.i145.i
  %.69.i730 = inttoptr i64 %.68.i729 to ptr
  %.70.i731 = load i32, ptr %.69.i730, align 4
  %.71.i732 = sext i32 %.70.i731 to i64
  %.90.0.i733 = ashr i64 %.71.i732, 1
  %.123.i734 = add nsw i64 %.90.0.i733, -1
  %.124.i735 = and i64 %.71.i732, 1
  %.26.i.i738 = load i64, ptr %.25.i.i737, align 8
  %.20.i.i.i739 = shl i64 %.26.i.i738, 6
  %.23.i.i.i741 = add i64 %.22.i.i.i740, %.20.i.i.i739
  %.83.i.i742 = inttoptr i64 %.23.i.i.i741 to ptr
  store i64 %.711, ptr %.83.i.i742, align 8
  %.86.i.i743 = add i64 %.23.i.i.i741, 8
  %.87.i.i744 = inttoptr i64 %.86.i.i743 to ptr
  store i64 %.123.i734, ptr %.87.i.i744, align 8
  %.90.i.i745 = add i64 %.23.i.i.i741, 16
  %.91.i.i746 = inttoptr i64 %.90.i.i745 to ptr
  store i64 %.824, ptr %.91.i.i746, align 8
  %.94.i.i747 = add i64 %.23.i.i.i741, 24
  %.95.i.i748 = inttoptr i64 %.94.i.i747 to ptr
  store i64 0, ptr %.95.i.i748, align 8
  %.98.i.i749 = add i64 %.23.i.i.i741, 32
  %.99.i.i750 = inttoptr i64 %.98.i.i749 to ptr
  store i64 0, ptr %.99.i.i750, align 8
  %.102.i.i751 = add i64 %.23.i.i.i741, 40
  %.103.i.i752 = inttoptr i64 %.102.i.i751 to ptr
  store i64 0, ptr %.103.i.i752, align 8
  %.106.i.i753 = add i64 %.23.i.i.i741, 48
  %.107.i.i754 = inttoptr i64 %.106.i.i753 to ptr
  store i64 0, ptr %.107.i.i754, align 8
  %.110.i.i755 = add i64 %.23.i.i.i741, 56
  %.111.i.i756 = inttoptr i64 %.110.i.i755 to ptr
  store i64 %.124.i735, ptr %.111.i.i756, align 8
  %.117.i.i757 = add nsw i64 %.26.i.i738, 1
  store i64 %.117.i.i757, ptr %.25.i.i737, align 8
  %.164.i758 = or i32 %.70.i731, 1
  store i32 %.164.i758, ptr %.69.i730, align 4
  %.197.i761 = load i8, ptr %.769, align 1
  %9 = and i8 %.197.i761, -33
  store i8 %9, ptr %.769, align 1
  %.985 = shl nsw i64 %.650.sroa.0.0770, 2
  %.1058 = add i64 %.23.i.i.i741, 24
  br label %B1198
}
define internal fastcc void @helper_36(ptr noalias nocapture nonnull writeonly initializes((0, 8)) %retptr, i64 %arg.r.0.1, i64 %arg.r.0.3, i64 %arg.r.3, i64 %arg.r.6, i64 %arg.r.7, i64 %arg.r.8, i64 %arg.r.9, i64 %arg.r.11, i64 %arg.slot) unnamed_addr {
entry:
  %.39 = shl i64 %arg.slot, 2
  %.40 = add i64 %.39, %arg.r.11
  %.41 = inttoptr i64 %.40 to ptr
  %.42 = load i32, ptr %.41, align 4
  %.44.not = icmp eq i32 %.42, 0
  br i1 %.44.not, label %B50, label %common.ret
common.ret:                                       ; preds = %entry, %B634
  store ptr null, ptr %retptr, align 8
  ret void
B50:                                              ; preds = %entry
  %.29.i.i = add i64 %.39, %arg.r.0.1
  %.30.i.i = inttoptr i64 %.29.i.i to ptr
  %.31.i.i = load i32, ptr %.30.i.i, align 4
  %0 = ashr i32 %.31.i.i, 1
  %.33.i.i = sext i32 %0 to i64
  %.36.i.i = shl nsw i64 %.33.i.i, 5
  %.37.i.i = add i64 %.36.i.i, %arg.r.3
  %.38.i.i = inttoptr i64 %.37.i.i to ptr
  %.39.i.i = load i64, ptr %.38.i.i, align 8
  %.58.i = icmp slt i64 %.39.i.i, 3
  br i1 %.58.i, label %B162, label %B108
B108:                                             ; preds = %B50
  %.121 = tail call i64 @PyList_GetItem(i64 %arg.r.7, i64 %arg.slot)
  br label %B162
B162:                                             ; preds = %B50, %B108
  %"$phi162.0.2.0" = phi i64 [ %.121, %B108 ], [ %arg.r.8, %B50 ]
  %.143.not = icmp eq i64 %"$phi162.0.2.0", %arg.r.8
  br i1 %.143.not, label %B396, label %B190
B190:                                             ; preds = %B162
  %.31.i.i383 = load i32, ptr %.30.i.i, align 4
  %1 = ashr i32 %.31.i.i383, 1
  %.33.i.i384 = sext i32 %1 to i64
  %.34.i.i = shl nsw i64 %.33.i.i384, 5
  %.35.i.i = add i64 %arg.r.3, 16
  %.37.i.i385 = add i64 %.35.i.i, %.34.i.i
  %.38.i.i386 = inttoptr i64 %.37.i.i385 to ptr
  %.39.i.i387 = load i64, ptr %.38.i.i386, align 8
  %.84.i = inttoptr i64 %arg.r.9 to ptr
  %.85.i = load i64, ptr %.84.i, align 8
  %.86.i.not = icmp eq i64 %.39.i.i387, %.85.i
  br i1 %.86.i.not, label %B222, label %B396
B222:                                             ; preds = %B190
  %.6.i = add i64 %"$phi162.0.2.0", 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.19.i = add i64 %arg.r.9, 56
  %.20.i = inttoptr i64 %.19.i to ptr
  %.21.i = load i64, ptr %.20.i, align 8
  %.21.i.i = mul i64 %.21.i, 24
  %.22.i.i = add i64 %arg.r.9, 28520
  %.23.i.i = add i64 %.22.i.i, %.21.i.i
  %.63.i = inttoptr i64 %.23.i.i to ptr
  store i64 0, ptr %.63.i, align 8
  %.66.i = add i64 %.23.i.i, 8
  %.67.i = inttoptr i64 %.66.i to ptr
  store i64 %.8.i, ptr %.67.i, align 8
  %.70.i = add i64 %.23.i.i, 16
  %.71.i = inttoptr i64 %.70.i to ptr
  store i64 1, ptr %.71.i, align 8
  %.77.i = add nsw i64 %.21.i, 1
  store i64 %.77.i, ptr %.20.i, align 8
  %.282 = add i64 %arg.slot, %arg.r.0.3
  %.283 = inttoptr i64 %.282 to ptr
  %.284 = load i8, ptr %.283, align 1
  %2 = and i8 %.284, 32
  %.287.not = icmp eq i8 %2, 0
  %"$phi392.0.2.0" = zext i1 %.287.not to i64
  br label %B634
B396:                                             ; preds = %B190, %B162
  %.19.i388 = add i64 %arg.r.9, 56
  %.20.i389 = inttoptr i64 %.19.i388 to ptr
  %.21.i390 = load i64, ptr %.20.i389, align 8
  %.21.i.i391 = mul i64 %.21.i390, 24
  %.22.i.i392 = add i64 %arg.r.9, 28520
  %.23.i.i393 = add i64 %.22.i.i392, %.21.i.i391
  %.63.i394 = inttoptr i64 %.23.i.i393 to ptr
  store i64 1, ptr %.63.i394, align 8
  %.66.i395 = add i64 %.23.i.i393, 8
  %.67.i396 = inttoptr i64 %.66.i395 to ptr
  store i64 0, ptr %.67.i396, align 8
  %.70.i397 = add i64 %.23.i.i393, 16
  %.71.i398 = inttoptr i64 %.70.i397 to ptr
  store i64 0, ptr %.71.i398, align 8
  %.77.i399 = add nsw i64 %.21.i390, 1
  store i64 %.77.i399, ptr %.20.i389, align 8
  br i1 %.58.i, label %B470, label %B554
B470:                                             ; preds = %B396
  %.386 = shl nsw i64 %arg.slot, 3
  %.387 = add nsw i64 %.386, %arg.r.6
  %.19.i400 = add i64 %arg.r.9, 88
  %.20.i401 = inttoptr i64 %.19.i400 to ptr
  %.21.i402 = load i64, ptr %.20.i401, align 8
  %.21.i.i403 = mul i64 %.21.i402, 24
  %.22.i.i404 = add i64 %arg.r.9, 83816
  %.23.i.i405 = add i64 %.22.i.i404, %.21.i.i403
  %.63.i406 = inttoptr i64 %.23.i.i405 to ptr
  store i64 %.21.i390, ptr %.63.i406, align 8
  %.66.i407 = add i64 %.23.i.i405, 8
  %.67.i408 = inttoptr i64 %.66.i407 to ptr
  store i64 %.387, ptr %.67.i408, align 8
  %.70.i409 = add i64 %.23.i.i405, 16
  %.71.i410 = inttoptr i64 %.70.i409 to ptr
  store i64 1, ptr %.71.i410, align 8
  %.77.i411 = add nsw i64 %.21.i402, 1
  store i64 %.77.i411, ptr %.20.i401, align 8
  br label %B634
B554:                                             ; preds = %B396
  br i1 %.143.not, label %B634, label %B576
B576:                                             ; preds = %B554
  %.22.i = add i64 %arg.r.9, 72
  %.23.i = inttoptr i64 %.22.i to ptr
  %.24.i = load i64, ptr %.23.i, align 8
  %3 = shl i64 %.24.i, 4
  %.22.i.i412 = add i64 %arg.r.9, 59240
  %.23.i.i413 = add i64 %.22.i.i412, %3
  %.59.i414 = inttoptr i64 %.23.i.i413 to ptr
  store i64 %.21.i390, ptr %.59.i414, align 8
  %.62.i = add i64 %.23.i.i413, 8
  %.63.i415 = inttoptr i64 %.62.i to ptr
  store i64 %"$phi162.0.2.0", ptr %.63.i415, align 8
  %.71.i416 = add nsw i64 %.24.i, 1
  store i64 %.71.i416, ptr %.23.i, align 8
  br label %B634
B634:                                             ; preds = %B576, %B470, %B554, %B222
  %loc.2.0 = phi i64 [ %.21.i, %B222 ], [ %.21.i390, %B576 ], [ %.21.i390, %B554 ], [ %.21.i390, %B470 ]
  %holds.2.0 = phi i64 [ %"$phi392.0.2.0", %B222 ], [ 0, %B576 ], [ 0, %B554 ], [ 0, %B470 ]
  %.511 = shl i64 %loc.2.0, 1
  %.514 = add i64 %.511, 2
  %.516 = or disjoint i64 %.514, %holds.2.0
  %.34.i = trunc i64 %.516 to i32
  store i32 %.34.i, ptr %.41, align 4
  %.19.i.i = add i64 %arg.r.9, 96
  %.20.i.i = inttoptr i64 %.19.i.i to ptr
  %.21.i.i417 = load i64, ptr %.20.i.i, align 8
  %.21.i.i.i = shl i64 %.21.i.i417, 3
  %.22.i.i.i = add i64 %arg.r.9, 102248
  %.23.i.i.i = add i64 %.22.i.i.i, %.21.i.i.i
  %.55.i.i = inttoptr i64 %.23.i.i.i to ptr
  store i64 %arg.slot, ptr %.55.i.i, align 8
  %.62.i.i = add nsw i64 %.21.i.i417, 1
  store i64 %.62.i.i, ptr %.20.i.i, align 8
  br label %common.ret
}
define i64 @sweep_region_reverse(i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12, i64 %.13) local_unnamed_addr {
entry:
  %.15 = alloca i64, align 8
  store i64 0, ptr %.15, align 8
  call fastcc void @helper_34(ptr %.15, i64 %.1, i64 %.2, i64 %.3, i64 %.4, i64 %.5, i64 %.6, i64 %.7, i64 %.8, i64 %.9, i64 %.10, i64 %.11, i64 %.12, i64 %.13)
  %.29 = load i64, ptr %.15, align 8
  ret i64 %.29
}
define internal fastcc void @helper_38(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.work, i64 %arg.partials, i64 %arg.first_block, i64 %arg.last_block) unnamed_addr {
entry:
  %.73.i432 = alloca ptr, align 8
  %.154.i434 = alloca ptr, align 8
  %.73.i = alloca ptr, align 8
  %.154.i = alloca ptr, align 8
  %.1149 = alloca ptr, align 8
  store ptr null, ptr %.1149, align 8
  %.1185 = alloca ptr, align 8
  store ptr null, ptr %.1185, align 8
  %.15 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i = add i64 %.15, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.43 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 4)
  %.6.i351 = add i64 %.43, 16
  %.7.i352 = inttoptr i64 %.6.i351 to ptr
  %.8.i353 = load i64, ptr %.7.i352, align 8
  %.77 = inttoptr i64 %.8.i to ptr
  %.78 = load i64, ptr %.77, align 8
  %.81 = add i64 %.8.i, 8
  %.82 = inttoptr i64 %.81 to ptr
  %.83 = load i64, ptr %.82, align 8
  %.86 = add i64 %.8.i, 16
  %.87 = inttoptr i64 %.86 to ptr
  %.88 = load i64, ptr %.87, align 8
  %.104 = add i64 %.8.i, 88
  %.105 = inttoptr i64 %.104 to ptr
  %.106 = load i64, ptr %.105, align 8
  %.158 = add i64 %.8.i, 56
  %.159 = inttoptr i64 %.158 to ptr
  %.160 = load i64, ptr %.159, align 8
  %.161 = shl nsw i64 %.160, 3
  %.163 = add nsw i64 %.161, %.8.i353
  %.186 = shl nsw i64 %.160, 6
  %.188 = or disjoint i64 %.186, 63
  %.189 = add i64 %.188, %.163
  %.230 = and i64 %.189, -64
  %.249 = add i64 %.8.i, 80
  %.250 = inttoptr i64 %.249 to ptr
  %.251 = load i64, ptr %.250, align 8
  %.331453 = icmp sgt i64 %.251, 0
  br i1 %.331453, label %B546.lr.ph, label %B896
B546.lr.ph:                                       ; preds = %entry
  %.278.1455 = add nsw i64 %.251, -1
  %.22.i = add i64 %.8.i, 71528
  %.23.i357 = add i64 %.8.i, 28528
  %.470 = add nsw i64 %.78, 7
  %.511 = and i64 %.470, -8
  %.514 = tail call i64 @llvm.smin.i64(i64 %.511, i64 %.83)
  %storemerge350 = tail call i64 @llvm.smax.i64(i64 %.514, i64 0)
  %.594446 = icmp sgt i64 %.514, 0
  %.603447 = sext i1 %.594446 to i64
  %.541.1448 = add nsw i64 %storemerge350, %.603447
  %.607449 = zext i1 %.594446 to i64
  %invariant.op = add i64 %.8.i, 71536
  br label %B546
B544.loopexit:                                    ; preds = %helper_19.exit, %B546
  %.331 = icmp sgt i64 %.278.1458, 0
  %.340 = sext i1 %.331 to i64
  %.278.1 = add nsw i64 %.278.1458, %.340
  %.344 = zext i1 %.331 to i64
  %.275.1 = add i64 %.275.1459, %.344
  br i1 %.331, label %B546, label %B896
B546:                                             ; preds = %B546.lr.ph, %B544.loopexit
  %.275.1459 = phi i64 [ 1, %B546.lr.ph ], [ %.275.1, %B544.loopexit ]
  %.278.1458 = phi i64 [ %.278.1455, %B546.lr.ph ], [ %.278.1, %B544.loopexit ]
  %.275.0457 = phi i64 [ 0, %B546.lr.ph ], [ %.275.1459, %B544.loopexit ]
  %.20.i = shl i64 %.275.0457, 4
  %.23.i = add i64 %.22.i, %.20.i
  %.426 = inttoptr i64 %.23.i to ptr
  %.427 = load i64, ptr %.426, align 8
  %.21.i355 = mul i64 %.427, 24
  %.460 = add i64 %.23.i357, %.21.i355
  %.461 = inttoptr i64 %.460 to ptr
  %.462 = load i64, ptr %.461, align 8
  %.464 = add nsw i64 %.462, %.230
  br i1 %.594446, label %B812.lr.ph, label %B544.loopexit
B812.lr.ph:                                       ; preds = %B546
  %.636.reass = add i64 %.20.i, %invariant.op
  %.637 = inttoptr i64 %.636.reass to ptr
  br label %B812
B812:                                             ; preds = %B812.lr.ph, %helper_19.exit
  %.584.sroa.0.0452 = phi i64 [ 0, %B812.lr.ph ], [ %.584.sroa.0.0, %helper_19.exit ]
  %.538.1451 = phi i64 [ %.607449, %B812.lr.ph ], [ %.538.1, %helper_19.exit ]
  %.541.1450 = phi i64 [ %.541.1448, %B812.lr.ph ], [ %.541.1, %helper_19.exit ]
  %.638 = load i64, ptr %.637, align 8
  %.17.i = load i64, ptr %.87, align 8
  %.18.i = icmp eq i64 %.17.i, 8
  %.11.i.i = inttoptr i64 %.638 to ptr
  br i1 %.18.i, label %B54.i, label %B82.i
B54.i:                                            ; preds = %B812
  %.12.i.i = load double, ptr %.11.i.i, align 8
  %.13.i.i = shl i64 %.584.sroa.0.0452, 3
  %.14.i.i = add i64 %.13.i.i, %.464
  %.15.i.i = inttoptr i64 %.14.i.i to ptr
  store double %.12.i.i, ptr %.15.i.i, align 8
  br label %helper_19.exit
B82.i:                                            ; preds = %B812
  %.12.i23.i = load float, ptr %.11.i.i, align 4
  %.13.i24.i = shl i64 %.584.sroa.0.0452, 2
  %.14.i25.i = add i64 %.13.i24.i, %.464
  %.15.i26.i = inttoptr i64 %.14.i25.i to ptr
  store float %.12.i23.i, ptr %.15.i26.i, align 4
  br label %helper_19.exit
helper_19.exit: ; preds = %B54.i, %B82.i
  %.594 = icmp sgt i64 %.541.1450, 0
  %.603 = sext i1 %.594 to i64
  %.541.1 = add nsw i64 %.541.1450, %.603
  %.607 = zext i1 %.594 to i64
  %.538.1 = add i64 %.538.1451, %.607
  %.584.sroa.0.0 = select i1 %.594, i64 %.538.1451, i64 0
  br i1 %.594, label %B812, label %B544.loopexit
B896:                                             ; preds = %B544.loopexit, %entry
  %.725 = sub i64 %arg.last_block, %arg.first_block
  %.769490 = icmp sgt i64 %.725, 0
  br i1 %.769490, label %B932.lr.ph, label %B1994
B932.lr.ph:                                       ; preds = %B896
  %.712.1494 = add i64 %arg.first_block, 1
  %.715.1492 = add nsw i64 %.725, -1
  %.22.i.i = add i64 %.8.i, 28520
  %invariant.op.i = add i64 %.8.i, 28528
  %.910 = add i64 %.8.i, 64
  %.911 = inttoptr i64 %.910 to ptr
  %.22.i360 = add i64 %.8.i, 46952
  %invariant.op467 = add i64 %.8.i, 46960
  %.22.i.i373 = add i64 %.8.i, 28520
  %invariant.op.i374 = add i64 %.8.i, 28528
  %storemerge346 = tail call i64 @llvm.smax.i64(i64 %.106, i64 0)
  %.1323475 = icmp sgt i64 %.106, 0
  %.1336476 = zext i1 %.1323475 to i64
  %.1332477 = sext i1 %.1323475 to i64
  %.1270.1478 = add nsw i64 %storemerge346, %.1332477
  %.22.i407 = add i64 %.8.i, 83816
  %.1671 = add i64 %.8.i, 72
  %.1672 = inttoptr i64 %.1671 to ptr
  %.22.i424 = add i64 %.8.i, 59240
  %invariant.op489 = add i64 %.8.i, 59248
  br label %B932
B928.loopexit:                                    ; preds = %helper_21.exit, %B1750
  %.769 = icmp sgt i64 %.715.1496, 0
  %.778 = sext i1 %.769 to i64
  %.715.1 = add nsw i64 %.715.1496, %.778
  %.782 = zext i1 %.769 to i64
  %.712.1 = add i64 %.712.1497, %.782
  br i1 %.769, label %B932, label %B1994
B932:                                             ; preds = %B932.lr.ph, %B928.loopexit
  %.712.1497 = phi i64 [ %.712.1494, %B932.lr.ph ], [ %.712.1, %B928.loopexit ]
  %.715.1496 = phi i64 [ %.715.1492, %B932.lr.ph ], [ %.715.1, %B928.loopexit ]
  %.712.0495 = phi i64 [ %arg.first_block, %B932.lr.ph ], [ %.712.1497, %B928.loopexit ]
  %.808 = mul nsw i64 %.712.0495, %.83
  %.814 = sub nsw i64 %.78, %.808
  %.817 = tail call i64 @llvm.smin.i64(i64 %.814, i64 %.83)
  %.862 = and i64 %.817, -8
  %.33.i = load i64, ptr %.159, align 8
  %.11550.i = icmp sgt i64 %.33.i, 0
  br i1 %.11550.i, label %B84.lr.ph.i, label %helper_22.exit
B84.lr.ph.i:                                      ; preds = %B932
  %.60.152.i = add nsw i64 %.33.i, -1
  br label %B84.i
B84.i:                                            ; preds = %B280.i, %B84.lr.ph.i
  %.105.sroa.0.056.i = phi i64 [ 0, %B84.lr.ph.i ], [ %.105.sroa.0.0.i, %B280.i ]
  %.57.155.i = phi i64 [ 1, %B84.lr.ph.i ], [ %.57.1.i, %B280.i ]
  %.60.154.i = phi i64 [ %.60.152.i, %B84.lr.ph.i ], [ %.60.1.i, %B280.i ]
  %.21.i.i = mul i64 %.105.sroa.0.056.i, 24
  %.23.i.i = add i64 %.22.i.i, %.21.i.i
  %.196.i = inttoptr i64 %.23.i.i to ptr
  %.197.i = load i64, ptr %.196.i, align 8
  %.198.i = icmp eq i64 %.197.i, 0
  %.200.reass.i = add i64 %invariant.op.i, %.21.i.i
  %.201.i = inttoptr i64 %.200.reass.i to ptr
  %.202.i = load i64, ptr %.201.i, align 8
  br i1 %.198.i, label %B230.i, label %B280.i
B230.i:                                           ; preds = %B84.i
  %.221.i = load i64, ptr %.87, align 8
  %.223.i = mul nsw i64 %.221.i, %.808
  br label %B280.i
B280.i:                                           ; preds = %B230.i, %B84.i
  %"$phi280.6.2.1.i" = phi i64 [ %.223.i, %B230.i ], [ %.230, %B84.i ]
  %.234.i = add nsw i64 %"$phi280.6.2.1.i", %.202.i
  %.241.i = shl i64 %.105.sroa.0.056.i, 3
  %.242.i = add i64 %.241.i, %.8.i353
  %.243.i = inttoptr i64 %.242.i to ptr
  store i64 %.234.i, ptr %.243.i, align 8
  %.115.i = icmp sgt i64 %.60.154.i, 0
  %.124.i = sext i1 %.115.i to i64
  %.60.1.i = add nsw i64 %.60.154.i, %.124.i
  %.128.i = zext i1 %.115.i to i64
  %.57.1.i = add i64 %.57.155.i, %.128.i
  %.105.sroa.0.0.i = select i1 %.115.i, i64 %.57.155.i, i64 0
  br i1 %.115.i, label %B84.i, label %helper_22.exit
helper_22.exit: ; preds = %B280.i, %B932
  %.912 = load i64, ptr %.911, align 8
  %.992460 = icmp sgt i64 %.912, 0
  br i1 %.992460, label %B1134.preheader, label %B1294
B1134.preheader:                                  ; preds = %helper_22.exit
  %.939.1463 = add nsw i64 %.912, -1
  br label %B1134
B1134:                                            ; preds = %B1134.preheader, %helper_23.exit
  %.939.1466 = phi i64 [ %.939.1, %helper_23.exit ], [ %.939.1463, %B1134.preheader ]
  %.936.1465 = phi i64 [ %.936.1, %helper_23.exit ], [ 1, %B1134.preheader ]
  %.936.0464 = phi i64 [ %.936.1465, %helper_23.exit ], [ 0, %B1134.preheader ]
  %.20.i358 = shl i64 %.936.0464, 4
  %.23.i361 = add i64 %.22.i360, %.20.i358
  %.1074.reass = add i64 %.20.i358, %invariant.op467
  %.1075 = inttoptr i64 %.1074.reass to ptr
  %.1076 = load i64, ptr %.1075, align 8
  %.9.i = inttoptr i64 %.23.i361 to ptr
  %.10.i = load i64, ptr %.9.i, align 8
  %.11.i = shl i64 %.10.i, 3
  %.12.i = add i64 %.11.i, %.8.i353
  %.13.i = inttoptr i64 %.12.i to ptr
  %.14.i = load i64, ptr %.13.i, align 8
  store ptr null, ptr %.73.i, align 8
  store ptr null, ptr %.154.i, align 8
  %.19.i = load i64, ptr %.87, align 8
  %.20.i364 = icmp eq i64 %.19.i, 8
  br i1 %.20.i364, label %B54.i366, label %B82.i365
B54.i366:                                         ; preds = %B1134
  store ptr null, ptr %.73.i, align 8
  call fastcc void @helper_24(ptr %.73.i, i64 %.8.i, i64 %.1076, i64 %.14.i, i64 %.808, i64 %.817, i64 0)
  br label %helper_23.exit
B82.i365:                                         ; preds = %B1134
  store ptr null, ptr %.154.i, align 8
  call fastcc void @helper_25(ptr %.154.i, i64 %.8.i, i64 %.1076, i64 %.14.i, i64 %.808, i64 %.817, i64 0)
  br label %helper_23.exit
helper_23.exit: ; preds = %B54.i366, %B82.i365
  %.992 = icmp sgt i64 %.939.1466, 0
  %.1005 = zext i1 %.992 to i64
  %.936.1 = add i64 %.936.1465, %.1005
  %.1001 = sext i1 %.992 to i64
  %.939.1 = add nsw i64 %.939.1466, %.1001
  br i1 %.992, label %B1134, label %B1294
B1294:                                            ; preds = %helper_23.exit, %helper_22.exit
  %.1143.not = icmp ult i64 %.817, 8
  br i1 %.1143.not, label %B1332, label %B1298
B1298:                                            ; preds = %B1294
  store ptr null, ptr %.1149, align 8
  call fastcc void @helper_26(ptr %.1149, i64 %.8.i, i64 %.8.i353, i64 %.862)
  br label %B1332
B1332:                                            ; preds = %B1298, %B1294
  %.1176.not = icmp eq i64 %.862, %.817
  br i1 %.1176.not, label %B1420, label %B1344
B1344:                                            ; preds = %B1332
  store ptr null, ptr %.1185, align 8
  call fastcc void @helper_27(ptr %.1185, i64 %.8.i, i64 %.8.i353, i64 %.163, i64 %.808, i64 %.862, i64 %.817)
  %.33.i369 = load i64, ptr %.159, align 8
  %.11550.i370 = icmp sgt i64 %.33.i369, 0
  br i1 %.11550.i370, label %B84.lr.ph.i371, label %B1420
B84.lr.ph.i371:                                   ; preds = %B1344
  %.60.152.i372 = add nsw i64 %.33.i369, -1
  br label %B84.i377
B84.i377:                                         ; preds = %B280.i389, %B84.lr.ph.i371
  %.105.sroa.0.056.i378 = phi i64 [ 0, %B84.lr.ph.i371 ], [ %.105.sroa.0.0.i400, %B280.i389 ]
  %.57.155.i379 = phi i64 [ 1, %B84.lr.ph.i371 ], [ %.57.1.i399, %B280.i389 ]
  %.60.154.i380 = phi i64 [ %.60.152.i372, %B84.lr.ph.i371 ], [ %.60.1.i397, %B280.i389 ]
  %.21.i.i381 = mul i64 %.105.sroa.0.056.i378, 24
  %.23.i.i382 = add i64 %.22.i.i373, %.21.i.i381
  %.196.i383 = inttoptr i64 %.23.i.i382 to ptr
  %.197.i384 = load i64, ptr %.196.i383, align 8
  %.198.i385 = icmp eq i64 %.197.i384, 0
  %.200.reass.i386 = add i64 %invariant.op.i374, %.21.i.i381
  %.201.i387 = inttoptr i64 %.200.reass.i386 to ptr
  %.202.i388 = load i64, ptr %.201.i387, align 8
  br i1 %.198.i385, label %B230.i401, label %B280.i389
B230.i401:                                        ; preds = %B84.i377
  %.221.i402 = load i64, ptr %.87, align 8
  %.223.i403 = mul nsw i64 %.221.i402, %.808
  br label %B280.i389
B280.i389:                                        ; preds = %B230.i401, %B84.i377
  %"$phi280.6.2.1.i390" = phi i64 [ %.223.i403, %B230.i401 ], [ %.230, %B84.i377 ]
  %.234.i391 = add nsw i64 %"$phi280.6.2.1.i390", %.202.i388
  %.241.i392 = shl i64 %.105.sroa.0.056.i378, 3
  %.242.i393 = add i64 %.241.i392, %.8.i353
  %.243.i394 = inttoptr i64 %.242.i393 to ptr
  store i64 %.234.i391, ptr %.243.i394, align 8
  %.115.i395 = icmp sgt i64 %.60.154.i380, 0
  %.124.i396 = sext i1 %.115.i395 to i64
  %.60.1.i397 = add nsw i64 %.60.154.i380, %.124.i396
  %.128.i398 = zext i1 %.115.i395 to i64
  %.57.1.i399 = add i64 %.57.155.i379, %.128.i398
  %.105.sroa.0.0.i400 = select i1 %.115.i395, i64 %.57.155.i379, i64 0
  br i1 %.115.i395, label %B84.i377, label %B1420
B1420:                                            ; preds = %B280.i389, %B1344, %B1332
  br i1 %.1323475, label %B1452.lr.ph, label %B1750
B1452.lr.ph:                                      ; preds = %B1420
  %.1488 = and i64 %.817, 255
  %.1491.not = icmp ne i64 %.1488, 0
  %.1492348 = lshr i64 %.817, 8
  %.1493 = zext i1 %.1491.not to i64
  %.1494 = add nuw nsw i64 %.1492348, %.1493
  %.1473.inv = icmp slt i64 %.817, 1
  %.1515468.not498 = icmp eq i64 %.1494, 0
  %.1515468.not = select i1 %.1473.inv, i1 true, i1 %.1515468.not498
  %.1462.1471 = add nsw i64 %.1494, -1
  br label %B1452
B1450.loopexit:                                   ; preds = %helper_28.exit, %B1452
  %.1323 = icmp sgt i64 %.1270.1480, 0
  %.1336 = zext i1 %.1323 to i64
  %.1267.1 = add i64 %.1267.1479, %.1336
  %.1332 = sext i1 %.1323 to i64
  %.1270.1 = add nsw i64 %.1270.1480, %.1332
  %.1313.sroa.0.0 = select i1 %.1323, i64 %.1267.1479, i64 0
  br i1 %.1323, label %B1452, label %B1750
B1452:                                            ; preds = %B1452.lr.ph, %B1450.loopexit
  %.1313.sroa.0.0481 = phi i64 [ 0, %B1452.lr.ph ], [ %.1313.sroa.0.0, %B1450.loopexit ]
  %.1270.1480 = phi i64 [ %.1270.1478, %B1452.lr.ph ], [ %.1270.1, %B1450.loopexit ]
  %.1267.1479 = phi i64 [ %.1336476, %B1452.lr.ph ], [ %.1267.1, %B1450.loopexit ]
  %.21.i406 = mul i64 %.1313.sroa.0.0481, 24
  %.23.i408 = add i64 %.22.i407, %.21.i406
  %.9.i409 = inttoptr i64 %.23.i408 to ptr
  %.10.i410 = load i64, ptr %.9.i409, align 8
  %.11.i411 = shl i64 %.10.i410, 3
  %.12.i412 = add i64 %.11.i411, %.8.i353
  %.13.i413 = inttoptr i64 %.12.i412 to ptr
  %.14.i414 = load i64, ptr %.13.i413, align 8
  br i1 %.1515468.not, label %B1450.loopexit, label %B1574
B1574:                                            ; preds = %B1452, %helper_28.exit
  %.1505.sroa.0.0474 = phi i64 [ %.1505.sroa.0.0, %helper_28.exit ], [ 0, %B1452 ]
  %.1462.1473 = phi i64 [ %.1462.1, %helper_28.exit ], [ %.1462.1471, %B1452 ]
  %.1459.1472 = phi i64 [ %.1459.1, %helper_28.exit ], [ 256, %B1452 ]
  %.1555 = mul nsw i64 %.1505.sroa.0.0474, %.88
  %.1557 = add nsw i64 %.1555, %.14.i414
  %.1559 = sub nsw i64 %.817, %.1505.sroa.0.0474
  %.1561 = tail call i64 @llvm.smin.i64(i64 %.1559, i64 256)
  %.19.i417 = load i64, ptr %.87, align 8
  %.20.i418 = icmp eq i64 %.19.i417, 8
  %first.i.i = inttoptr i64 %.1557 to ptr
  %whole.i.i = and i64 %.1561, -8
  %some.i.i = icmp sgt i64 %.1559, 7
  br i1 %.20.i418, label %B54.i421, label %B82.i419
B54.i421:                                         ; preds = %B1574
  br i1 %some.i.i, label %loop.i.i, label %end.i.i
loop.i.i:                                         ; preds = %B54.i421, %loop.i.i
  %i.i.i = phi i64 [ %next.i.i, %loop.i.i ], [ 0, %B54.i421 ]
  %sum.i.i = phi <8 x double> [ %more.i.i, %loop.i.i ], [ zeroinitializer, %B54.i421 ]
  %at.i.i = getelementptr double, ptr %first.i.i, i64 %i.i.i
  %items.i.i = load <8 x double>, ptr %at.i.i, align 8
  %more.i.i = fadd <8 x double> %sum.i.i, %items.i.i
  %next.i.i = add nuw nsw i64 %i.i.i, 8
  %again.i.i = icmp slt i64 %next.i.i, %whole.i.i
  br i1 %again.i.i, label %loop.i.i, label %end.i.i
end.i.i:                                          ; preds = %loop.i.i, %B54.i421
  %most.i.i = phi <8 x double> [ zeroinitializer, %B54.i421 ], [ %more.i.i, %loop.i.i ]
  %left.i.i = and i64 %.1561, 7
  %any.not.i.i = icmp eq i64 %left.i.i, 0
  br i1 %any.not.i.i, label %helper_28.exit, label %rest.i.i
rest.i.i:                                         ; preds = %end.i.i
  %limit.i.i = insertelement <8 x i64> poison, i64 %left.i.i, i64 0
  %limits.i.i = shufflevector <8 x i64> %limit.i.i, <8 x i64> poison, <8 x i32> zeroinitializer
  %mask.i.i = icmp samesign ugt <8 x i64> %limits.i.i, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %tail.i.i = getelementptr double, ptr %first.i.i, i64 %whole.i.i
  %last.i.i = tail call <8 x double> @llvm.masked.load.v8f64.p0(ptr %tail.i.i, i32 8, <8 x i1> %mask.i.i, <8 x double> zeroinitializer)
  %full.i.i = fadd <8 x double> %most.i.i, %last.i.i
  br label %helper_28.exit
B82.i419:                                         ; preds = %B1574
  br i1 %some.i.i, label %loop.i41.i, label %end.i14.i
loop.i41.i:                                       ; preds = %B82.i419, %loop.i41.i
  %i.i42.i = phi i64 [ %next.i47.i, %loop.i41.i ], [ 0, %B82.i419 ]
  %sum.i43.i = phi <8 x double> [ %more.i46.i, %loop.i41.i ], [ zeroinitializer, %B82.i419 ]
  %at.i44.i = getelementptr float, ptr %first.i.i, i64 %i.i42.i
  %items.i45.i = load <8 x float>, ptr %at.i44.i, align 4
  %wide.i.i = fpext <8 x float> %items.i45.i to <8 x double>
  %more.i46.i = fadd <8 x double> %sum.i43.i, %wide.i.i
  %next.i47.i = add nuw nsw i64 %i.i42.i, 8
  %again.i48.i = icmp slt i64 %next.i47.i, %whole.i.i
  br i1 %again.i48.i, label %loop.i41.i, label %end.i14.i
end.i14.i:                                        ; preds = %loop.i41.i, %B82.i419
  %most.i15.i = phi <8 x double> [ zeroinitializer, %B82.i419 ], [ %more.i46.i, %loop.i41.i ]
  %left.i16.i = and i64 %.1561, 7
  %any.not.i17.i = icmp eq i64 %left.i16.i, 0
  br i1 %any.not.i17.i, label %helper_28.exit, label %rest.i18.i
rest.i18.i:                                       ; preds = %end.i14.i
  %limit.i19.i = insertelement <8 x i64> poison, i64 %left.i16.i, i64 0
  %limits.i20.i = shufflevector <8 x i64> %limit.i19.i, <8 x i64> poison, <8 x i32> zeroinitializer
  %mask.i21.i = icmp samesign ugt <8 x i64> %limits.i20.i, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %tail.i22.i = getelementptr float, ptr %first.i.i, i64 %whole.i.i
  %last.i23.i = tail call <8 x float> @llvm.masked.load.v8f32.p0(ptr %tail.i22.i, i32 4, <8 x i1> %mask.i21.i, <8 x float> zeroinitializer)
  %lastwide.i.i = fpext <8 x float> %last.i23.i to <8 x double>
  %full.i24.i = fadd <8 x double> %most.i15.i, %lastwide.i.i
  br label %helper_28.exit
helper_28.exit: ; preds = %end.i14.i, %rest.i18.i, %end.i.i, %rest.i.i
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
  %.1592 = add nsw i64 %.1505.sroa.0.0474, %.808
  %.1600.0 = ashr i64 %.1592, 8
  %.1634 = mul nsw i64 %.1600.0, %.106
  %.1636 = add nsw i64 %.1634, %.1313.sroa.0.0481
  %.1638 = shl i64 %.1636, 3
  %.1639 = add i64 %.1638, %arg.partials
  %.1640 = inttoptr i64 %.1639 to ptr
  store double %t15.i.i, ptr %.1640, align 8
  %.1515 = icmp sgt i64 %.1462.1473, 0
  %.1528 = add i64 %.1459.1472, 256
  %.1459.1 = select i1 %.1515, i64 %.1528, i64 %.1459.1472
  %.1524 = sext i1 %.1515 to i64
  %.1462.1 = add nsw i64 %.1462.1473, %.1524
  %.1505.sroa.0.0 = select i1 %.1515, i64 %.1459.1472, i64 0
  br i1 %.1515, label %B1574, label %B1450.loopexit
B1750:                                            ; preds = %B1450.loopexit, %B1420
  %.1673 = load i64, ptr %.1672, align 8
  %.1753482 = icmp sgt i64 %.1673, 0
  br i1 %.1753482, label %B1830.preheader, label %B928.loopexit
B1830.preheader:                                  ; preds = %B1750
  %.1700.1485 = add nsw i64 %.1673, -1
  br label %B1830
B1830:                                            ; preds = %B1830.preheader, %helper_21.exit
  %.1700.1488 = phi i64 [ %.1700.1, %helper_21.exit ], [ %.1700.1485, %B1830.preheader ]
  %.1697.1487 = phi i64 [ %.1697.1, %helper_21.exit ], [ 1, %B1830.preheader ]
  %.1697.0486 = phi i64 [ %.1697.1487, %helper_21.exit ], [ 0, %B1830.preheader ]
  %.20.i422 = shl i64 %.1697.0486, 4
  %.23.i425 = add i64 %.22.i424, %.20.i422
  %.1835.reass = add i64 %.20.i422, %invariant.op489
  %.1836 = inttoptr i64 %.1835.reass to ptr
  %.1837 = load i64, ptr %.1836, align 8
  %.9.i426 = inttoptr i64 %.23.i425 to ptr
  %.10.i427 = load i64, ptr %.9.i426, align 8
  %.11.i428 = shl i64 %.10.i427, 3
  %.12.i429 = add i64 %.11.i428, %.8.i353
  %.13.i430 = inttoptr i64 %.12.i429 to ptr
  %.14.i431 = load i64, ptr %.13.i430, align 8
  store ptr null, ptr %.73.i432, align 8
  store ptr null, ptr %.154.i434, align 8
  %.19.i438 = load i64, ptr %.87, align 8
  %.20.i439 = icmp eq i64 %.19.i438, 8
  br i1 %.20.i439, label %B54.i444, label %B82.i440
B54.i444:                                         ; preds = %B1830
  store ptr null, ptr %.73.i432, align 8
  call fastcc void @helper_24(ptr %.73.i432, i64 %.8.i, i64 %.1837, i64 %.14.i431, i64 %.808, i64 %.817, i64 1)
  br label %helper_21.exit
B82.i440:                                         ; preds = %B1830
  store ptr null, ptr %.154.i434, align 8
  call fastcc void @helper_25(ptr %.154.i434, i64 %.8.i, i64 %.1837, i64 %.14.i431, i64 %.808, i64 %.817, i64 1)
  br label %helper_21.exit
helper_21.exit: ; preds = %B54.i444, %B82.i440
  %.1753 = icmp sgt i64 %.1700.1488, 0
  %.1766 = zext i1 %.1753 to i64
  %.1697.1 = add i64 %.1697.1487, %.1766
  %.1762 = sext i1 %.1753 to i64
  %.1700.1 = add nsw i64 %.1700.1488, %.1762
  br i1 %.1753, label %B1830, label %B928.loopexit
B1994:                                            ; preds = %B928.loopexit, %B896
  store i64 0, ptr %retptr, align 8
  ret void
}
define i64 @sweep_region_run(i64 %.1, i64 %.2, i64 %.3, i64 %.4) local_unnamed_addr {
entry:
  %.6 = alloca i64, align 8
  store i64 0, ptr %.6, align 8
  call fastcc void @helper_38(ptr %.6, i64 %.1, i64 %.2, i64 %.3, i64 %.4)
  %.20 = load i64, ptr %.6, align 8
  ret i64 %.20
}
define internal fastcc void @helper_39(ptr noalias nocapture nonnull writeonly %retptr, i64 %arg.work, i64 %arg.partials) unnamed_addr {
entry:
  %.9 = tail call i64 @PyTuple_GetItem(i64 %arg.work, i64 0)
  %.6.i = add i64 %.9, 16
  %.7.i = inttoptr i64 %.6.i to ptr
  %.8.i = load i64, ptr %.7.i, align 8
  %.54 = add i64 %.8.i, 88
  %.55 = inttoptr i64 %.54 to ptr
  %.56 = load i64, ptr %.55, align 8
  %.63 = inttoptr i64 %.8.i to ptr
  %.64 = load i64, ptr %.63, align 8
  %.66 = add nsw i64 %.64, 255
  %.74.0 = ashr i64 %.66, 8
  %.19048 = icmp sgt i64 %.56, 0
  br i1 %.19048, label %B226.lr.ph, label %B420
B226.lr.ph:                                       ; preds = %entry
  %.137.150 = add nsw i64 %.56, -1
  %invariant.op = add i64 %.8.i, 83824
  %again1.i = icmp sgt i64 %.74.0, 0
  %invariant.op55 = add i64 %.8.i, 83832
  %.14.i = add i64 %.8.i, 16
  %.15.i = inttoptr i64 %.14.i to ptr
  br label %B226
B226:                                             ; preds = %B226.lr.ph, %helper_29.exit
  %.134.154 = phi i64 [ 1, %B226.lr.ph ], [ %.134.1, %helper_29.exit ]
  %.137.153 = phi i64 [ %.137.150, %B226.lr.ph ], [ %.137.1, %helper_29.exit ]
  %.134.052 = phi i64 [ 0, %B226.lr.ph ], [ %.134.154, %helper_29.exit ]
  %.21.i = mul i64 %.134.052, 24
  %.272.reass = add i64 %.21.i, %invariant.op
  %.273 = inttoptr i64 %.272.reass to ptr
  %.274 = load i64, ptr %.273, align 8
  %.275 = shl nsw i64 %.134.052, 3
  %.277 = add nsw i64 %.275, %arg.partials
  %first.i = inttoptr i64 %.277 to ptr
  br i1 %again1.i, label %body.i, label %sum_chunks.exit
body.i:                                           ; preds = %B226, %body.i
  %lost4.i = phi double [ %t10.i, %body.i ], [ 0.000000e+00, %B226 ]
  %total3.i = phi double [ %t1.i, %body.i ], [ 0.000000e+00, %B226 ]
  %k2.i = phi i64 [ %next.i, %body.i ], [ 0, %B226 ]
  %offset.i = mul i64 %k2.i, %.56
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
  %exitcond.not.i = icmp eq i64 %next.i, %.74.0
  br i1 %exitcond.not.i, label %sum_chunks.exit, label %body.i
sum_chunks.exit:                                  ; preds = %body.i, %B226
  %total.lcssa.i = phi double [ 0.000000e+00, %B226 ], [ %t1.i, %body.i ]
  %lost.lcssa.i = phi double [ 0.000000e+00, %B226 ], [ %t10.i, %body.i ]
  %t11.i = fcmp ord double %lost.lcssa.i, 0.000000e+00
  %t12.i = fadd double %total.lcssa.i, %lost.lcssa.i
  %t13.i = select i1 %t11.i, double %t12.i, double %total.lcssa.i
  %.282.reass = add i64 %.21.i, %invariant.op55
  %.283 = inttoptr i64 %.282.reass to ptr
  %.284 = load i64, ptr %.283, align 8
  %.16.i = load i64, ptr %.15.i, align 8
  %.17.i = icmp eq i64 %.16.i, 8
  %.14.not.i.i = icmp eq i64 %.284, 0
  br i1 %.17.i, label %B54.i, label %B82.i
B54.i:                                            ; preds = %sum_chunks.exit
  br i1 %.14.not.i.i, label %helper_30.exit.i, label %B26.i.i
B26.i.i:                                          ; preds = %B54.i
  %.34.i.i = inttoptr i64 %.274 to ptr
  %.35.i.i = load double, ptr %.34.i.i, align 8
  %.41.i.i = fadd double %t13.i, %.35.i.i
  br label %helper_30.exit.i
helper_30.exit.i: ; preds = %B26.i.i, %B54.i
  %"$phi68.5.2.0.i.i" = phi double [ %.41.i.i, %B26.i.i ], [ %t13.i, %B54.i ]
  %.64.i.i = inttoptr i64 %.274 to ptr
  store double %"$phi68.5.2.0.i.i", ptr %.64.i.i, align 8
  br label %helper_29.exit
B82.i:                                            ; preds = %sum_chunks.exit
  br i1 %.14.not.i.i, label %helper_31.exit.i, label %B26.i15.i
B26.i15.i:                                        ; preds = %B82.i
  %.34.i16.i = inttoptr i64 %.274 to ptr
  %.35.i17.i = load float, ptr %.34.i16.i, align 4
  %.41.i18.i = fpext float %.35.i17.i to double
  %.42.i.i = fadd double %t13.i, %.41.i18.i
  br label %helper_31.exit.i
helper_31.exit.i: ; preds = %B26.i15.i, %B82.i
  %"$phi68.5.2.0.i19.i" = phi double [ %.42.i.i, %B26.i15.i ], [ %t13.i, %B82.i ]
  %.63.i.i = fptrunc double %"$phi68.5.2.0.i19.i" to float
  %.66.i.i = inttoptr i64 %.274 to ptr
  store float %.63.i.i, ptr %.66.i.i, align 4
  br label %helper_29.exit
helper_29.exit: ; preds = %helper_30.exit.i, %helper_31.exit.i
  %.190 = icmp sgt i64 %.137.153, 0
  %.199 = sext i1 %.190 to i64
  %.137.1 = add nsw i64 %.137.153, %.199
  %.203 = zext i1 %.190 to i64
  %.134.1 = add i64 %.134.154, %.203
  br i1 %.190, label %B226, label %B420
B420:                                             ; preds = %helper_29.exit, %entry
  store i64 0, ptr %retptr, align 8
  ret void
}
define i64 @sweep_region_finish(i64 %.1, i64 %.2) local_unnamed_addr {
entry:
  %.4 = alloca i64, align 8
  store i64 0, ptr %.4, align 8
  call fastcc void @helper_39(ptr %.4, i64 %.1, i64 %.2)
  %.18 = load i64, ptr %.4, align 8
  ret i64 %.18
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
