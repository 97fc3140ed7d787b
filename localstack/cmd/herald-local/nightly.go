package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// hostileStarts are shortly before a day, a month, a year or a clock changes: at +08:00, on a leap day, in the United States and in
// Europe. Package clocktest reads them.
var hostileStarts = []string{
	"2031-01-31T23:59:00+08:00", "2031-01-31T23:30:00+08:00", "2031-12-31T23:59:00+08:00",
	"2032-02-29T12:00:00+08:00", "2032-02-29T23:30:00+08:00",
	"2031-03-09T01:30:00-05:00", "2031-11-02T01:30:00-04:00", "2031-03-30T01:30:00+01:00", "2031-10-26T02:30:00+02:00",
}

// nightly runs the tests of pkg, or of the packages named, once at each hostile start time: shortly before a day, a month, a year or
// a clock changes. It needs no local cloud, because tests against one live in the real time. A start that fails does not keep the
// others from running. Without names it also renders the chart, which takes the library of Helm.
func nightly(ctx context.Context, p project, packages []string) error {
	var failures []error
	if len(packages) == 0 {
		packages = []string{"./pkg/..."}
		fmt.Println("== chart …")
		failures = append(failures, p.attached(ctx, p.path("deploy", "charttest"), cleanEnvironment(), "go", "test", "./..."))
	}
	for _, at := range hostileStarts {
		began := time.Now()
		fmt.Printf("== %s …\n", at)
		argv := append([]string{"go", "test", "-tags", tags, "-timeout", "30m"}, packages...)
		if err := p.attached(ctx, string(p), cleanEnvironment("HERALD_TEST_START="+at), argv...); err != nil {
			fmt.Printf("== HERALD_TEST_START=%s FAILED\n", at)
			failures = append(failures, err)
		}
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		fmt.Printf("== %s: %.0f s\n\n", at, time.Since(began).Seconds())
	}
	return errors.Join(failures...)
}
