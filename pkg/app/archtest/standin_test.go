package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A module calls another module itself, so that no test can replace it by something kinder: broken contracts between
// modules were hidden behind such stand-ins.

// declarations are the declarations of the modules' packages.
type declarations struct {
	ports   map[string][]string        // interface → its methods
	methods map[string][]string        // type → its methods
	hooks   map[string]map[string]bool // package.Type → its fields of a function's type
	at      map[string]string          // interface → place
}

// plain hooks are a process's own (time, ids, the log, texts of a call, the table of routes, bounds of the manifest), or
// report upwards (Changed, Ended, Tell): a test that listens replaces no module. Every other function comes from a module.
var plain = []string{"Now", "now", "NewID", "Log", "Text", "Table", "Changed", "Ended", "Tell", "Most"}

// upward are interfaces, and structs of functions, by which a module calls the modules above it, which it cannot import: the kinds'
// extensions of an order's life, the receivers of events, and the figures of all modules that the operations and status pages show.
var upward = []string{"order.Kind", "order.Intake", "order.Quote", "dispatch.Content", "dispatch.Renderer", "groupbuild.Plans",
	"export.Lister", "plan.Source", "webhook.Receiver", "inbound.ReplyReceiver", "orderkind.Kind", "orderkind.Sender", "orderkind.Builder",
	"orderkind.Receiver", "orderkind.EventReceiver", "order.DraftRow", "order.ChangeBody", "operation.Probes",
	"servicestatus.Service"}

var districtsOfRooms = []string{"pkg/platform", "pkg/credit", "pkg/account", "pkg/audience", "pkg/campaign"}

func declared(list []source) *declarations {
	r := &declarations{map[string][]string{}, map[string][]string{}, map[string]map[string]bool{}, map[string]string{}}
	for _, s := range list {
		pkg := s.file.Name.Name
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch d := n.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					name := pkg + "." + receiver(d.Recv.List[0].Type)
					r.methods[name] = append(r.methods[name], d.Name.Name)
				}
			case *ast.TypeSpec:
				r.typed(pkg+"."+d.Name.Name, d.Type, s.at(d))
			}
			return true
		})
	}
	return r
}

func (r *declarations) typed(name string, t ast.Expr, at string) {
	switch t := t.(type) {
	case *ast.InterfaceType:
		for _, m := range t.Methods.List {
			for _, n := range m.Names {
				r.ports[name] = append(r.ports[name], n.Name)
			}
		}
		r.at[name] = at
	case *ast.StructType:
		for _, f := range t.Fields.List {
			if _, ok := f.Type.(*ast.FuncType); !ok {
				continue
			}
			for _, n := range f.Names {
				if r.hooks[name] == nil {
					r.hooks[name] = map[string]bool{}
				}
				r.hooks[name][n.Name] = !slices.Contains(plain, n.Name) && !slices.Contains(upward, name) && !adapter(f.Type.(*ast.FuncType))
			}
		}
	}
}

// adapter reports functions that create a provider's adapter, which is no module. Tests use real adapters, or none.
func adapter(f *ast.FuncType) bool {
	if f.Results == nil || len(f.Results.List) == 0 {
		return false
	}
	pkg, _ := selector(f.Results.List[0].Type)
	return pkg == "provider"
}

