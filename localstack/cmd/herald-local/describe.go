package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"herald/localstack/client"
)

// description is .local/dev.json.
type description = client.Dev

func (i *instance) describe() (description, error) {
	d := description{
		URL: i.public, API: i.public + "/api", WS: "ws" + strings.TrimPrefix(i.public, "http") + "/ws",
		Logins: map[string]client.Login{}, Simulators: map[string]string{"whatsapp": i.simURL, "money": i.money.url,
			"partner": i.money.url + "/partner", "workers": i.money.url + "/workers", "sms": i.texts.at("aws"),
			"twilio": i.texts.at("twilio"), "voice": i.texts.at("voice"), "polly": i.texts.at("polly"), "ses": i.mail.at("ses"),
			"smtp": i.mail.at("smtp"), "dns": i.names.URL},
		Inbox: i.mail.at("inbox/"),
	}
	d.Mail.Topic, d.Mail.Relay, d.Mail.ReturnDomain, d.Mail.Secret = mailTopic, i.mail.relay, returnDomain, returnSecret
	d.WhatsApp.AppSecret, d.WhatsApp.VerifyToken = i.what.Secrets["whatsapp/app-secret"], i.what.Secrets["whatsapp/verify-token"]
	d.WhatsApp.PhoneNumberID, d.WhatsApp.WABAID = i.what.PhoneNumberID, i.what.WABAID
	d.SMS.Topic, d.Twilio.AccountSID, d.Twilio.AuthToken = awsTopic, twilioAccount, twilioToken
	if i.cloud != nil {
		d.Cloud.Endpoint, d.Cloud.PID = i.cloud.endpoint, i.cloud.pid()
	}
	if len(i.copies.list) > 1 {
		d.Copies.PID = os.Getpid()
	}
	var seeded struct{ Logins map[string]client.Login }
	if err := readJSON(i.folder+"/seed.json", &seeded); err == nil {
		d.Logins = seeded.Logins
	} else if !os.IsNotExist(err) {
		return d, fmt.Errorf("the seed's answer: %w", err)
	}
	return d, nil
}

// seed writes the demo data: the program localstack/seed gets what a function gets, in its environment, and
//
//	-dev <file>   a description as in dev.json, without logins
//	-out <file>   where it writes {"logins": {"admin": {"username": …, "password": …}, …}}
func (i *instance) seed(ctx context.Context) (string, error) {
	out := i.folder + "/seed.json"
	_ = os.Remove(out) // of an earlier run, if any
	if !i.has("localstack", "seed") {
		return "no localstack/seed yet", nil
	}
	d, err := i.describe()
	if err != nil {
		return "", err
	}
	starting := i.folder + "/starting.json"
	if err := writeJSON(starting, d, 0o600); err != nil {
		return "", err
	}
	env, err := i.seedEnvironment(ctx)
	if err != nil {
		return "", err
	}
	err = command(ctx, i.folder+"/logs/seed.log", string(i.project), env, i.path(".build", "seed"), "-dev", starting, "-out", out)
	return "demo data", err
}

// seedEnvironment is that of a function on the local cloud, or of the one process.
func (i *instance) seedEnvironment(ctx context.Context) ([]string, error) {
	if i.cloud == nil {
		return i.whole(), nil
	}
	f, err := i.cloud.function(ctx, "system")
	if err != nil {
		return nil, err
	}
	env := awsEnvironment(i.cloud.endpoint)
	for name, value := range f.Environment.Variables {
		env = append(env, name+"="+value)
	}
	return env, nil
}
