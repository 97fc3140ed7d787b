package dict

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module (platform-services §7).
func (r *Service) Routes(a *web.API) {
	route := func(method, path, perm, summary string) web.Route {
		return web.Route{Method: method, Path: "/system/dict" + path, Perm: perm, Summary: summary}
	}
	web.Handle(a, route("GET", "/data", web.SignedIn,
		"Get dictionaries by code with the values that the caller can see. Unknown codes are ignored"), r.data)
	stale := route("POST", "/invalid-hash", web.SignedIn, "Check which cached dictionaries are outdated")
	stale.Asks = true
	web.Handle(a, stale, r.stale)
	list.Mount(a, r.list())
	web.Handle(a, route("GET", "/codes", "system:dict:page", "List the codes of all dictionaries"), r.codes)
	web.Handle(a, route("POST", "", "system:dict:add", "Add a value to an existing or a new dictionary"), r.post)
	web.Handle(a, route("PUT", "", "system:dict:edit", "Change a dictionary entry. The value of a built-in entry cannot be changed"), r.edit)
	web.Handle(a, route("PUT", "/{id}/reset", "system:dict:edit", "Reset a built-in value to its shipped name and appearance"), r.resetRoute)
	web.Handle(a, route("DELETE", "/{id}", "system:dict:del", "Delete a value. Built-in values can only be hidden"), r.remove)
}

// Item is a value of a dictionary as every caller gets it (platform-services §3).
type Item struct {
	ID         string     `json:"id"`
	DictCode   string     `json:"dictCode"`
	Value      string     `json:"value" doc:"Always a text. See valueType."`
	Name       string     `json:"name" doc:"Text in the caller's language."`
	ValueType  int        `json:"valueType" enum:"1,2,3" doc:"1 number, 2 string, 3 boolean."`
	Attributes Attributes `json:"attributes"`
}

// Dictionary is a code with its values in their order.
type Dictionary struct {
	DictCode  string `json:"dictCode"`
	HashCode  string `json:"hashCode" doc:"Changes with every change of the dictionary, including what the caller can see of it."`
	ValueType int    `json:"valueType" enum:"1,2,3"`
	DictItems []Item `json:"dictItems"`
}

// shown is a dictionary as the caller sees it: without hidden values.
func (r *Service) shown(ctx context.Context, code string, o own) Dictionary {
	p, lang := auth.Must(ctx), web.LangOf(ctx)
	valueType, items := r.Shipped.whole(code, o)
	d := Dictionary{DictCode: code, ValueType: valueType, DictItems: []Item{}}
	for _, it := range items {
		if !it.Hidden && sees(p, code, it.Value) {
			d.DictItems = append(d.DictItems, Item{code + "." + it.Key, code, it.Value, it.Attr.Languages[lang], valueType, it.Attr})
		}
	}
	d.HashCode = hash(d)
	return d
}

func (r *Service) data(ctx context.Context, in *struct {
	Codes []string `query:"dictCodes,explode" required:"true" doc:"Repeatable, or separated by commas."`
}) ([]Dictionary, error) {
	var codes []string
	for _, text := range in.Codes {
		for code := range strings.SplitSeq(text, ",") {
			if code = strings.TrimSpace(code); code != "" && !slices.Contains(codes, code) {
				codes = append(codes, code)
			}
		}
	}
	if len(codes) > maxAsked {
		return nil, fault.Bad("dictCodes", "web.valid.maxItems", "n", maxAsked)
	}
	known, err := r.dictionaries(ctx, codes)
	out := []Dictionary{}
	for _, code := range codes {
		if o, ok := known[code]; ok {
			out = append(out, r.shown(ctx, code, o))
		}
	}
	return out, err
}

