package archtest

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"herald/internal/testkit"
)

// source is a Go file, by its path within the repository.
type source struct {
	path string
	text []byte
	file *ast.File
	fset *token.FileSet
}

func (s source) test() bool { return strings.HasSuffix(s.path, "_test.go") }

func (s source) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", s.path, s.fset.Position(n.Pos()).Line)
}

// sources reads the Go files below folders of the repository; what is not there yet is left out.
func sources(t *testing.T, folders ...string) []source {
	t.Helper()
	var out []source
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || d.Name() == "cdk.out" || strings.HasPrefix(d.Name(), ".")):
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go"):
				return nil
			}
			s := source{fset: token.NewFileSet()}
			if s.text, err = os.ReadFile(path); err != nil {
				return err
			}
			if s.path, err = filepath.Rel(root, path); err != nil {
				return err
			}
			s.file, err = parser.ParseFile(s.fset, s.path, s.text, parser.ParseComments)
			out = append(out, s)
			return err
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no Go files in %v", folders)
	}
	return out
}

// selector gives the two names of x.Sel, empty for any other expression.
func selector(e ast.Expr) (x, sel string) {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	if id, ok := s.X.(*ast.Ident); ok {
		x = id.Name
	}
	return x, s.Sel.Name
}

// No package has an init function, or a client in a package variable.
func TestNoInitAndNoPackageClients(t *testing.T) {
	for _, s := range sources(t, "pkg", "functions", "localstack", "bench", "infra") {
		if s.test() {
			continue
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init function", s.at(f))
			}
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			ast.Inspect(g, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncLit:
					return false // it runs when it is called
				case *ast.CallExpr:
					if _, sel := selector(n.Fun); sel == "NewFromConfig" || sel == "NewHTTPClient" || sel == "LoadDefaultConfig" {
						t.Errorf("%s makes a client for the whole package", s.at(n))
					}
				case *ast.CompositeLit:
					if x, sel := selector(n.Type); x == "http" && (sel == "Client" || sel == "Transport") {
						t.Errorf("%s makes a client for the whole package", s.at(n))
					}
				}
				return true
			})
		}
	}
}

// longest is the maximum length of a Go file in lines.
const longest = 400

// Files of more lines are a list, so that each is seen in review; a file that became short again leaves it.
func TestFilesAreShort(t *testing.T) {
	var long []string
	for _, s := range sources(t, "pkg", "functions", "localstack", "bench", "infra", "internal", "tools") {
		lines := 0
		for scan := bufio.NewScanner(bytes.NewReader(s.text)); scan.Scan(); {
			lines++
		}
		if lines > longest && !ast.IsGenerated(s.file) {
			long = append(long, filepath.ToSlash(s.path)+"\n")
		}
	}
	slices.Sort(long)
	testkit.Golden(t, "long", strings.Join(long, ""))
}
