package paymentledger

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"

	"herald/localstack/simulators/sim"
)

// Pages serve GET /cashier, where a developer sees every order with a button that pays it, and the actions of the
// buttons.
func (b *Ledger) Pages(s *sim.Sim, name string, back func(Order) url.Values) {
	s.Handle("GET /cashier", func(w http.ResponseWriter, _ *http.Request) {
		orders := b.Orders()
		slices.Reverse(orders)
		b.Page(w, name, orders...)
	})
	s.Handle("POST /cashier/pay", func(w http.ResponseWriter, r *http.Request) {
		number := r.PostFormValue("number")
		if err := b.Pay(Payment{Number: number}); err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		o, err := b.Find(number)
		if err == nil && o.ReturnURL != "" {
			if u, err := url.Parse(o.ReturnURL); err == nil {
				query := u.Query()
				for k, v := range back(o) {
					query[k] = v
				}
				u.RawQuery = query.Encode()
				http.Redirect(w, r, u.String(), http.StatusSeeOther)
				return
			}
		}
		w.Header().Set("Location", "../cashier") // relative, because a prefix may stand before it
		w.WriteHeader(http.StatusSeeOther)
	})
}

// Page shows orders.
func (b *Ledger) Page(w http.ResponseWriter, name string, orders ...Order) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// An error means that the client is gone.
	_ = page().Execute(w, map[string]any{"Name": name, "Orders": orders})
}

func page() *template.Template {
	return template.Must(template.New("cashier").Parse(
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{.Name}}: simulated cashier</title>
<style>body{font:16px system-ui;max-width:52rem;margin:2rem auto}td,th{padding:.3rem .8rem;text-align:left}</style></head>
<body><h1>{{.Name}}</h1><p>This cashier is a simulator: nobody pays anything.</p>
<table><tr><th>Order</th><th>About</th><th>1/100</th><th>State</th><th></th></tr>
{{range .Orders}}<tr><td>{{.Number}}</td><td>{{.Subject}}</td><td>{{.Fen}} {{.Unit}}</td><td>{{.State}}</td><td>
{{if or (eq .State "open") (eq .State "scanned")}}<form method="post" action="cashier/pay"><input type="hidden" name="number" value="{{.Number}}"><button>Pay</button></form>{{end}}
</td></tr>{{end}}</table></body></html>`))
}
