package main

import (
	"context"
	"encoding/json"
	"fmt"
)

// mail is our side of the simulators of email: Amazon SES, a mail relay and the inbox that shows what both accept.
type mail struct {
	url      string
	relay    string
	process  *process
	Settings map[string]string `json:"settings"` // of the deployment, by their names in the manifest
}

// Our accounts at the email providers.
const (
	mailTopic, mailSet  = "arn:aws:sns:us-east-1:000000000000:herald-email", "herald"
	mailRate, relayRate = "500", "500"
	returnSecret        = "local-return-path-secret"
	returnDomain        = "bounces.herald.test"
	verifiedDomains     = "herald.test,shop.example"
)

// at is the address of one of them.
func (m mail) at(name string) string { return m.url + "/" + name }

// startMail starts all of them in one process, and tells the functions who they are to them. The functions of one deployment have both
// senders; SES is the default.
func (i *instance) startMail(ctx context.Context) (string, error) {
	port, err := freePort(i.ports.mail)
	if err != nil {
		return "", err
	}
	relay, err := freePort(i.ports.relay)
	if err != nil {
		return "", err
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	i.mail.url, i.mail.relay = "http://"+address, fmt.Sprintf("127.0.0.1:%d", relay)
	i.mail.process, err = launch(child{name: "the simulators of email", log: i.folder + "/simulator-mail.log", folder: string(i.project),
		env: cleanEnvironment()},
		i.path(".build", "simulator-mail"), "-listen", address, "-self", i.mail.url, "-relay", i.mail.relay, "-topic", mailTopic,
		"-ses-callback", i.public+"/api/hook/ses", "-ses-rate", mailRate, "-verified", verifiedDomains,
		"-smtp-callback", i.public+"/api/hook/smtp", "-smtp-secret", returnSecret, "-smtp-rate", relayRate)
	if err != nil {
		return "", err
	}
	if err := i.mail.process.ready(ctx, i.mail.url+"/"); err != nil {
		return "", err
	}
	i.mail.Settings = map[string]string{
		"ses.url": i.mail.at("ses"), "ses.configurationSet": mailSet, "ses.topics": mailTopic, "ses.certificates": i.mail.at("ses"),
		"ses.rate":     mailRate,
		"smtp.address": i.mail.relay, "smtp.security": "none", "smtp.returnDomain": returnDomain, "smtp.rate": relayRate,
	}
	secret, err := json.Marshal(map[string]any{"secrets": []string{returnSecret}})
	if err != nil {
		return "", err
	}
	return "simulators at " + i.mail.url + ", inbox at " + i.mail.at("inbox/"),
		i.keepSecrets(ctx, map[string]string{"mail/smtp": string(secret)})
}
