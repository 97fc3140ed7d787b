package testkit

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Updating reports whether the test runs with -update.
func Updating() bool { return *update }

// Golden compares text with testdata/<name>.golden, or writes it when the test runs with -update.
func Golden(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (write it with -update)", err)
	}
	if string(want) != text {
		t.Errorf("%s differs:\n%s", path, firstDifference(string(want), text))
	}
}

func firstDifference(want, have string) string {
	w, h := strings.Split(want, "\n"), strings.Split(have, "\n")
	line := func(lines []string, i int) string {
		if i < len(lines) {
			return lines[i]
		}
		return "(end)"
	}
	for i := 0; ; i++ {
		if line(w, i) != line(h, i) {
			var b strings.Builder
			for j := max(0, i-3); j < i; j++ {
				fmt.Fprintf(&b, "  %s\n", w[j])
			}
			for j := i; j < min(i+8, max(len(w), len(h))); j++ {
				fmt.Fprintf(&b, "- %s\n+ %s\n", line(w, j), line(h, j))
			}
			return fmt.Sprintf("line %d\n%s", i+1, b.String())
		}
	}
}

// Story is a list of calls in a golden file, each with its answer, the rows it wrote and the tasks it queued.
type Story struct {
	t      testing.TB
	env    *Env
	text   strings.Builder
	names  *names
	before map[string]row
}

// Tell starts a story. At the end of the test it is compared with testdata/<test>.golden.
func Tell(t testing.TB, e *Env) *Story {
	t.Helper()
	s := &Story{t: t, env: e, names: newNames(e.Now), before: e.rows(t)}
	s.Name(e.Address, "address")
	e.Sent.Take()
	t.Cleanup(func() {
		if !t.Failed() {
			Golden(t, strings.ReplaceAll(t.Name(), "/", "-"), s.text.String())
		}
	})
	return s
}

// Name shows a value, an id for instance, under a name of its own.
func (s *Story) Name(value, name string) { s.names.set(value, name) }

// Step makes a call and records its answer and its effects.
func (s *Story) Step(title string, c *Client, method, path string, body any) *Answer {
	s.t.Helper()
	a := c.Do(method, path, body)
	fmt.Fprintf(&s.text, "# %s\n", title)
	s.line("%s /api%s as %s", method, path, c.Name)
	if body != nil {
		s.json(body)
	}
	s.line("→ %d%s", a.Status, retryAfter(a))
	s.json(json.RawMessage(a.Raw))
	s.effects()
	s.text.WriteString("\n")
	return a
}

// Work runs the tasks of a queue as a step of the story.
func (s *Story) Work(title, queueName string, run func()) {
	s.t.Helper()
	fmt.Fprintf(&s.text, "# %s\n", title)
	s.line("queue %s", queueName)
	run()
	s.effects()
	s.text.WriteString("\n")
}

func retryAfter(a *Answer) string {
	if v := a.Header.Get("Retry-After"); v != "" {
		return ", Retry-After: " + v
	}
	return ""
}

func (s *Story) line(format string, args ...any) {
	s.text.WriteString(s.names.plain(fmt.Sprintf(format, args...)) + "\n")
}

func (s *Story) json(v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		s.t.Fatal(err)
	}
	s.line("%s", grants.ReplaceAllString(out.String(), `"permissions": "(those of the roles, see grants.golden)"`))
}

// grants are the permissions of a whole role: package app's golden file holds them, and a new module must not change every story.
var grants = regexp.MustCompile(`"permissions": \[(\s*"[^"]*",?){10,}\s*\]`)

func (s *Story) effects() {
	after := s.env.rows(s.t)
	keys := map[string]bool{}
	for k := range s.before {
		keys[k] = true
	}
	for k := range after {
		keys[k] = true
	}
	var rows, ledger []string
	for _, k := range sortedKeys(keys) {
		text := change(k, s.before[k], after[k])
		switch {
		case text == "":
		case strings.HasPrefix(k, "credit/"):
			ledger = append(ledger, text)
		default:
			rows = append(rows, text)
		}
	}
	s.before = after
	var tasks []string
	for _, m := range s.env.Sent.Take() {
		tasks = append(tasks, fmt.Sprintf("%s %s %s group=%s delay=%s", m.Queue, m.Kind, m.Body, m.Group, m.Delay))
	}
	s.section("rows", rows)
	s.section("ledger", ledger)
	s.section("queued", tasks)
}

func (s *Story) section(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	s.line("%s:", title)
	for _, l := range lines {
		s.line("  %s", l)
	}
}

type row map[string]any

// change is one line about a row: + made, - removed, ~ changed with its changed attributes.
func change(key string, old, now row) string {
	switch {
	case old == nil:
		return "+ " + key + " " + attributes(now, nil)
	case now == nil:
		return "- " + key
	}
	diff := attributes(now, old)
	if diff == "{}" {
		return ""
	}
	return "~ " + key + " " + diff
}

// attributes of a row as JSON, without those that are as before; a counter shows its step instead of its value, so that
// the order of tests does not matter.
func attributes(now, old row) string {
	out := map[string]any{}
	for k, v := range now {
		was, had := old[k]
		if had && fmt.Sprint(was) == fmt.Sprint(v) {
			continue
		}
		out[k] = v
	}
	for k := range old {
		if _, still := now[k]; !still {
			out[k] = nil
		}
	}
	if n, ok := out["n"].(float64); ok && len(now) == 1 {
		was, _ := old["n"].(float64)
		out["n"] = fmt.Sprintf("%+d", int(n-was))
	}
	b, err := json.Marshal(out)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// rows of all tables. Only tests look at all rows.
func (e *Env) rows(t testing.TB) map[string]row {
	t.Helper()
	if e.memory == nil {
		t.Fatal("a story is told in memory: testkit.Memory")
	}
	all := map[string]row{}
	for _, table := range manifest.Tables {
		for _, it := range e.memory.all(table.Name) {
			r := row{}
			if err := attributevalue.UnmarshalMap(it, &r); err != nil {
				t.Fatal(err)
			}
			key := fmt.Sprintf("%s/%s/%s", table.Name, r["pk"], r["sk"])
			// of a number: by the entity's id
			if part := strings.TrimRight(key, "01234567"); strings.HasSuffix(part, "/!") && len(key) == len(part)+1 {
				n, _ := r["n"].(float64)
				had, _ := all[part]["n"].(float64)
				all[part] = row{"n": had + n}
				continue
			}
			if strings.HasPrefix(key, "audit/") && !strings.HasPrefix(key, "audit/A#") {
				continue // repeats the record, for those who look for it by time or object
			}
			delete(r, "pk")
			delete(r, "sk")
			delete(r, store.MarkAttribute) // of another write each time
			for k, v := range r {
				if b, ok := v.([]byte); ok {
					r[k] = strconv.Itoa(len(b)) + " bytes"
				}
			}
			all[key] = r
		}
	}
	return all
}

func sortedKeys(m map[string]bool) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
