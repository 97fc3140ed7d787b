package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
)

// formats reads bodies as JSON in which an object names each member once. The check of a body reads it into maps.
// Its use reads it into structs, which take a name in any case and join members that come twice: with two spellings
// of a name the one would be checked and the other used.
func formats() map[string]huma.Format {
	f := huma.DefaultJSONFormat
	f.Unmarshal = func(data []byte, into any) error {
		if err := json.Unmarshal(data, into); err != nil {
			return err
		}
		if _, checked := into.(*any); checked {
			return named(data)
		}
		return nil
	}
	return map[string]huma.Format{"application/json": f, "json": f}
}

// named refuses JSON, which is valid otherwise, in which a member stands twice.
func named(data []byte) error {
	type level struct {
		seen  map[string]bool // nil for a list
		value bool            // a member's value follows
	}
	var open []level
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return nil // the end, for it was read before
		}
		if d, ok := token.(json.Delim); ok && (d == '}' || d == ']') {
			open = open[:len(open)-1]
			continue
		}
		if n := len(open); n > 0 && open[n-1].seen != nil {
			o := &open[n-1]
			if !o.value {
				name, _ := token.(string)
				folded := strings.Map(fold, name)
				if o.seen[folded] {
					quoted := strconv.Quote(name)
					return errors.New("web.valid.twice" + mark + quoted[1:len(quoted)-1])
				}
				o.seen[folded], o.value = true, true
				continue
			}
			o.value = false
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{seen: map[string]bool{}})
		case json.Delim('['):
			open = append(open, level{})
		}
	}
}

// fold gives the same for all runes that encoding/json takes for one in a name.
func fold(c rune) rune {
	for {
		next := unicode.SimpleFold(c)
		if next <= c {
			return next
		}
		c = next
	}
}
