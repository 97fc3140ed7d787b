// Command whatsapp runs the simulator of the WhatsApp Cloud API on a socket until SIGINT or SIGTERM.
// Its first line on standard output is the address that it listens on.
package main

import (
	"flag"

	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
)

func main() {
	var cfg whatsappsim.Config
	flag.StringVar(&cfg.Token, "token", "local-token", "bearer token that calls must carry")
	flag.StringVar(&cfg.AppSecret, "app-secret", "local-app-secret", "secret that signs the webhooks")
	flag.StringVar(&cfg.VerifyToken, "verify-token", "local-verify-token", "token of the webhook subscription")
	flag.StringVar(&cfg.PhoneNumberID, "phone-number-id", "106540352242922",
		"id of the sending number, or several: <id>[/<number>[/<messages a second>]],…")
	flag.StringVar(&cfg.WABAID, "waba-id", "102290129340398", "id of the business account")
	flag.StringVar(&cfg.WebhookURL, "webhook-url", "", "address of the webhooks; empty sends none")
	flag.IntVar(&cfg.Rate, "rate", whatsappsim.DefaultRate, "messages a second of the number")
	flag.Uint64Var(&cfg.Seed, "seed", 0, "seed of the random choices; 0 takes the time")
	sim.Main("whatsapp simulator", func() sim.Simulator { return whatsappsim.New(cfg) })
}
