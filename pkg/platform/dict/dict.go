// Package dict is the dictionaries: codes with values that have a name in each language and a colour (platform-services §3, §4,
// §6). Those of the product are data, dict.tsv of the modules whose rows carry the codes; an admin renames, restyles and hides
// their values and adds its own values and dictionaries. A built-in value cannot be deleted: rows that carry it would lose their
// name.
package dict

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
)

// Types of a dictionary's values (platform-services §3). On the wire every value is a text.
const (
	Number  = 1
	String  = 2
	Boolean = 3
)

// Attributes of a value (platform-services §3). Colours are hex (#1890ff) or names of antd's presets.
type Attributes struct {
	Languages map[i18n.Lang]string `json:"languages,omitempty" dynamodbav:"l,omitempty" doc:"Name by language."`
	TagColor  string               `json:"tagColor,omitempty" dynamodbav:"t,omitempty" example:"geekblue"`
	TextColor string               `json:"textColor,omitempty" dynamodbav:"x,omitempty" example:"#1890ff"`
}

// item is a value as it is stored: all of the built-in ones, and those that an admin made or changed.
type item struct {
	Key     string     `dynamodbav:"k"` // the value of a built-in item, a ULID of an own one; never changes
	Value   string     `dynamodbav:"v"`
	Attr    Attributes `dynamodbav:"a"`
	Sort    int        `dynamodbav:"s"`
	Hidden  bool       `dynamodbav:"h,omitempty"`
	Created time.Time  `dynamodbav:"ca"`
	Updated time.Time  `dynamodbav:"ua"`
	By      string     `dynamodbav:"by"`
}

// own is what an admin made of a dictionary.
type own struct {
	Type  int    `dynamodbav:"t"`
	Items []item `dynamodbav:"i"`
}

// book is a dictionary of the product.
type book struct {
	valueType int
	items     []item
}

// find gives a built-in item.
func (b book) find(key string) (item, bool) {
	i := slices.IndexFunc(b.items, func(it item) bool { return it.Key == key })
	if i < 0 {
		return item{}, false
	}
	return b.items[i], true
}

const (
	sortStep = 10   // between two built-in values, so that own ones find a place
	sortOwn  = 1000 // of an own value that names none
)

// Shipped are the dictionaries of the product by code.
type Shipped map[string]book

// Read reads the dictionaries of modules: code, value type, value, the four names, tag colour. It panics when a file is damaged:
// the files are part of the program.
func Read(rooms ...moduleparts.Parts) Shipped {
	all := Shipped{}
	for line := range bytes.Lines(bytes.Join(moduleparts.All(rooms, "dict.tsv"), nil)) {
		f := strings.Split(strings.TrimSuffix(string(line), "\n"), "\t")
		if len(f) != 8 {
			panic(fmt.Sprintf("dict: a file is damaged at %q", line))
		}
		b := all[f[0]]
		b.valueType, _ = strconv.Atoi(f[1]) // a test holds it a known type
		b.items = append(b.items, item{Key: f[2], Value: f[2], Sort: sortStep * (len(b.items) + 1), Attr: Attributes{TagColor: f[7],
			Languages: map[i18n.Lang]string{i18n.ZhCN: f[3], i18n.EnUS: f[4], i18n.PtBR: f[5], i18n.ZhTW: f[6]}}})
		all[f[0]] = b
	}
	return all
}

// whole is a dictionary with what an admin made of it, in order; hidden values are among them.
func (all Shipped) whole(code string, o own) (valueType int, items []item) {
	b, shipped := all[code]
	valueType = o.Type
	if shipped {
		valueType = b.valueType
	}
	items = slices.Clone(b.items)
	for _, it := range o.Items {
		if i := slices.IndexFunc(items, func(b item) bool { return b.Key == it.Key }); i >= 0 {
			items[i] = it
		} else {
			items = append(items, it)
		}
	}
	slices.SortStableFunc(items, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Key, b.Key))
	})
	return valueType, items
}

// dictionaries reads what admins made of the dictionaries that exist; an unknown code is not in the answer.
func (r *Service) dictionaries(ctx context.Context, codes []string) (map[string]own, error) {
	kept, err := r.Overrides.Get(ctx, codes...)
	if err != nil {
		return nil, err
	}
	out := map[string]own{}
	for _, code := range codes {
		_, shipped := r.Shipped[code]
		o, mine := kept[code]
		if shipped || mine {
			out[code] = o
		}
	}
	return out, nil
}

// hash is that of a caller's view of a dictionary, by which a cache finds its copy outdated. It changes with the
// values, with the caller's permissions, and with the language of the names.
func hash(d Dictionary) string {
	text, err := json.Marshal(d.DictItems)
	if err != nil {
		panic(err) // plain structs
	}
	sum := sha256.Sum256(append(text, byte('0'+d.ValueType)))
	return hex.EncodeToString(sum[:16])
}
