// Package clocktest gives tests the time at which their scenarios start, so that a test does not depend on the hour at
// which it runs.
package clocktest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"herald/pkg/kit/clock"
)

// Variable is the environment variable that moves the start of every scenario. Its value is in RFC 3339.
const Variable = "HERALD_TEST_START"

// usual is a Wednesday noon in China: no border of a day, week or month and no clock change is near. It lies in the future,
// because the lists of package store compare the age of rows with the real clock: rows of a test are new.
var usual = time.Date(2030, time.November, 13, 12, 0, 0, 0, clock.China)

var start = sync.OnceValue(func() time.Time {
	text := os.Getenv(Variable)
	if text == "" {
		return usual
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(fmt.Sprintf("%s is %q: it must be a time such as 2028-02-29T12:00:00+08:00", Variable, text))
	}
	return at
})

// Start is the time at which every scenario starts: a Wednesday noon at +08:00, or what HERALD_TEST_START says.
func Start() time.Time { return start().UTC() }

// Running makes a clock that shows Start now and runs as fast as the real one.
func Running() clock.Clock {
	began := time.Now()
	return func() time.Time { return Start().Add(time.Since(began)) }
}

// Bubble runs f in a synctest bubble whose time begins at Start.
func Bubble(t *testing.T, f func(*testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		Begin()
		f(t)
	})
}

// Begin moves the clock of a bubble that has just begun to Start.
func Begin() { time.Sleep(time.Until(Start())) }

// Borders are starts shortly before a day, a month or a clock changes: at +08:00, in a leap year, in the United States and in Europe.
var Borders = []string{
	"2031-01-31T23:30:00+08:00", "2032-02-29T12:00:00+08:00", "2032-02-29T23:30:00+08:00",
	"2031-03-09T01:30:00-05:00", "2031-11-02T01:30:00-04:00", "2031-03-30T01:30:00+01:00", "2031-10-26T02:30:00+02:00",
}

// AtBorders runs some tests of a package again at each of Borders, in a process of its own. It does nothing in a run that is at another
// start already.
func AtBorders(t *testing.T, tests string, flags ...string) {
	t.Helper()
	if os.Getenv(Variable) != "" {
		return
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range Borders {
		cmd := exec.CommandContext(t.Context(), program, append([]string{"-test.run", "^(" + tests + ")$"}, flags...)...)
		cmd.Env = append(os.Environ(), Variable+"="+at)
		if out, err := cmd.CombinedOutput(); err != nil || bytes.Contains(out, []byte("no tests to run")) {
			t.Errorf("%s=%s go test -run %q: %v\n%s", Variable, at, tests, err, out)
		}
	}
}