func receiver(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// replaceable returns the interfaces that a module implements: a field of such a type could be given a stand-in.
func (r *declarations) replaceable() []string {
	var out []string
	for port, wants := range r.ports {
		for _, has := range r.methods {
			met := len(wants) > 0
			for _, m := range wants {
				met = met && slices.Contains(has, m)
			}
			if met && !slices.Contains(upward, port) {
				out = append(out, port)
				break
			}
		}
	}
	slices.Sort(out)
	return out
}

// replaced returns the places where a test gives a module a function of its own instead of another module's.
func (r *declarations) replaced(s source) []string {
	own := map[string]bool{} // functions and methods that the test declares, and variables that it gives a literal
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch d := n.(type) {
		case *ast.FuncDecl:
			own[d.Name.Name] = true
		case *ast.AssignStmt:
			for i, v := range d.Rhs {
				if _, ok := v.(*ast.FuncLit); ok && i < len(d.Lhs) {
					if id, ok := d.Lhs[i].(*ast.Ident); ok {
						own[id.Name] = true
					}
				}
			}
		}
		return true
	})
	ours := func(e ast.Expr) bool {
		switch x := e.(type) {
		case *ast.FuncLit:
			return true
		case *ast.Ident:
			return own[x.Name]
		case *ast.SelectorExpr:
			_, isName := x.X.(*ast.Ident)
			return isName && own[x.Sel.Name]
		}
		return false
	}
	fields := map[string]bool{}
	for _, hooks := range r.hooks {
		for f, isRoom := range hooks {
			fields[f] = fields[f] || isRoom
		}
	}
	var out []string
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch d := n.(type) {
		case *ast.CompositeLit:
			name := typeName(s.file.Name.Name, d.Type)
			for _, e := range d.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if key, ok := kv.Key.(*ast.Ident); ok && r.hooks[name][key.Name] && ours(kv.Value) {
						out = append(out, s.at(kv)+" "+name+"."+key.Name)
					}
				}
			}
		case *ast.AssignStmt:
			for i, l := range d.Lhs {
				if sel, ok := l.(*ast.SelectorExpr); ok && fields[sel.Sel.Name] && i < len(d.Rhs) && ours(d.Rhs[i]) {
					out = append(out, s.at(d)+" "+sel.Sel.Name)
				}
			}
		}
		return true
	})
	return out
}

func typeName(pkg string, e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return strings.TrimSuffix(pkg, "_test") + "." + x.Name
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			return id.Name + "." + x.Sel.Name
		}
	case *ast.IndexExpr:
		return typeName(pkg, x.X)
	}
	return ""
}

func TestModulesCannotBeReplaced(t *testing.T) {
	var product, tests []source
	for _, s := range sources(t, districtsOfRooms...) {
		if s.test() {
			tests = append(tests, s)
		} else {
			product = append(product, s)
		}
	}
	r := declared(product)
	for _, port := range r.replaceable() {
		t.Errorf("%s: a module meets the interface %s: hold the module itself", r.at[port], port)
	}
	for _, s := range tests {
		for _, place := range r.replaced(s) {
			t.Errorf("%s stands in for a module of ours", place)
		}
	}
}

// Negative control: stand-ins of every kind are found, and nothing else.
func TestStandInsAreFound(t *testing.T) {
	read := func(name, text string) source {
		s := source{path: filepath.Join("pkg/x", name), text: []byte(text), fset: token.NewFileSet()}
		var err error
		if s.file, err = parser.ParseFile(s.fset, s.path, s.text, 0); err != nil {
			t.Fatal(err)
		}
		return s
	}
	setting := read("setting.go", `package setting; type Book struct{}; func (b *Book) Int(key string) (int, error) { return 0, nil }`)
	orders := read("orders.go", `package orders
type Settings interface { Int(key string) (int, error) }
type Carrier interface { Fly() }
type Service struct { Now func() int; Open func(code string) error; Settings Settings }`)
	r := declared([]source{setting, orders})
	if got := r.replaceable(); !slices.Equal(got, []string{"orders.Settings"}) {
		t.Errorf("replaceable: %v", got)
	}
	for text, want := range map[string]int{
		`package orders_test; var _ = orders.Service{Open: func(string) error { return nil }}`:                                               1,
		`package orders; var _ = &Service{Open: func(string) error { return nil }}`:                                                          1,
		`package orders_test; func calm(string) error { return nil }; var _ = orders.Service{Open: calm}`:                                    1,
		`package orders_test; func f() { calm := func(string) error { return nil }; _ = orders.Service{Open: calm} }`:                        1,
		`package orders_test; type w struct{}; func (w) Open(string) error { return nil }; func f(x w) { _ = orders.Service{Open: x.Open} }`: 1,
		`package orders_test; func f(r *orders.Service) { r.Open = func(string) error { return nil } }`:                                      1,
		`package orders_test; var _ = orders.Service{Now: func() int { return 1 }}`:                                                          0,
		`package orders_test; func f(b *country.Store) { _ = orders.Service{Open: b.Open} }`:                                                 0,
		`package orders_test; var _ = other.Service{Open: func(string) error { return nil }}`:                                                0,
	} {
		if got := r.replaced(read("a_test.go", text)); len(got) != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
