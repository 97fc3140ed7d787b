package config_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"herald/pkg/kit/config"
)

// malformed has values that must stop the start, by variable.
var malformed = map[string][]string{
	"AWS_LAMBDA_FUNCTION_MEMORY_SIZE": {"much", "0", "-1", "512MB", "1.5"}, "HERALD_TRUSTED_HOPS": {"one", "-1", "1 "},
	"HERALD_STOP_SECONDS": {"soon", "0", "2m"}, "HERALD_WORKERS": {"all", "0"},
	"HERALD_WHATSAPP_RATE": {"fast", "0"}, "HERALD_AWSSMS_RATE": {"0.5"}, "HERALD_TWILIO_RATE": {"-3"}, "HERALD_VOICE_RATE": {"x"},
	"HERALD_VOICE_LINES":              {"0"},
	"HERALD_WHATSAPP_PHONE_NUMBER_ID": {"1,1", "1/a"}, "HERALD_LISTEN": {"8080", ":http:1", ":99999"},
	"HERALD_AWS_DOMAIN":        {"https://amazonaws.com", "a b"},
	"HERALD_TWILIO_MEDIAHOSTS": {"https://a.example", "a.example,b c"}, "HERALD_WHATSAPP_MEDIAHOSTS": {"https://a.example"},
	"HERALD_QUEUE_SEND": noAddress, "AWS_ENDPOINT_URL": noAddress, "AWS_ENDPOINT_URL_SQS": noAddress, "HERALD_PUBLIC_URL": noAddress,
	"HERALD_WS_ENDPOINT":  noAddress,
	"HERALD_WHATSAPP_URL": noAddress, "HERALD_WECHATPAY_URL": noAddress, "HERALD_ALIPAY_URL": noAddress, "HERALD_GATEWAY_URL": noAddress,
	"HERALD_TRON_URL":     noAddress,
	"HERALD_ETHEREUM_URL": noAddress, "HERALD_OMNI_URL": noAddress, "HERALD_RATES_URL": noAddress, "HERALD_PARTNER_URL": noAddress,
	"HERALD_PARTNER_GROUPS": noAddress,
	"HERALD_AWSSMS_URL":     noAddress, "HERALD_AWSSMS_CERTIFICATES": noAddress, "HERALD_TWILIO_URL": noAddress,
	"HERALD_TWILIO_CALLBACK": noAddress, "HERALD_VOICE_URL": noAddress,
	"HERALD_VOICE_INSIGHTS": noAddress, "HERALD_VOICE_CALLBACK": noAddress, "HERALD_POLLY_URL": noAddress,
	"AWS_CONTAINER_CREDENTIALS_FULL_URI": noAddress,
}

var noAddress = []string{"example.com", "ftp://example.com", "https://", "//example.com", "https//example.com"}

// names are variables of which any text may be right.
var names = strings.Fields(
	`HERALD_NAME HERALD_SECRETS HERALD_SECRET_ HERALD_BUCKET_ HERALD_ORIGIN_KEY HERALD_WHATSAPP_VERSION HERALD_WHATSAPP_WABA_ID AWS_LAMBDA_FUNCTION_NAME
AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_CONTAINER_CREDENTIALS_RELATIVE_URI AWS_CONTAINER_AUTHORIZATION_TOKEN
AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE HERALD_WECHATPAY_APPID HERALD_WECHATPAY_MERCHANTID HERALD_WECHATPAY_SERIAL HERALD_ALIPAY_APPID HERALD_ALIPAY_SELLERID HERALD_GATEWAY_MERCHANTID
HERALD_GATEWAY_BIZ HERALD_GATEWAY_SIGNER HERALD_AWSSMS_REGION HERALD_AWSSMS_FROM HERALD_AWSSMS_CONFIGURATIONSET HERALD_AWSSMS_TOPICS HERALD_TWILIO_ACCOUNT HERALD_TWILIO_FROM
HERALD_VOICE_ACCOUNT HERALD_VOICE_FROM HERALD_POLLY_REGION`)

// A malformed value stops the start with an error that names the variable, and every variable is either tested here or a name.
func TestAMalformedValueStopsTheStart(t *testing.T) {
	t.Setenv("HERALD_NAME", "ours")
	t.Setenv("HERALD_SECRET_AUTH_KEY", longKey)
	if _, err := config.Load(); err != nil {
		t.Fatal(err)
	}
	for name, values := range malformed {
		for _, value := range values {
			t.Run(name, func(t *testing.T) {
				t.Setenv(name, value)
				if _, err := config.Load(); err == nil || !strings.Contains(err.Error(), name) {
					t.Errorf("%q: %v", value, err)
				}
			})
		}
	}
	known := map[string]bool{}
	for _, name := range names {
		known[name] = true
	}
	for name := range malformed {
		known[name] = true
	}
	known["HERALD_QUEUE_"], known["AWS_ENDPOINT_URL_"], known["HERALD_"] = true, true, true
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"((?:HERALD|AWS)_[A-Z_]+)"`).FindAllSubmatch(text, -1) {
			if name := string(m[1]); !known[name] {
				t.Errorf("%s reads %s: give it a malformed value here, or say that it is a name", file, name)
			}
		}
	}
}
