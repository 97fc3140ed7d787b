// Command mail runs the simulators of email until SIGINT or SIGTERM: on one socket of HTTP Amazon SES below /ses, the control surface of
// the mail relay below /smtp and the development inbox below /inbox, and on a second socket the relay itself. Its first line on
// standard output is the address of the first.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"

	"herald/localstack/simulators/inbox"
	sessim "herald/localstack/simulators/ses"
	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sms"
	smtpsim "herald/localstack/simulators/smtp"
)

type all struct {
	*http.ServeMux
	ses    *sessim.Sim
	smtp   *smtpsim.Sim
	served sync.WaitGroup
}

// Close ends them.
func (a *all) Close() {
	a.ses.Close()
	a.smtp.Close()
	a.served.Wait()
}

func main() {
	var self, relay, verified string
	var s sessim.Config
	var m smtpsim.Config
	flag.StringVar(&self, "self", "", "address of this server, as the other side sees it")
	flag.StringVar(&relay, "relay", "127.0.0.1:0", "address on which the mail relay listens")
	flag.StringVar(&s.Topic, "topic", "", "ARN of the topic that tells what became of emails")
	flag.StringVar(&s.CallbackURL, "ses-callback", "", "address of the topic's notifications; empty sends none")
	flag.IntVar(&s.Rate, "ses-rate", 0, "emails a second; 0 is the default")
	flag.StringVar(&verified, "verified", "", "identities that SES has verified, divided by commas")
	flag.StringVar(&m.CallbackURL, "smtp-callback", "", "address to which messages of the return path are posted; empty posts none")
	flag.StringVar(&m.Secret, "smtp-secret", "local-return-path-secret", "secret that signs the posts")
	flag.IntVar(&m.Rate, "smtp-rate", 0, "emails a second; 0 is the default")
	sim.Main("mail simulators", func() sim.Simulator {
		store := inbox.NewStore()
		s.Inbox, m.Inbox, s.Self = store, store, self+"/ses"
		if verified != "" {
			s.Verified = strings.Split(verified, ",")
		}
		l, err := net.Listen("tcp", relay)
		if err != nil {
			fmt.Fprintln(os.Stderr, "mail simulators:", err)
			os.Exit(1)
		}
		a := &all{ServeMux: http.NewServeMux(), ses: sessim.New(s), smtp: smtpsim.New(m)}
		a.served.Go(func() {
			if err := a.smtp.Serve(l); err != nil {
				fmt.Fprintln(os.Stderr, "mail simulators:", err)
			}
		})
		sms.Below(a.ServeMux, "/ses", a.ses)
		sms.Below(a.ServeMux, "/smtp", a.smtp)
		sms.Below(a.ServeMux, "/inbox", store.Handler())
		a.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
			sim.JSON(w, http.StatusOK, map[string]string{"ses": self + "/ses", "smtp": self + "/smtp", "inbox": self + "/inbox/",
				"relay": l.Addr().String()})
		})
		return a
	})
}
