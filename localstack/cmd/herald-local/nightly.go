package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"herald/pkg/kit/clock/clocktest"
)

// nightly runs the tests of pkg, or of the packages named, once at each hostile start time: shortly before a day, a month, a year or
// a clock changes. It needs no local cloud, because tests against one live in the real time. A start that fails does not keep the
// others from running.
func nightly(ctx context.Context, p project, packages []string) error {
	if len(packages) == 0 {
		packages = []string{"./pkg/..."}
	}
	var failures []error
	for _, at := range clocktest.Hostile {
		began := time.Now()
		fmt.Printf("== %s …\n", at)
		argv := append([]string{"go", "test", "-timeout", "30m"}, packages...)
		if err := p.attached(ctx, string(p), cleanEnvironment(clocktest.Variable+"="+at), argv...); err != nil {
			fmt.Printf("== %s=%s FAILED\n", clocktest.Variable, at)
			failures = append(failures, err)
		}
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		fmt.Printf("== %s: %.0f s\n\n", at, time.Since(began).Seconds())
	}
	return errors.Join(failures...)
}
