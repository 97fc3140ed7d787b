package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Most methods of a receiver, with those of embedded types, and most fields of a struct between two blank lines.
const (
	mostMethods = 90
	mostFields  = 15
)

// manyMethods and manyFields are the types that are larger, with what they may have. A type leaves the list when it is divided, and none
// is added.
var (
	manyMethods = map[string]int{"pkg/app.Env": 128}
	manyFields  = map[string]int{
		"account/balancereport.Row": 17, "account/customer.Row": 31, "app.Env": 19, "app.singletons": 38,
		"audience/contact.ImportStatus": 16, "audience/contact.Member": 16, "audience/contact.task": 20,
		"audience/screening.Run": 28, "audience/suppression.task": 18, "campaign/bulk.Detail": 18, "campaign/bulk.Request": 18,
		"campaign/call.Detail": 17, "campaign/group.Request": 23, "campaign/groupbuild.group": 27, "campaign/inbox.Answer": 17,
		"campaign/inbox.Conversation": 19, "campaign/inbox.Message": 18, "campaign/order.Detail": 16,
		"campaign/order.Order": 31, "campaign/order.Row": 24, "campaign/sender.Row": 25, "campaign/template.Template": 27,
		"campaign/voice.Recording": 22, "campaign/voice.Service": 16, "credit/ledger.Entry": 19, "credit/topup.Order": 22,
		"credit/topup.Recharge": 18, "credit/topup.Service": 19, "credit/topup.row": 17, "credit/usdt.Order": 22,
		"credit/usdt.OrderRow": 19, "credit/usdt.Service": 19, "credit/usdt.row": 16, "kit/config.Config": 26,
		"platform/notice.Post": 18, "platform/sysuser.Row": 22, "platform/user.User": 28, "provider.Profile": 32,
		"provider/whatsapp.message": 17,
	}
)

// compiled is a package with the file of its compiled types.
type compiled struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	Standard, DepOnly       bool
}

// A receiver answers to few methods, so that a reader can know all of them.
func TestReceiversAreSmall(t *testing.T) {
	c := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Standard,DepOnly", "./pkg/...")
	c.Dir = root
	var stderr bytes.Buffer
	c.Stderr = &stderr
	text, err := c.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	exports, checked := map[string]string{}, 0
	var ours []compiled
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p compiled
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if exports[p.ImportPath] = p.Export; !p.DepOnly {
			ours = append(ours, p)
		}
	}
	fset := token.NewFileSet()
	from := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range ours {
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		pkg, err := (&types.Config{Importer: from, Sizes: types.SizesFor("gc", "amd64")}).Check(p.ImportPath, fset, files, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range pkg.Scope().Names() {
			o, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || o.IsAlias() || types.IsInterface(o.Type()) {
				continue
			}
			checked++
			id := strings.TrimPrefix(p.ImportPath, "herald/") + "." + name
			if n := types.NewMethodSet(types.NewPointer(o.Type())).Len(); n > max(mostMethods, manyMethods[id]) {
				t.Errorf("%s answers to %d methods, promoted ones included: most are %d", id, n, mostMethods)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d types were found", checked)
	}
}

// A struct with many fields has them in groups with a blank line between them.
func TestFieldsAreGrouped(t *testing.T) {
	for _, s := range sources(t, "pkg") {
		if s.test() {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			d, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if st, ok := d.Type.(*ast.StructType); ok {
				id := strings.TrimPrefix(filepath.Dir(s.path), "pkg/") + "." + d.Name.Name
				if most := longestGroup(s, st); most > max(mostFields, manyFields[id]) {
					t.Errorf("%s: %s has %d fields without a group: most are %d", s.at(d), id, most, mostFields)
				}
			}
			return true
		})
	}
}

// longestGroup counts the fields of the largest group of a struct.
func longestGroup(s source, st *ast.StructType) (most int) {
	n, end := 0, 0
	for _, f := range st.Fields.List {
		begin := f.Pos()
		if f.Doc != nil {
			begin = f.Doc.Pos()
		}
		if s.fset.Position(begin).Line > end+1 {
			n = 0
		}
		n += max(1, len(f.Names))
		most, end = max(most, n), s.fset.Position(f.End()).Line
	}
	return most
}
