package web

import (
	"reflect"
	"strings"

	"herald/pkg/kit/store"
)

// ListParams are the parameters of every list (decisions §1). Embed it in an input.
type ListParams struct {
	Current    int      `query:"current" minimum:"1" maximum:"1000000" default:"1" doc:"page, from 1"`
	Size       int      `query:"size" minimum:"1" maximum:"100" default:"10" doc:"rows a page"`
	SortFields []string `query:"sortFields,explode" doc:"repeated; default createTime"`
	SortOrders []string `query:"sortOrders,explode" enum:"ascend,descend" doc:"repeated, beside sortFields; default descend"`
}

// Page is the answer of every list.
type Page[T any] struct {
	Records []T `json:"records"`
	Total   int `json:"total"`
	Current int `json:"current"`
	Size    int `json:"size"`
	// More tells that a filter or another order looked at the newest rows alone (store.Budget).
	More bool `json:"more,omitempty" doc:"there are older rows that were not looked at: total and records are of the newest 10,000; narrow the filter"`
}

// Found makes an answer of a list's page.
func Found[T any](p ListParams, total store.Total, records []T) Page[T] {
	page := PageOf(p, total.N, records)
	page.More = total.More
	return page
}

// PageOf makes an answer; Records is never null.
func PageOf[T any](p ListParams, total int, records []T) Page[T] {
	if records == nil {
		records = []T{}
	}
	return Page[T]{Records: records, Total: total, Current: p.Current, Size: p.Size}
}

// Done is the answer of an action that has nothing to tell.
type Done struct{}

// Created is the answer of a creation.
type Created struct {
	ID string `json:"id"`
}

// ListQuery collects the parameters of a list input: its ListParams and every other string field with a query tag as a filter.
func ListQuery(in any) store.ListQuery {
	v := reflect.ValueOf(in).Elem()
	q := store.ListQuery{Filters: map[string]string{}}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if p, ok := v.Field(i).Interface().(ListParams); ok {
			q.Current, q.Size, q.SortFields, q.SortOrders = p.Current, p.Size, p.SortFields, p.SortOrders
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("query"), ",")
		if name != "" && f.Type.Kind() == reflect.String && v.Field(i).String() != "" {
			q.Filters[name] = v.Field(i).String()
		}
	}
	return q
}
