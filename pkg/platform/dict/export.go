package dict

import (
	"context"

	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the room's list as a file.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	export.Mount(a, d, export.List[Query, Entry]{Name: "dictionaries", Path: "/system/dict/export", Perm: "system:dict:page", Summary: "The values that match, as xlsx",
		Rows: func(ctx context.Context, in *Query) (export.Rows[Entry], error) {
			rows, err := r.all(ctx, web.ListQuery(in))
			return export.Of(rows), err
		},
		Columns: []export.Column[Entry]{
			{Title: "dictCode", Value: func(e *Entry) any { return e.DictCode }},
			{Title: "value", Value: func(e *Entry) any { return e.Value }},
			{Title: "name", Value: func(e *Entry) any { return e.Name }},
			{Title: "valueType", Dict: "dict_value_type", Value: func(e *Entry) any { return e.ValueType }},
			{Title: "tagColor", Value: func(e *Entry) any { return e.Attributes.TagColor }},
			{Title: "textColor", Value: func(e *Entry) any { return e.Attributes.TextColor }},
			{Title: "sort", Value: func(e *Entry) any { return e.Sort }},
			{Title: "builtIn", Dict: "yes_no", Value: func(e *Entry) any { return e.BuiltIn }},
			{Title: "hidden", Dict: "yes_no", Value: func(e *Entry) any { return e.Hidden }},
			{Title: "updated", Value: func(e *Entry) any { return e.UpdateTime }},
			{Title: "operator", Value: func(e *Entry) any { return e.Operator }},
		},
	})
}
