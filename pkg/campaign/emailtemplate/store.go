package emailtemplate

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
)

// Keys, all in table campaign:
//
//	ETPL#<id> / T                     the template
//	ETPL#<id> / V#<number>            its versions, of which the last keptVersions are there
//	ETPLN#<tenant> / N                how many templates a customer has
//	L#emailtemplate#<scope> / <id>    the list rows, which hold all that is shown but the design
const table = "campaign"

func key(id string) store.Key { return store.Key{Table: table, PK: "ETPL#" + id, SK: "T"} }

const versionPrefix = "V#"

func versionKey(id string, number int64) store.Key {
	return store.Key{Table: table, PK: "ETPL#" + id, SK: fmt.Sprintf("%s%08d", versionPrefix, number)}
}

func countKey(tenant string) store.Key {
	return store.Key{Table: table, PK: "ETPLN#" + tenant, SK: "N"}
}

var templates = store.List[Template]{Table: table, Entity: "emailtemplate", ByTime: true, Columns: []store.Column[Template]{
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name",
		Get: func(t *Template) any { return t.Name }},
	{Name: "subject", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "emailtemplate.column.subject",
		Get: func(t *Template) any { return t.Subject }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{Enabled, Disabled}, Title: "status",
		Dict: "emailtemplate_status", Get: func(t *Template) any { return t.Status }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(t *Template) any { return t.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(t *Template) any { return t.CustomerName }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(t *Template) any { return t.CreateTime }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Title: "updated", Get: func(t *Template) any { return t.UpdateTime }},
}}

// list declares the list.
func (s *Service) list() list.List[Template] {
	return list.List[Template]{List: templates, DB: s.DB, Path: base, Perm: perm + ":page",
		Summary: "List email templates in the caller's scope",
		Show: func(_ context.Context, rows []Template) error {
			for i := range rows {
				rows[i].show()
			}
			return nil
		},
		File: list.File{Name: "emailtemplate", Perm: perm + ":export", Summary: "Export the matching email templates as xlsx or CSV"}}
}

// show completes a row: no placeholder is an empty list.
func (t *Template) show() {
	if t.Placeholders == nil {
		t.Placeholders = []string{}
	}
}

// Store gives orders their designs. It needs nothing but the rows, so workers have one.
type Store struct{ DB store.DB }

// Content is a template as an order starts from it.
type Content struct {
	ID, Name, Subject string
	Version           int64
	Design            *emaildesign.Design
}

// Load gives the present version of a template. Faults: 404 for an id that the scope does not see, emailtemplate.disabled for a template
// that new orders cannot use.
func (b *Store) Load(ctx context.Context, scope auth.Scope, id string) (*Content, error) {
	e, err := b.find(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	if e.Status != Enabled {
		return nil, fault.Bad("templateId", "emailtemplate.disabled", "name", e.Name)
	}
	v, err := b.version(ctx, id, e.Version)
	if err != nil {
		return nil, err
	}
	d, err := unpack(v.Packed)
	return &Content{ID: id, Name: e.Name, Subject: v.Subject, Version: v.Number, Design: d}, err
}

// find reads a template in a scope; the 404 fault for any other id.
func (b *Store) find(ctx context.Context, scope auth.Scope, id string) (*entity, error) {
	if len(id) != ulid {
		return nil, fault.Missing()
	}
	rows, err := b.DB.GetMany(ctx, []store.Key{templates.Key(string(scope), id), key(id)}, true)
	if err != nil {
		return nil, err
	}
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	var e entity
	_, err = store.Decode(rows[1], &e)
	e.show()
	return &e, err
}

// ulid is how long an id is.
const ulid = 26

// version reads a version; the 404 fault for one that is not kept.
func (b *Store) version(ctx context.Context, id string, number int64) (*version, error) {
	v, ok, err := store.Load[version](ctx, b.DB, versionKey(id, number), true)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.Missing()
	}
	return &v, nil
}

// write gives the operations that store a new version: the template, what it says now, its rows in the lists, and what is no longer kept.
func (e *entity) write(v *version, only store.Cond) []store.Op {
	ops := []store.Op{{Verb: store.Put, Key: key(e.ID), Item: e, If: only}}
	if v != nil {
		ops = append(ops, store.Op{Verb: store.Put, Key: versionKey(e.ID, v.Number), Item: v})
		if v.Number > keptVersions {
			ops = append(ops, store.Op{Verb: store.Delete, Key: versionKey(e.ID, v.Number-keptVersions)})
		}
	}
	return ops
}

// pack compresses a design.
func pack(d *emaildesign.Design) (packed []byte, err error) {
	raw, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err = w.Write(raw); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

func unpack(packed []byte) (*emaildesign.Design, error) {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, err
	}
	var d emaildesign.Design
	err = json.Unmarshal(raw, &d)
	return &d, err
}
