package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
)

// figure is one line of architecture §9.
type figure struct {
	what, target, measured string
	ok                     bool
}

// most is a figure that must not exceed its target; format shows both. Nothing, less than nothing and what is no number are
// no measurement, and so never within the target.
func most(what, format string, target, measured float64) figure {
	return figure{what, "≤ " + fmt.Sprintf(format, target), fmt.Sprintf(format, measured), measured > 0 && measured <= target}
}

// least is a figure that must not be less than its target.
func least(what, format string, target, measured float64) figure {
	return figure{what, "≥ " + fmt.Sprintf(format, target), fmt.Sprintf(format, measured), measured >= target && !math.IsInf(measured, 0)}
}

// none is a figure of which there must be none.
func none(what string, measured int) figure {
	return figure{what, "0", fmt.Sprint(measured), measured == 0}
}

func table(figures []figure) string {
	var b strings.Builder
	wide := [3]int{len("figure"), len("target"), len("measured")}
	for _, f := range figures {
		for i, s := range []string{f.what, f.target, f.measured} {
			wide[i] = max(wide[i], len([]rune(s)))
		}
	}
	line := func(cells [3]string, mark string) {
		for i, c := range cells {
			b.WriteString(c + strings.Repeat(" ", wide[i]-len([]rune(c))+2))
		}
		b.WriteString(mark + "\n")
	}
	line([3]string{"figure", "target", "measured"}, "")
	for _, f := range figures {
		mark := "ok"
		if !f.ok {
			mark = "SHORT"
		}
		line([3]string{f.what, f.target, f.measured}, mark)
	}
	return b.String()
}

// machine names what the figures were measured on.
func machine() string {
	load, _ := os.ReadFile("/proc/loadavg") // nothing where there is none
	first, _, _ := strings.Cut(string(load), " ")
	return fmt.Sprintf("%d cores, %s, %s, %s/%s, load %s", runtime.NumCPU(), processor(), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		first)
}

func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if name, value, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
