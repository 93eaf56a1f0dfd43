# calculix.awk: results of CalculiX in plate.dat at each time: the force on the
# upper edge of a plate of unit thickness, and stresses xx yy at the Gauss
# points next to the ligament, with their positions.
/time/ { what = $1; seen = 0; next }
!NF { next }
what == "total" { printf "force %.12g\n", $2/1e6 }
$2 > 2 { next }
what == "stresses" { stress[seen++] = $3 " " $4 }
what == "global" { print "stress", stress[seen++], $3 }
