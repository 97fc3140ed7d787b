package archtest

import (
	"bytes"
	"go/ast"
	"path/filepath"
	"regexp"
	"testing"
	"unicode/utf8"
)

const (
	widest     = 140 // columns of a line, a tab is one
	longestOf  = 60  // lines of a function's body without its comments
	parameters = 5
)

// whole are lines that cannot be broken: struct tags, pages and samples.
var whole = regexp.MustCompile("`(json|query|path|header|doc|dynamodbav|form|xml):\"|<[a-z]+[ >]")

// Lines, functions and signatures are short (CONTRIBUTING). The linter knows more rules; it runs in make check and make lint.
func TestLinesFunctionsAndSignaturesAreShort(t *testing.T) {
	for _, s := range sources(t, "pkg", "functions", "localstack", "bench", "internal", "tools") {
		if ast.IsGenerated(s.file) || s.test() || within(filepath.ToSlash(s.path), "internal") {
			continue
		}
		for i, line := range bytes.Split(s.text, []byte("\n")) {
			if n := utf8.RuneCount(line); n > widest && !whole.Match(line) {
				t.Errorf("%s:%d has %d columns; %d are allowed", s.path, i+1, n, widest)
			}
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			if n := linesOf(s, f); n > longestOf {
				t.Errorf("%s: %s has %d lines; %d are allowed", s.at(f), f.Name.Name, n, longestOf)
			}
			if n := f.Type.Params.NumFields(); n > parameters {
				t.Errorf("%s: %s has %d parameters; %d are allowed", s.at(f), f.Name.Name, n, parameters)
			}
		}
	}
}

// linesOf counts the lines between the braces of a function, but for those with a comment, as the linter does.
func linesOf(s source, f *ast.FuncDecl) int {
	first, last := s.fset.Position(f.Body.Lbrace).Line, s.fset.Position(f.Body.Rbrace).Line
	lines := last - first - 1
	for _, group := range s.file.Comments {
		if group.Pos() > f.Body.Lbrace && group.End() < f.Body.Rbrace {
			lines -= s.fset.Position(group.End()).Line - s.fset.Position(group.Pos()).Line + 1
		}
	}
	return lines
}

// The environment is read in one place (style 13).
func TestOnlyConfigReadsTheEnvironment(t *testing.T) {
	for _, s := range sources(t, "pkg", "functions") {
		if s.test() || within(filepath.ToSlash(s.path), "pkg/kit/config/"+filepath.Base(s.path)) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok {
				if x, sel := selector(e); x == "os" && (sel == "Getenv" || sel == "LookupEnv" || sel == "Environ" || sel == "ExpandEnv") {
					t.Errorf("%s reads the environment: use pkg/kit/config", s.at(n))
				}
			}
			return true
		})
	}
}
