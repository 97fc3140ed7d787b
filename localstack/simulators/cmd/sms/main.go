// Command sms runs the simulators of gateways of short messages and of a telephone provider on one socket until SIGINT or SIGTERM, each
// below its name: /aws is AWS End User Messaging, /twilio a gateway of Twilio's shape, /voice calls of Programmable Voice's
// shape, /polly voices that speak. Its first line on standard output is the address that it listens on.
package main

import (
	"flag"
	"net/http"

	awssmssim "herald/localstack/simulators/awssms"
	pollysim "herald/localstack/simulators/polly"
	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sms"
	twiliosim "herald/localstack/simulators/twilio"
	voicesim "herald/localstack/simulators/voice"
)

type all struct {
	*http.ServeMux
	parts []sim.Simulator
}

// Close ends them.
func (b *all) Close() {
	for _, p := range b.parts {
		p.Close()
	}
}

func main() {
	var self string
	var a awssmssim.Config
	var t twiliosim.Config
	var v voicesim.Config
	flag.StringVar(&self, "self", "", "address of this server, as the other side sees it")
	flag.StringVar(&a.Topic, "topic", "", "ARN of the topic that tells of deliveries")
	flag.StringVar(&a.CallbackURL, "aws-callback", "", "address of the topic's notifications; empty sends none")
	flag.StringVar(&a.Number, "aws-number", "+12065550100", "number that people answer to")
	flag.IntVar(&a.Rate, "aws-rate", 0, "messages a second; 0 is the default")
	flag.StringVar(&t.AccountSID, "account", "AC00000000000000000000000000000001", "account of the gateway")
	flag.StringVar(&t.AuthToken, "token", "local-twilio-token", "its secret: it signs in, and signs the callbacks")
	flag.StringVar(&t.InboundURL, "twilio-inbound", "", "address that is told what people answer; empty tells nobody")
	flag.StringVar(&t.Number, "twilio-number", "+12065550101", "number that people answer to")
	flag.StringVar(&t.Store, "twilio-store", "", "address at which the gateway gives the files that people send; empty: its own")
	flag.IntVar(&t.Rate, "twilio-rate", 0, "messages a second; 0 is the default")
	flag.StringVar(&v.Number, "voice-number", "+12065550102", "number that calls come from")
	flag.IntVar(&v.Rate, "voice-rate", 0, "calls a second; 0 is the default")
	flag.IntVar(&v.Lines, "voice-lines", 0, "calls at a time; 0 is the default")
	flag.Float64Var(&v.Speed, "voice-speed", 0, "how much faster than in life calls run; 0 is as in life")
	sim.Main("sms simulators", func() sim.Simulator {
		a.Self, t.Self = self+"/aws", self+"/twilio"
		v.AccountSID, v.AuthToken = t.AccountSID, t.AuthToken
		one, two, three, four := awssmssim.New(a), twiliosim.New(t), voicesim.New(v), pollysim.New(pollysim.Config{})
		mux := http.NewServeMux()
		sms.Below(mux, "/aws", one)
		sms.Below(mux, "/twilio", two)
		sms.Below(mux, "/voice", three)
		sms.Below(mux, "/polly", four)
		mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
			sim.JSON(w, http.StatusOK, map[string]string{"aws": self + "/aws", "twilio": self + "/twilio", "voice": self + "/voice",
				"polly": self + "/polly"})
		})
		return &all{mux, []sim.Simulator{one, two, three, four}}
	})
}
