package web

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Formats of an exported file.
const (
	XLSX = "xlsx"
	CSV  = "csv"
)

// columnsOnly is the format that asks for the columns of a file instead of the file.
const columnsOnly = "columns"

// FileLayout is what a caller asks of an exported file: its format, and the keys of its columns in their order. No columns are all.
type FileLayout struct {
	Format  string
	Columns []string
}

// Describes reports a request for the columns of a file instead of the file.
func (l FileLayout) Describes() bool { return l.Format == columnsOnly }

// layoutKey is the place of a request's FileLayout in its context.
type layoutKey struct{}

// maxFileColumns bounds the columns of a request: a file of a customer's own has at most so many.
const maxFileColumns = 200

// layoutParams adds the parameters of a FileLayout to an operation, and reads them before its handler runs.
func layoutParams(a *API, op *huma.Operation, keys []string) {
	format := &huma.Schema{Type: huma.TypeString, Enum: []any{XLSX, CSV, columnsOnly}, Default: XLSX}
	column := &huma.Schema{Type: huma.TypeString, MaxLength: new(100)}
	columns := &huma.Schema{Type: huma.TypeArray, Items: column, MaxItems: new(maxFileColumns)}
	for _, s := range []*huma.Schema{format, column, columns} {
		s.PrecomputeMessages()
	}
	known := "Repeatable. Columns of the file, in this order. Default: all. Columns: " + strings.Join(keys, ", ") + "."
	op.Parameters = append(op.Parameters,
		&huma.Param{Name: "format", In: "query", Schema: format,
			Description: "Format of the file. columns: the columns that the file can have, as JSON."},
		&huma.Param{Name: "columns", In: "query", Schema: columns, Explode: new(true), Description: known})
	op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		l, errs := layoutOf(ctx, format, columns)
		if len(errs) > 0 {
			a.writeHuma(ctx, a.humaError(ctx, http.StatusUnprocessableEntity, "", errs...))
			return
		}
		next(huma.WithValue(ctx, layoutKey{}, l))
	})
}

// layoutOf reads the layout of a request, and checks it by the schemas of its parameters.
func layoutOf(ctx huma.Context, format, columns *huma.Schema) (FileLayout, []error) {
	u := ctx.URL()
	asked := u.Query()
	l := FileLayout{Format: cmp.Or(asked.Get("format"), XLSX), Columns: asked["columns"]}
	all := make([]any, len(l.Columns))
	for i, c := range l.Columns {
		all[i] = c
	}
	var refused huma.ValidateResult
	for name, v := range map[string]any{"format": l.Format, "columns": all} {
		s := format
		if name == "columns" {
			s = columns
		}
		path := huma.NewPathBuffer([]byte{}, 0)
		path.Push("query")
		path.Push(name)
		huma.Validate(nil, s, path, huma.ModeWriteToServer, v, &refused)
	}
	return l, refused.Errors
}
