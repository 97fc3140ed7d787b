package archtest

import (
	"go/ast"
	"slices"
	"testing"
)

// realTime lists the files of the product that read the real clock, each with its reason. All others use an injected one.
var realTime = map[string]string{
	"pkg/kit/clock/clock.go":             "it is the real clock",
	"pkg/kit/config/secrets.go":          "AWS compares the time in a signature with its own",
	"pkg/kit/queue/wire/receive.go":      "a long poll waits in the real time",
	"pkg/kit/job/job.go":                 "the deadline of a context",
	"pkg/audience/suppression/batch.go":  "the deadline of a context",
	"pkg/campaign/dispatch/calllimit.go": "the deadline of a context",
	"pkg/provider/whatsapp/whatsapp.go":  "the deadline of a context",
	"pkg/kit/store/packs.go": "lists are package variables; whoever packs a row and whoever marks it as changed need the " +
		"same clock",
	"pkg/kit/store/packmake.go": "see packs.go",
	"pkg/kit/store/packread.go": "see packs.go",
}

// Rules read only the clock that was passed to them: otherwise a test cannot choose the time at which it runs.
func TestTheClockIsInjected(t *testing.T) {
	var used []string
	for _, s := range sources(t, "pkg") {
		if s.test() {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			e, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, name := selector(e); x == "time" && slices.Contains([]string{"Now", "Since", "Until"}, name) {
				used = append(used, s.path)
				if realTime[s.path] == "" {
					t.Errorf("%s: time.%s reads the real clock; take an injected one", s.at(n), name)
				}
			}
			return true
		})
	}
	for path := range realTime {
		if !slices.Contains(used, path) {
			t.Errorf("%s does not read the real clock: it needs no exception", path)
		}
	}
}

// clock.China is the only definition of the company's time zone: a second one may differ in its name or offset.
func TestTheZoneOfChinaIsDefinedOnce(t *testing.T) {
	for _, s := range sources(t, "pkg") {
		if s.path == "pkg/kit/clock/clock.go" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok {
				if x, name := selector(e); x == "time" && name == "FixedZone" {
					t.Errorf("%s: take clock.China", s.at(n))
				}
			}
			return true
		})
	}
}
