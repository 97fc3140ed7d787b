package chainsim

import (
	"html/template"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// paidBlocks are mined when a button pays: as many as a receiver waits for by its own rule.
const paidBlocks = 12

// decimals of the true token.
var decimals = map[string]int{TRON: 6, Ethereum: 6, Omni: 8}

// pages serve GET /cashier, where a developer sends the token to an address by pressing a button, and the actions of
// the buttons.
func (s *Sim) pages() {
	s.Handle("GET /cashier", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		// An error means that the client is gone.
		_ = page().Execute(w, map[string]any{"Name": s.cfg.Kind, "To": r.URL.Query().Get("to"), "Head": s.at(-1).number, "Sent": s.newest(20)})
	})
	s.Handle("POST /cashier/pay", func(w http.ResponseWriter, r *http.Request) {
		to, units := strings.TrimSpace(r.PostFormValue("to")), unitsOf(r.PostFormValue("amount"), decimals[s.cfg.Kind])
		if to == "" || units == nil {
			http.Error(w, "an address and an amount are needed", http.StatusBadRequest)
			return
		}
		if s.cfg.Kind == Ethereum && !strings.HasPrefix(to, "0x") {
			http.Error(w, "addresses of Ethereum begin with 0x", http.StatusBadRequest)
			return
		}
		s.Send(false, Transfer{To: to, Units: units})
		s.AddBlocks(paidBlocks, 0)
		toCashier(w)
	})
	s.Handle("POST /cashier/mine", func(w http.ResponseWriter, _ *http.Request) {
		s.AddBlocks(paidBlocks, 0)
		toCashier(w)
	})
}

func toCashier(w http.ResponseWriter) {
	w.Header().Set("Location", "../cashier") // relative, because a prefix may stand before it
	w.WriteHeader(http.StatusSeeOther)
}

// unitsOf reads an amount of the token; nil for what is none or not above 0.
func unitsOf(text string, decimals int) *big.Int {
	whole, fraction, _ := strings.Cut(strings.TrimSpace(text), ".")
	if len(whole) > 12 || len(fraction) > decimals || strings.Trim(whole+fraction, "0123456789") != "" {
		return nil
	}
	units, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10)
	if !ok || units.Sign() <= 0 {
		return nil
	}
	return units
}

// line is a transfer on the page.
type line struct {
	Hash, To, Amount string
	Deep             int64
}

// newest are the last transfers, the newest first.
func (s *Sim) newest(most int) []line {
	all := s.all()
	var out []line
	for i := len(all) - 1; i >= 0 && len(out) < most; i-- {
		for _, t := range slices.Backward(all[i].list) {
			for _, m := range t.Transfers {
				out = append(out, line{s.shown(t.Hash), m.To, amountOf(m.Units, decimals[s.cfg.Kind]), int64(len(all) - i)})
			}
		}
	}
	return out[:min(most, len(out))]
}

func amountOf(units *big.Int, decimals int) string {
	text := units.String()
	if n := decimals + 1 - len(text); n > 0 {
		text = strings.Repeat("0", n) + text
	}
	cut := len(text) - decimals
	return strings.TrimSuffix(strings.TrimRight(text[:cut]+"."+text[cut:], "0"), ".")
}

func page() *template.Template {
	return template.Must(template.New("chain").Parse(
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{.Name}}: simulated chain</title>
<style>body{font:16px system-ui;max-width:64rem;margin:2rem auto;padding:0 1rem}td,th{padding:.3rem .8rem;text-align:left}code{overflow-wrap:anywhere}input{font:inherit;padding:.3rem}form{display:inline-block;margin:.3rem 0}</style></head>
<body><h1>{{.Name}}</h1><p>This chain is a simulator: nobody pays anything. Its head is block {{.Head}}; the button mines ` + strconv.Itoa(paidBlocks) + ` blocks behind the transfer.</p>
<form method="post" action="cashier/pay"><label>Address <input name="to" size="46" required value="{{.To}}"></label>
<label>USDT <input name="amount" size="10" required value="10"></label> <button>Pay</button></form>
<form method="post" action="cashier/mine"><button>Mine ` + strconv.Itoa(paidBlocks) + ` blocks</button></form>
<table><tr><th>Hash</th><th>To</th><th>USDT</th><th>Confirmations</th></tr>
{{range .Sent}}<tr><td><code>{{.Hash}}</code></td><td><code>{{.To}}</code></td><td>{{.Amount}}</td><td>{{.Deep}}</td></tr>{{end}}</table></body></html>`))
}