func (r *Service) stale(ctx context.Context, in *struct {
	Body map[string]string `doc:"hashCode by dictCode."`
}) ([]string, error) {
	if len(in.Body) > maxHashes {
		return nil, fault.Bad("", "web.valid.maxItems", "n", maxHashes)
	}
	var codes []string
	for code := range in.Body {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	known, err := r.dictionaries(ctx, codes)
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, code := range codes {
		if o, ok := known[code]; !ok || r.shown(ctx, code, o).HashCode != in.Body[code] {
			out = append(out, code)
		}
	}
	return out, nil
}

// Entry is a value as admins see it.
type Entry struct {
	Item
	Sort       int        `json:"sort" doc:"Ascending."`
	BuiltIn    bool       `json:"builtIn"`
	Hidden     bool       `json:"hidden" doc:"The value is never returned."`
	Changed    bool       `json:"changed" doc:"A built-in value that differs from the shipped one."`
	CreateTime *time.Time `json:"createTime" doc:"Null: shipped with the product."`
	UpdateTime *time.Time `json:"updateTime" doc:"Null: not changed since shipping."`
	Operator   string     `json:"operator"`
}

func (r *Service) entryOf(code string, valueType int, it item) Entry {
	_, shipped := r.Shipped[code].find(it.Key)
	e := Entry{Item: Item{code + "." + it.Key, code, it.Value, it.Attr.Languages["en_US"], valueType, it.Attr}, Sort: it.Sort,
		BuiltIn: shipped, Hidden: it.Hidden,
		Changed: shipped && !it.Updated.IsZero(), Operator: it.By}
	if !it.Created.IsZero() {
		e.CreateTime = &it.Created
	}
	if !it.Updated.IsZero() {
		e.UpdateTime = &it.Updated
	}
	return e
}

// audited is what the audit log keeps of a value.
func audited(e *Entry) any {
	if e == nil {
		return nil
	}
	return map[string]any{"value": e.Value, "valueType": e.ValueType, "names": e.Attributes.Languages, "tagColor": e.Attributes.TagColor,
		"textColor": e.Attributes.TextColor, "sort": e.Sort, "hidden": e.Hidden}
}

// Request is a value as an admin writes it.
type Request struct {
	ID         string     `json:"id,omitempty" doc:"Id of the value to change."`
	DictCode   string     `json:"dictCode,omitempty" example:"customer_level"`
	Value      string     `json:"value" example:"3"`
	Name       string     `json:"name,omitempty" doc:"Name in the languages that attributes.languages does not contain."`
	ValueType  int        `json:"valueType,omitempty" enum:"0,1,2,3" doc:"1 number, 2 string, 3 boolean. The same in the whole dictionary. Required for a new dictionary."`
	Attributes Attributes `json:"attributes,omitempty"`
	Sort       *int       `json:"sort,omitempty" minimum:"0" maximum:"100000"`
	Hidden     *bool      `json:"hidden,omitempty"`

	by string // its writer
}

func (r *Service) post(ctx context.Context, in *struct{ Body Request }) (*web.Created, error) {
	w := in.Body
	w.by = auth.Must(ctx).Name
	if !codeForm.MatchString(w.DictCode) {
		return nil, fault.Bad("dictCode", "dict.code")
	}
	known, err := r.dictionaries(ctx, []string{w.DictCode})
	if err != nil {
		return nil, err
	}
	if _, ok := known[w.DictCode]; !ok && w.ValueType == 0 {
		return nil, fault.Bad("valueType", "dict.typeMissing")
	}
	_, after, err := r.put(ctx, w.DictCode, "", w)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, after.ID, nil, audited(&after))
	return &web.Created{ID: after.ID}, nil
}

func (r *Service) edit(ctx context.Context, in *struct{ Body Request }) (*web.Created, error) {
	w := in.Body
	w.by = auth.Must(ctx).Name
	code, key, ok := strings.Cut(w.ID, ".")
	if !ok || key == "" {
		return nil, fault.Missing()
	}
	if w.DictCode != "" && w.DictCode != code {
		return nil, fault.Bad("dictCode", "dict.codeFixed")
	}
	before, after, err := r.put(ctx, code, key, w)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, w.ID, audited(before), audited(&after))
	return &web.Created{ID: w.ID}, nil
}

type byID struct {
	ID string `path:"id" example:"order_status.3"`
}

func (r *Service) resetRoute(ctx context.Context, in *byID) (*web.Done, error) {
	code, key, _ := strings.Cut(in.ID, ".")
	before, after, err := r.reset(ctx, code, key)
	if err == nil {
		auditlog.Note(ctx, in.ID, audited(before), audited(&after))
	}
	return &web.Done{}, err
}

func (r *Service) remove(ctx context.Context, in *byID) (*web.Done, error) {
	code, key, _ := strings.Cut(in.ID, ".")
	gone, err := r.drop(ctx, code, key)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, audited(&gone), nil)
	return &web.Done{}, nil
}
