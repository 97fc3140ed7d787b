package setting

import (
	"context"
	"fmt"

	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the room's list as a file.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	export.Mount(a, d, export.List[Query, Value]{Name: "settings", Path: "/lop/system/config/export", Perm: "lop:config:edit", Summary: "The settings that match, as xlsx",
		Rows: func(ctx context.Context, in *Query) (export.Rows[Value], error) {
			rows, err := r.list(ctx, web.ListQuery(in))
			return export.Of(rows), err
		},
		Columns: []export.Column[Value]{
			{Title: "key", Value: func(e *Value) any { return e.Key }},
			{Title: "group", Dict: "setting_group", Value: func(e *Value) any { return e.Group }},
			{Title: "type", Dict: "setting_type", Value: func(e *Value) any { return e.Type }},
			{Title: "value", Value: func(e *Value) any { return fmt.Sprint(e.Value) }},
			{Title: "default", Value: func(e *Value) any { return fmt.Sprint(e.Default) }},
			{Title: "description", Value: func(e *Value) any { return e.Description }},
			{Title: "updated", Value: func(e *Value) any { return e.UpdateTime }},
			{Title: "operator", Value: func(e *Value) any { return e.Operator }},
		},
	})
}
