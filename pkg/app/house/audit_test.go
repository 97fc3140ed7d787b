package house

import (
	"go/ast"
	"path/filepath"
	"strings"
	"testing"

	"herald/pkg/app"
	"herald/pkg/kit/web"
)

// room is the functions of a package and what its routes call.
type room struct {
	bodies   map[string][]ast.Node
	handlers map[string][]string // name of a handler → routes' source texts, as "METHOD:path end"
}

// Every state-changing route of the table tells the audit log what it changes: its handler, or what that calls in its own
// package, notes it. The line itself is written by web for every call that succeeds.
func TestEveryChangeIsAudited(t *testing.T) {
	rooms := map[string]*room{}
	for _, s := range sources(t, "pkg/platform", "pkg/credit", "pkg/account", "pkg/audience", "pkg/campaign") {
		if s.test() {
			continue
		}
		folder := filepath.Dir(s.path)
		r := rooms[folder]
		if r == nil {
			r = &room{bodies: map[string][]ast.Node{}, handlers: map[string][]string{}}
			rooms[folder] = r
		}
		r.read(s)
	}
	table := map[string]bool{}
	for _, route := range app.Routes() {
		if route.Method != "GET" && route.Perm != web.Public && !route.Asks {
			table[route.Method+":"+route.Path] = true
		}
	}
	for name := range table {
		method, path, _ := strings.Cut(name, ":")
		longest, noted := -1, false // a room writes the end of a path: the longest that fits is its own
		for _, r := range rooms {
			for handler, routes := range r.handlers {
				for _, text := range routes {
					m, tail, _ := strings.Cut(text, ":")
					if m != method || !strings.HasSuffix(path, tail) || len(tail) < longest {
						continue
					}
					noted = r.notes(handler, 2) || noted && len(tail) == longest
					longest = len(tail)
				}
			}
		}
		if !noted {
			t.Errorf("%s leaves nothing in the audit log: call audit.Note with what it changes (handler found: %t)", name, longest >= 0)
		}
	}
}

// read collects functions and calls of web.Handle.
func (r *room) read(s source) {
	for _, d := range s.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		r.bodies[fn.Name.Name] = append(r.bodies[fn.Name.Name], fn.Body)
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 3 || calledName(call) != "Handle" {
				return true
			}
			var words []string
			ast.Inspect(call.Args[1], func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok {
					words = append(words, strings.Trim(lit.Value, "`\""))
				}
				return true
			})
			ast.Inspect(call.Args[2], func(n ast.Node) bool {
				name := ""
				sel, ok := n.(*ast.SelectorExpr)
				if ok {
					name = sel.Sel.Name
				} else if x, is := n.(*ast.Ident); is {
					name = x.Name
				}
				if name != "" && len(words) > 1 {
					r.handlers[name] = append(r.handlers[name], words[0]+":"+words[1])
				}
				return !ok
			})
			return true
		})
	}
}

func calledName(call *ast.CallExpr) string {
	fun := call.Fun
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch x := fun.(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// notes reports whether a function, or one of the package that it calls, so many calls deep, notes a change.
func (r *room) notes(name string, deep int) bool {
	yes := false
	for _, body := range r.bodies[name] {
		ast.Inspect(body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || yes {
				return !yes
			}
			if x, ok := call.Fun.(*ast.SelectorExpr); ok && x.Sel.Name == "Note" {
				yes = true
				return false
			}
			if callee := calledName(call); deep > 0 && r.bodies[callee] != nil {
				yes = r.notes(callee, deep-1)
			}
			return !yes
		})
	}
	return yes
}
