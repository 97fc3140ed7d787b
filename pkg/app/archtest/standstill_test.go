package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// held gives the places where a lock of package sync is held during a call that may take long: one with a context, a
// wait, a channel. Other callers then wait for the lock without a limit, longer than their own calls live;
// store.Mutex is the lock for that. A call without a context under a lock cannot reach beyond the process.
func held(s source) []string {
	var out []string
	ast.Inspect(s.file, func(n ast.Node) bool {
		var list []ast.Stmt
		switch b := n.(type) {
		case *ast.BlockStmt:
			list = b.List
		case *ast.CaseClause:
			list = b.Body
		case *ast.CommClause:
			list = b.Body
		}
		for i, stmt := range list {
			lock, name := lockCall(stmt)
			if name != "Lock" && name != "RLock" {
				continue
			}
			for _, after := range list[i+1:] {
				if unlocks(after, lock) {
					break
				}
				out = append(out, long(s, after, lock)...)
			}
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// lockCall takes x.mu.Lock() apart: the lock as it is written and the method; empty for any other statement.
func lockCall(stmt ast.Stmt) (lock, method string) {
	e, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return "", ""
	}
	c, ok := e.X.(*ast.CallExpr)
	if !ok || len(c.Args) > 0 {
		return "", ""
	}
	f, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	return written(f.X), f.Sel.Name
}

func unlocks(stmt ast.Stmt, lock string) bool {
	l, name := lockCall(stmt)
	return l == lock && (name == "Unlock" || name == "RUnlock")
}

func written(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return written(e.X) + "." + e.Sel.Name
	}
	return "?"
}

// long are the places within a statement that may take long. A go statement's goroutine does not hold the lock, nor
// does a branch that has released it.
func long(s source, stmt ast.Stmt, lock string) (out []string) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			back := slices.IndexFunc(n.List, func(st ast.Stmt) bool { return unlocks(st, lock) })
			for _, st := range n.List[:max(back, 0)] {
				out = append(out, long(s, st, lock)...)
			}
			return back < 0
		case *ast.GoStmt:
			return false
		case *ast.SelectStmt:
			tries := slices.ContainsFunc(n.Body.List, func(c ast.Stmt) bool { return c.(*ast.CommClause).Comm == nil })
			if !tries {
				out = append(out, s.at(n)+" waits under a lock")
			}
			return false
		case *ast.SendStmt:
			out = append(out, s.at(n)+" waits under a lock")
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				out = append(out, s.at(n)+" waits under a lock")
			}
		case *ast.CallExpr:
			x, sel := selector(n.Fun)
			if sel == "Sleep" || sel == "Wait" || sel == "RoundTrip" || slices.ContainsFunc(n.Args, isContext) && x != "context" {
				out = append(out, s.at(n)+" calls under a lock")
			}
		}
		return true
	})
	return out
}

// isContext recognises a context by its usual names in this codebase, and by its origin.
func isContext(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return strings.HasSuffix(strings.ToLower(e.Name), "ctx")
	case *ast.SelectorExpr:
		return e.Sel.Name == "ctx"
	case *ast.CallExpr:
		x, sel := selector(e.Fun)
		return x == "context" || sel == "Context"
	}
	return false
}

// No caller waits without a limit. No lock is held during calls outside the process. A goroutine that others wait for reports its end in a
// defer (sync.WaitGroup.Go), with any outcome.
func TestNoClockStandsStill(t *testing.T) {
	locks := 0
	for _, s := range sources(t, "pkg", "functions", "localstack") {
		locks += strings.Count(string(s.text), ".Lock()")
		for _, at := range held(s) {
			t.Error(at)
		}
		if s.test() || !strings.HasPrefix(s.path, "pkg/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if g, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s starts a goroutine by hand", s.at(g))
			}
			return true
		})
	}
	if locks == 0 {
		t.Fatal("there are no locks: this test looks at the wrong thing")
	}
}

// Negative control: locks held during long calls are found.
func TestLongLocksAreSeen(t *testing.T) {
	for body, want := range map[string]int{
		`b.mu.Lock(); defer b.mu.Unlock(); b.DB.Write(ctx, op)`:                       1,
		`b.mu.Lock(); if x { return b.DB.Get(ctx, k) }; b.mu.Unlock()`:                1,
		`b.mu.Lock(); b.n++; b.mu.Unlock(); b.DB.Write(ctx, op)`:                      0,
		`b.mu.RLock(); defer b.mu.RUnlock(); for { <-b.done }`:                        1,
		`b.mu.Lock(); defer b.mu.Unlock(); wg.Wait()`:                                 1,
		`b.mu.Lock(); select { case c <- 1: default: }; b.mu.Unlock()`:                0,
		`b.mu.Lock(); select { case c <- 1: case <-d: }; b.mu.Unlock()`:               1,
		`b.mu.Lock(); defer b.mu.Unlock(); f(req.Context())`:                          1,
		`if a { b.mu.Lock(); defer b.mu.Unlock(); f(s.ctx) }`:                         1,
		`b.mu.Lock(); c.mu.Unlock(); f(context.WithoutCancel(ctx), 1); b.mu.Unlock()`: 1,
		`b.mu.Lock(); if a { b.mu.Unlock(); f(ctx) }; b.n++; b.mu.Unlock()`:           0,
		`b.mu.Lock(); if a { f(ctx); b.mu.Unlock() }; b.n++; b.mu.Unlock()`:           1,
		`f(ctx); b.mu.Lock(); defer b.mu.Unlock(); b.m[1] = 2`:                        0,
		`switch { case a: b.mu.Lock(); f(ctx); b.mu.Unlock(); default: f(ctx) }`:      1,
		`b.mu.Lock(); go func() { f(ctx) }(); b.mu.Unlock()`:                          0,
	} {
		s := source{path: "x.go", fset: token.NewFileSet()}
		var err error
		if s.file, err = parser.ParseFile(s.fset, "x.go", "package x; func y() {\n"+strings.ReplaceAll(body, "; ", "\n")+"\n}", 0); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if got := held(s); len(got) != want {
			t.Errorf("%s: %v, want %d", body, got, want)
		}
	}
}
