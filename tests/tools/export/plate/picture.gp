# picture.gp: the picture of docs/finite-elements.md from what both programs
# found with 16 elements: gnuplot picture.gp >plate.svg
set terminal svg size 760,360 font "sans-serif,13" background "white"
set encoding utf8
set multiplot layout 1,2
set grid linecolor "#dddddd"
set pointsize 0.5
set key top right
set xlabel "distance from the centre"
set ylabel "stress (MPa)"
set yrange [0:100]
plot "stresses.txt" using 1:2 with lines linecolor "#999999" title "elastic", \
     "" using 1:3 with points pointtype 7 linecolor "#999999" notitle, \
     "" using 1:4 with lines linecolor "#0060ad" title "creep, 10 s", \
     "" using 1:5 with points pointtype 7 linecolor "#0060ad" notitle, \
     "" using 1:6 with lines linecolor "#dd181f" title "creep, 100 s", \
     "" using 1:7 with points pointtype 7 linecolor "#dd181f" notitle
set key bottom right
set xlabel "time (s)"
set ylabel "force (MN/m)"
set yrange [20:28]
plot "pull.txt" using 1:2 with lines linecolor "#dd181f" title "OpenGeoSys", \
     "" using 1:3 with points pointtype 7 linecolor "#dd181f" title "CalculiX"
