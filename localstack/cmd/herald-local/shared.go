package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
)

// writeShared writes a main that is every function's: it does what functions/<name>/main.go does for the name under which
// the cloud runs it.
func (p project) writeShared(file string, names []string) error {
	var out bytes.Buffer
	out.WriteString("// Code generated from functions/*/main.go. DO NOT EDIT.\npackage main\n\nimport (\n\"os\"\n\"strings\"\n\n\"herald/pkg/app\"\n\"herald/pkg/kit/sheet/excel\"\n)\n\n" +
		"func main() {\nname := strings.TrimPrefix(os.Getenv(\"AWS_LAMBDA_FUNCTION_NAME\"), os.Getenv(\"HERALD_NAME\")+\"-\")\n" +
		"switch name {\n")
	for _, name := range names {
		body, err := mainOf(p.path("functions", name, "main.go"))
		if err != nil {
			return fmt.Errorf("functions/%s: %w", name, err)
		}
		fmt.Fprintf(&out, "case %q:\n%s\n", name, body)
	}
	out.WriteString("default:\npanic(\"no function \" + name)\n}\n}\n")
	text, err := format.Source(out.Bytes())
	if err != nil {
		return err
	}
	return replaceFile(file, text, 0o644)
}

// mainOf is the statement of a function's main. A main that does more than call app would not be the same in a shared binary.
func mainOf(file string) (string, error) {
	fset := token.NewFileSet()
	source, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return "", errors.New("missing, but pkg/app/manifest names it")
	}
	if err != nil {
		return "", err
	}
	tree, err := parser.ParseFile(fset, file, source, 0)
	if err != nil {
		return "", err
	}
	for _, i := range tree.Imports {
		if i.Path.Value != `"herald/pkg/app"` && i.Path.Value != `"herald/pkg/kit/sheet/excel"` || i.Name != nil || len(tree.Decls) != 2 {
			return "", errors.New("main.go imports herald/pkg/app, maybe excel, and declares main, nothing else")
		}
	}
	main, ok := tree.Decls[1].(*ast.FuncDecl)
	if !ok || main.Name.Name != "main" || len(main.Body.List) != 1 {
		return "", errors.New("main is one call of app")
	}
	from, to := fset.Position(main.Body.List[0].Pos()).Offset, fset.Position(main.Body.List[0].End()).Offset
	return string(source[from:to]), nil
}
