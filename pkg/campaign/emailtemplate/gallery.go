package emailtemplate

import (
	_ "embed"
	"encoding/json"
	"strings"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/i18n"
)

// Starter is a design to begin with.
type Starter struct {
	Key         string             `json:"key" enum:"newsletter,promotion,welcome,event,product,thanks"`
	Name        string             `json:"name"`
	Description string             `json:"description"`
	Subject     string             `json:"subject"`
	Design      emaildesign.Design `json:"design"`
}

// galleryFile has the designs, whose texts are names, and the texts by these names in the four languages. It is no message file, because
// only a request for the gallery reads it.
//
//go:embed gallery.json
var galleryFile []byte

type gallery struct {
	Starters []Starter                       `json:"starters"`
	Texts    map[string]map[i18n.Lang]string `json:"texts"`
}

// starters are the designs in a language.
func starters(lang i18n.Lang) ([]Starter, error) {
	var g gallery
	if err := json.Unmarshal(galleryFile, &g); err != nil {
		return nil, err
	}
	for i := range g.Starters {
		s := &g.Starters[i]
		in := speaker{g.Texts, lang, s.Key}
		s.Name, s.Description, s.Subject = in.text("@name"), in.text("@description"), in.text("@subject")
		s.Design.Version, s.Design.Language = 1, strings.ReplaceAll(string(lang), "_", "-")
		s.Design.Preheader = in.text(s.Design.Preheader)
		in.blocks(s.Design.Blocks)
	}
	return g.Starters, nil
}

// speaker replaces names of texts by the texts of a design.
type speaker struct {
	texts map[string]map[i18n.Lang]string
	lang  i18n.Lang
	key   string
}

// text replaces every @name, also within HTML, by the text of the design, or by one that all designs share.
func (s speaker) text(of string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(of, "@")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		end := strings.IndexFunc(rest, func(c rune) bool { return c < 'a' || c > 'z' })
		if end < 0 {
			end = len(rest)
		}
		words := s.texts[s.key+"."+rest[:end]]
		if words == nil {
			words = s.texts["all."+rest[:end]]
		}
		out.WriteString(words[s.lang])
		of = rest[end:]
	}
}

func (s speaker) blocks(all []emaildesign.Block) {
	for i := range all {
		b := &all[i]
		if b.Text != nil {
			b.Text.HTML = s.text(b.Text.HTML)
		}
		if b.Button != nil {
			b.Button.Label = s.text(b.Button.Label)
		}
		if b.Footer != nil {
			b.Footer.HTML = s.text(b.Footer.HTML)
		}
		s.blocks(b.Blocks)
		for j := range b.Columns {
			s.blocks(b.Columns[j].Blocks)
		}
	}
}
