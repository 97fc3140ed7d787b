// Package lov is the definitions of pickers (lists of values): which of the system's lists a picker reads, which columns and
// search fields it shows and what it gives (platform-services §3–§7). Those of the product are data, shipped.json; an admin
// changes them and adds others.
package lov

import (
	"encoding/json"
	"slices"
	"time"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
)

// Tags of search fields (platform-services §3).
const (
	InputText   = "INPUT_TEXT"
	InputNumber = "INPUT_NUMBER"
	Select      = "SELECT"
	DictSelect  = "DICT_SELECT"
)

// Preview is the keyword under which the console tries a definition before it is saved (platform-services §4). It is none of the server's.
const Preview = "local_preview"

// Definition of a picker (platform-services §3).
type Definition struct {
	ID          string               `json:"id,omitempty" doc:"The keyword."`
	Keyword     string               `json:"keyword" example:"customer"`
	Title       string               `json:"title" maxLength:"60" doc:"Title in the caller's language, if languages contains it."`
	Languages   map[i18n.Lang]string `json:"languages,omitempty"`
	Position    string               `json:"position" enum:"query,body" doc:"Where the list takes its parameters. body for POST only."`
	Key         string               `json:"key" doc:"Field that identifies a row." example:"userId"`
	RetField    string               `json:"retField,omitempty" doc:"Field that is the value of the picker. Empty: key."`
	Ret         string               `json:"ret,omitempty" doc:"Field that the picker shows for chosen rows. Empty: retField." example:"name"`
	FixedParams string               `json:"fixedParams,omitempty" maxLength:"2000" doc:"JSON object: parameters of every request." example:"{\"type\":\"2\"}"`
	Multiple    bool                 `json:"multiple" required:"false"`
	URL         string               `json:"url" maxLength:"200" doc:"Path of a list of this API, below /api." example:"/aty/customerinfo/page"`
	Method      string               `json:"method" enum:"GET,POST"`
	BodyList    []Column             `json:"bodyList" minItems:"1" maxItems:"20"`
	SearchList  []Search             `json:"searchList,omitempty" maxItems:"20"`
	UpdateTime  time.Time            `json:"updateTime,omitempty"`
}

// Column of a picker's table.
type Column struct {
	Field     string               `json:"field"`
	Title     string               `json:"title" maxLength:"60"`
	Languages map[i18n.Lang]string `json:"languages,omitempty"`
	Index     int                  `json:"index" required:"false" doc:"Position, ascending. Equal positions keep the order of the list."`
	Property  string               `json:"property,omitempty" maxLength:"2000" doc:"JSON object: properties of the table column."`
	DictCode  string               `json:"dictCode,omitempty" doc:"Dictionary of the values."`
	AdminShow bool                 `json:"adminShow,omitempty" doc:"Hidden from first-level and secondary users."`
}

// Search is a search field of a picker.
type Search struct {
	Field       string               `json:"field"`
	Tag         string               `json:"tag" enum:"INPUT_TEXT,INPUT_NUMBER,SELECT,DICT_SELECT"`
	Label       string               `json:"label" maxLength:"60"`
	Languages   map[i18n.Lang]string `json:"languages,omitempty" doc:"Label by language."`
	Placeholder string               `json:"placeholder,omitempty" maxLength:"60"`
	DictCode    string               `json:"dictCode,omitempty" doc:"Required for DICT_SELECT."`
	Min         *int                 `json:"min,omitempty" doc:"For INPUT_NUMBER. Default: 1."`
	Max         *int                 `json:"max,omitempty"`
	Options     []Option             `json:"options,omitempty" maxItems:"100" doc:"Required for SELECT."`
	AdminShow   bool                 `json:"adminShow,omitempty" doc:"Only for admins and agents."`
}

// Option of a SELECT.
type Option struct {
	Label string `json:"label" minLength:"1" maxLength:"60"`
	Value string `json:"value" maxLength:"100"`
}

// Shipped are the definitions of the product by keyword.
type Shipped map[string]Definition

// Read reads the definitions of modules. It panics when a file is damaged: the files are part of the program.
func Read(rooms ...moduleparts.Parts) Shipped {
	all := Shipped{}
	for _, file := range moduleparts.All(rooms, "pickers.json") {
		var list []Definition
		if err := json.Unmarshal(file, &list); err != nil {
			panic(err)
		}
		for _, d := range list {
			d.ID = d.Keyword
			all[d.Keyword] = d
		}
	}
	return all
}

// in gives a definition with its texts in a language.
func (d Definition) in(lang i18n.Lang) Definition {
	pick := func(text string, languages map[i18n.Lang]string) string {
		if t := languages[lang]; t != "" {
			return t
		}
		return text
	}
	d.Title = pick(d.Title, d.Languages)
	d.BodyList, d.SearchList = slices.Clone(d.BodyList), slices.Clone(d.SearchList)
	for i, c := range d.BodyList {
		d.BodyList[i].Title = pick(c.Title, c.Languages)
	}
	for i, s := range d.SearchList {
		d.SearchList[i].Label = pick(s.Label, s.Languages)
	}
	slices.SortStableFunc(d.BodyList, func(a, b Column) int { return a.Index - b.Index })
	if d.SearchList == nil {
		d.SearchList = []Search{}
	}
	if d.RetField == "" {
		d.RetField = d.Key
	}
	if d.Ret == "" {
		d.Ret = d.RetField
	}
	return d
}
