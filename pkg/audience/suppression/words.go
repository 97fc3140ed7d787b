package suppression

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Word is what a recipient's message asks for.
type Word uint8

const (
	NoWord Word = iota
	StopWord
	StartWord
)

// phrases is what messages are compared with: the words that carriers and the FCC's rules name (facts §8), what people write in the
// product's languages, and words of single countries, which in another language may mean anything.
//
//go:embed words.tsv
var phrases string

// vocabulary is the phrases, read. A phrase is in the form of Plain.
type vocabulary struct {
	phrases    map[string]map[string][]string // kind → calling code, or * → phrases
	polite     []string
	signatures []string

	mu    sync.Mutex
	stops map[string]*pattern // compiled, by calling code of a country with words of its own
}

// words are read when the first message is: functions that read none need not carry what reads them.
func words() *vocabulary {
	known.Do(func() { known.vocabulary = read(phrases) })
	return known.vocabulary
}

var known struct {
	sync.Once
	*vocabulary
}

func read(table string) *vocabulary {
	v := &vocabulary{phrases: map[string]map[string][]string{}, stops: map[string]*pattern{}}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 || strings.HasPrefix(line, "#") {
			continue
		}
		for _, code := range strings.Fields(cells[1]) {
			for _, phrase := range strings.Split(cells[2], ";") {
				if v.phrases[cells[0]] == nil {
					v.phrases[cells[0]] = map[string][]string{}
				}
				v.phrases[cells[0]][code] = append(v.phrases[cells[0]][code], strings.TrimSpace(phrase))
			}
		}
	}
	v.polite, v.signatures = v.plain("polite", "*"), v.plain("signature", "*")
	return v
}

// plain are phrases without alternatives.
func (v *vocabulary) plain(kind, code string) []string {
	var out []string
	for _, p := range v.phrases[kind][code] {
		out = append(out, Plain(p))
	}
	return out
}

// local is the calling code among a number's first digits for which there are words; * when there are none.
func (v *vocabulary) local(number uint64, kind string) string {
	digits := format(number)
	for n := min(3, len(digits)); n > 0; n-- {
		if v.phrases[kind][digits[:n]] != nil {
			return digits[:n]
		}
	}
	return "*"
}

// Plain brings a message into the form in which words are compared. Full-width letters become plain, upper case
// becomes lower case, and accents are removed. Other characters than letters, marks and digits become a single space.
func Plain(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(strings.ToLower(norm.NFKC.String(text))) {
		switch {
		case r < 0x0370 && unicode.Is(unicode.Mn, r), r >= 0x0300 && r < 0x0370:
			// accents of Latin letters; the marks of other scripts are part of the word
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r) && r > 0x0370 && !unicode.Is(unicode.Variation_Selector, r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
		default:
			gap = true
		}
	}
	return norm.NFC.String(b.String())
}

const (
	longest   = 80      // characters of a message that is looked at: a word with politeness is short
	longestOf = 4 << 10 // bytes of a message with its signature
)

// Meaning of a message from a number: a stop or start word of the product's languages or of the number's country. A stop word may be
// repeated, with politeness around it and a signature below it; a start word has politeness alone.
func Meaning(text string, number uint64) Word {
	if len(text) > longestOf {
		return NoWord
	}
	v := words()
	plain := Plain(v.unsigned(text))
	if plain != "" && len([]rune(plain)) <= longest {
		stop := v.stop(v.local(number, "stop"))
		if stop.match(plain) || stop.match(squeeze(plain)) {
			return StopWord
		}
	}
	if plain = Plain(text); plain == "" || len([]rune(plain)) > longest {
		return NoWord
	}
	start := v.plain("start", "*")
	if code := v.local(number, "start"); code != "*" {
		start = slices.Concat(start, v.plain("start", code))
	}
	if slices.Contains(start, plain) || slices.Contains(start, v.bare(plain)) {
		return StartWord
	}
	return NoWord
}

// MeaningOf is the meaning of a tap on a button, whose payload counts like its text. A stop word in either holds.
func MeaningOf(text, payload string, number uint64) Word {
	word, hidden := Meaning(text, number), NoWord
	if payload != "" && word != StopWord {
		hidden = Meaning(payload, number)
	}
	if hidden == StopWord || word == NoWord {
		return hidden
	}
	return word
}

// squeeze writes a letter once that stands three times or more: "stoooop".
func squeeze(plain string) string {
	var b strings.Builder
	runes := []rune(plain)
	for i := 0; i < len(runes); {
		n := i
		for n < len(runes) && runes[n] == runes[i] {
			n++
		}
		if n-i == 2 {
			b.WriteRune(runes[i])
		}
		b.WriteRune(runes[i])
		i = n
	}
	return b.String()
}

// bare takes politeness off both ends.
func (v *vocabulary) bare(plain string) string {
	for again := true; again; {
		again = false
		for _, p := range v.polite {
			han := p[0] >= 0xE4 // Chinese stands without spaces
			for _, cut := range []func(string) (string, bool){
				func(s string) (string, bool) { rest, ok := strings.CutPrefix(s, p); return rest, ok },
				func(s string) (string, bool) { rest, ok := strings.CutSuffix(s, p); return rest, ok },
			} {
				rest, ok := cut(plain)
				if !ok || rest == "" || (!han && rest[0] != ' ' && rest[len(rest)-1] != ' ') {
					continue
				}
				if rest = strings.TrimSpace(rest); rest != "" {
					plain, again = rest, true
				}
			}
		}
	}
	return plain
}
