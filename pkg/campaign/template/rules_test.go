package template_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"herald/pkg/campaign/template"
	"herald/pkg/kit/fault"
)

// Each rule of WhatsApp for templates refuses its case by the field that violates it, before the provider is called.
func TestRulesOfWhatsApp(t *testing.T) {
	var cases []struct {
		Case, Field string
		Request     template.Request
	}
	raw, err := os.ReadFile("testdata/rules.json")
	if err == nil {
		err = json.Unmarshal(raw, &cases)
	}
	if err != nil || len(cases) < 40 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		w := c.Request
		w.Name, w.Category = c.Case, "MARKETING"
		if w.Language == "" {
			w.Language = "pt_BR"
		}
		if got := fields(w.Check(3, nil)); c.Field == "" && got != nil || c.Field != "" && !slices.Equal(got, []string{c.Field}) {
			t.Errorf("%s: refused are %q, not %q", c.Case, got, c.Field)
		}
	}
}

// A refusal names every invalid field.
func TestARefusalNamesAllFields(t *testing.T) {
	w := template.Request{Name: "x", Language: "pt_BR", Category: "UTILITY", Header: "*a*", Content: "{a}, oi", Footer: "🙂",
		Buttons: []template.Button{{Type: "reply"}, {Type: "url", Text: "Abrir", URL: "https://a.example/{sku}"},
			{Type: "phone", Text: "Ligar", Phone: "12"}},
		Placeholders: []template.Placeholder{{Name: "a", Content: "two\nlines"}}}
	want := []string{"header", "content", "footer", "buttons[0].text", "buttons[2].phone", "placeholders[0].content", "placeholders"}
	if got := fields(w.Check(3, nil)); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func fields(err error) []string {
	f := fault.As(err)
	if f == nil {
		return nil
	}
	var names []string
	for _, field := range f.Fields {
		names = append(names, field.Name)
	}
	return names
}
