package suppression

import (
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

// vocabulary are the words as Plain leaves them.
type vocabulary struct {
	// Words that hold everywhere: those that carriers and the FCC's rules name (facts §8), the four languages of the house, and the
	// quick replies that templates offer.
	stop, start []string
	// Words of single countries, by calling code: in another language they may mean anything.
	localStop, localStart map[string][]string
	// Words that may stand beside the word; anything else makes the message a text that merely contains it.
	polite []string
}

// words are read when the first message is: functions that read none need not carry what reads them.
func words() *vocabulary {
	known.Do(func() { known.vocabulary = read() })
	return &known.vocabulary
}

var known struct {
	sync.Once
	vocabulary
}

func read() vocabulary {
	spanishStop := fields("baja; alto; darse de baja; dar de baja; cancelar suscripcion; no molestar; detener; salir; parar")
	arabicStop := fields("توقف; الغاء; إلغاء; ايقاف; إيقاف")
	return vocabulary{
		stop: fields(`stop; stopall; stop all; unsubscribe; unsubscribe me; optout; opt out; quit; end; cancel; revoke; stop promotions; stop promotion; stop messages; remove me;
		parar; pare; sair; cancelar; descadastrar; cancelar inscricao; parar promocoes; nao quero receber; nao quero mais receber;
		退订; 退訂; 取消订阅; 取消訂閱; 停止; 停止订阅; 停止訂閱; 停止推广; 停止推廣; 停止促销; 停止促銷; 停止接收; 拒收; td; t d`),
		start: fields(`start; unstop; subscribe; resume; yes start; optin; opt in;
		iniciar; comecar; voltar; assinar; ativar; retomar;
		订阅; 訂閱; 恢复; 恢復; 恢复订阅; 恢復訂閱; 重新订阅; 重新訂閱; 开始; 開始; 接收`),
		localStop: map[string][]string{
			"33": fields("arret; stopper; desabonner; desinscrire"), "34": spanishStop, "39": fields("ferma; cancella; disiscrivi; basta"), "49": fields("stopp; abmelden; ende; abbestellen"),
			"43": fields("stopp; abmelden; ende; abbestellen"), "41": fields("stopp; abmelden; arret; ferma"), "31": fields("afmelden; stoppen"), "46": fields("stopp; avsluta"), "47": fields("stopp; avslutt"),
			"48": fields("wypisz; koniec; rezygnuje"), "52": spanishStop, "54": spanishStop, "56": spanishStop, "57": spanishStop, "51": spanishStop, "58": spanishStop, "593": spanishStop, "591": spanishStop,
			"595": spanishStop, "598": spanishStop, "502": spanishStop, "503": spanishStop, "504": spanishStop, "505": spanishStop, "506": spanishStop, "507": spanishStop,
			"62": fields("berhenti; henti; batal; unreg"), "60": fields("berhenti; henti; batal"), "63": fields("tigil; hinto"), "66": fields("หยุด; ยกเลิก"), "84": fields("dung; huy; tu choi"),
			"7": fields("стоп; отписаться; отмена"), "380": fields("стоп; відписатися"), "90": fields("dur; iptal; ret"), "91": fields("band; roko; बंद; रोको; स्टॉप"), "92": fields("band; roko; بند"),
			"20": arabicStop, "966": arabicStop, "971": arabicStop, "212": arabicStop, "962": arabicStop, "965": arabicStop, "974": arabicStop, "81": fields("停止; 解除; 配信停止"), "82": fields("수신거부; 중지; 거부"),
			"351": fields("remover; anular"), "55": fields("remover; descadastro; cancela; sai"), "972": fields("הסר; עצור"),
		},
		localStart: map[string][]string{
			"33": fields("demarrer; reprendre"), "34": fields("alta; iniciar; reanudar"), "52": fields("alta; reanudar"), "54": fields("alta; reanudar"), "56": fields("alta"), "57": fields("alta"), "51": fields("alta"),
			"49": fields("anmelden"), "62": fields("mulai; daftar"), "7": fields("старт"), "82": fields("수신동의"),
		},
		polite: fields(`please; pls; plz; thanks; thank you; thx; now; por favor; pf; obrigado; obrigada; grato; grata; gracias; merci; s il vous plait; bitte; danke; tolong; terima kasih;
	请; 請; 谢谢; 謝謝; 多谢; 多謝; 麻烦; 麻煩; sir; kindly`),
	}
}

func fields(list string) []string {
	var out []string
	for _, w := range strings.Split(list, ";") {
		out = append(out, Plain(w))
	}
	return out
}

// Plain brings a message into the form in which words compare: full-width letters to plain ones, small, without accents, and
// everything that is neither letter, mark nor digit a single space.
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

// longest is the most of a message that is looked at: a word with politeness is short.
const longest = 80

// Meaning of a message from a number: a stop or start word of the four languages or of the number's country, alone or with
// politeness around it.
func Meaning(text string, number uint64) Word {
	if len(text) > 4*longest {
		return NoWord
	}
	plain := Plain(text)
	if plain == "" || len([]rune(plain)) > longest {
		return NoWord
	}
	all := words()
	stop, start := all.stop, all.start
	digits := format(number)
	for n := 1; n <= min(3, len(digits)); n++ {
		stop = slices.Concat(stop, all.localStop[digits[:n]])
		start = slices.Concat(start, all.localStart[digits[:n]])
	}
	for _, form := range []string{plain, bare(plain)} {
		switch {
		case slices.Contains(stop, form):
			return StopWord
		case slices.Contains(start, form):
			return StartWord
		}
	}
	return NoWord
}

// bare takes politeness off both ends.
func bare(plain string) string {
	for again := true; again; {
		again = false
		for _, p := range words().polite {
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
