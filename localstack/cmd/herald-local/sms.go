package main

import (
	"context"
	"encoding/json"
	"fmt"
)

// texts is our side of the simulators of gateways of short messages, and of the telephone provider beside them.
type texts struct {
	url      string
	process  *process
	Settings map[string]string `json:"settings"` // of the deployment, by their names in the manifest
}

// Our accounts at the gateways.
const (
	awsNumber, awsTopic                       = "+12065550100", "arn:aws:sns:us-east-1:000000000000:herald-sms"
	twilioAccount, twilioToken, twilioNumber  = "AC00000000000000000000000000000001", "local-twilio-token", "+12065550101"
	awsTextRate, twilioRate                   = "500", "500"
	localSeal                                 = "local key that seals the keys of voice engines"
	providerSeal                              = "local key that seals the keys of accounts at providers"
	voiceNumber, voiceRate, voiceLines        = "+12065550102", "50", "50"
	voiceSpeed                                = "5" // a minute's recording takes twelve seconds
	pathOfAWSCallbacks, pathOfTwilioCallbacks = "/api/hook/aws-sms", "/api/hook/twilio"
)

// at is the address of one of them.
func (t texts) at(name string) string { return t.url + "/" + name }

// startTexts starts both on one port, and tells the functions who they are to them.
func (i *instance) startTexts(ctx context.Context) (string, error) {
	port, err := freePort(i.ports.texts)
	if err != nil {
		return "", err
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	store := fmt.Sprintf("localhost:%d", port) // another host than the gateway's, as theirs is
	i.texts.url = "http://" + address
	i.texts.process, err = launch(child{name: "the simulators of short messages", log: i.folder + "/simulator-sms.log",
		folder: string(i.project), env: cleanEnvironment()},
		i.path(".build", "simulator-sms"), "-listen", address, "-self", i.texts.url, "-topic", awsTopic, "-aws-number", awsNumber, "-aws-rate",
		awsTextRate,
		"-aws-callback", i.public+pathOfAWSCallbacks, "-account", twilioAccount, "-token", twilioToken, "-twilio-number", twilioNumber,
		"-twilio-rate", twilioRate,
		"-twilio-inbound", i.public+pathOfTwilioCallbacks, "-twilio-store", "http://"+store+"/twilio",
		"-voice-number", voiceNumber, "-voice-rate", voiceRate, "-voice-lines", voiceLines, "-voice-speed", voiceSpeed)
	if err != nil {
		return "", err
	}
	if err := i.texts.process.ready(ctx, i.texts.url+"/"); err != nil {
		return "", err
	}
	i.texts.Settings = map[string]string{
		"awssms.url": i.texts.at("aws"), "awssms.from": awsNumber, "awssms.configurationSet": "herald", "awssms.topics": awsTopic,
		"awssms.certificates": i.texts.at("aws"),
		"awssms.rate":         awsTextRate, "twilio.url": i.texts.at("twilio"), "twilio.account": twilioAccount, "twilio.from": twilioNumber,
		"twilio.rate": twilioRate, "twilio.mediaHosts": store,
		"polly.url": i.texts.at("polly"), "voice.url": i.texts.at("voice"), "voice.insights": i.texts.at("voice"), "voice.account": twilioAccount,
		"voice.from": voiceNumber, "voice.rate": voiceRate, "voice.lines": voiceLines,
	}
	secret, err := json.Marshal(map[string]any{"authTokens": []string{twilioToken}})
	if err != nil {
		return "", err
	}
	return "simulators at " + i.texts.url, i.keepSecrets(ctx,
		map[string]string{"sms/twilio": string(secret), "voice/twilio": string(secret), "speech/seal": localSeal,
			"provider/seal": providerSeal})
}
