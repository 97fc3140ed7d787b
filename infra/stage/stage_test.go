package stage

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"herald/pkg/app/manifest"
)

// The example is complete, so that a copy needs only other values.
func TestTheExampleIsComplete(t *testing.T) {
	s, err := Read("../../deploy/stages", "example")
	if err != nil {
		t.Fatal(err)
	}
	if s.Account != "123456789012" || s.Context["whatsapp.wabaId"] == "" || s.Prefix() != "/herald/example/" || !s.Reserve() {
		t.Errorf("%+v", s)
	}
}

// A stage may set every parameter of the CDK app, but for those that the deployment sets itself and those of the local cloud.
func TestEveryParameterOfTheAppIsKnown(t *testing.T) {
	text, err := os.ReadFile("../settings.go")
	if err != nil {
		t.Fatal(err)
	}
	own := []string{"target", "arch", "stage", "build", "index", "previousIndex", "endpoint", "part", "dnsServer", "tlsServer", "tlsRoots"}
	var read []string
	for _, m := range regexp.MustCompile(`get\("([A-Za-z]+)"`).FindAllStringSubmatch(string(text), -1) {
		if !slices.Contains(own, m[1]) {
			read = append(read, m[1])
		}
	}
	slices.Sort(read)
	known := slices.Sorted(slices.Values(Parameters))
	if !slices.Equal(read, known) {
		t.Errorf("the app reads %v, a stage may set %v", read, known)
	}
}

// A mistake is named in a sentence that says what to write.
func TestMistakesAreNamed(t *testing.T) {
	const whole = `"account":"123456789012","region":"us-east-1","name":"herald","alarmMail":"ops@example.com"`
	for text, want := range map[string]string{
		`{}`: "account must be the twelve digits", `{` + whole + `}`: "", `{` + whole + `,"publicURL":"https://x"}`: `no parameter has the name "publicURL"`,
		`{` + whole + `,"publicUrl":"http://x"}`: "publicUrl must be an https origin", `{` + whole + `,"ses.rate":"fast"}`: "HERALD_SES_RATE",
		`{` + whole + `,"linkHosts":"go.acme.example"}`: "linkHosts needs publicUrl", `{"account":1}`: "must be an object of texts",
		strings.Replace(`{`+whole+`}`, "us-east-1", "Virginia", 1): "region must be a region",
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "prod.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Read(folder, "prod")
		if got := ""; err != nil && want != "" {
			if got = err.Error(); !strings.Contains(got, want) {
				t.Errorf("%s: %s", text, got)
			}
		} else if (err != nil) != (want != "") {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, name := range []string{"", "../prod", "PROD", "none"} {
		if _, err := Read(t.TempDir(), name); err == nil {
			t.Errorf("the stage %q is read", name)
		}
	}
}

// Every secret of a function has a line that puts it, once; those that the stack makes have none.
func TestEverySecretHasALine(t *testing.T) {
	s, err := Read("../../deploy/stages", "example")
	if err != nil {
		t.Fatal(err)
	}
	names := Secrets()
	for _, m := range manifest.Secrets() {
		if !slices.Contains(names, m.Name) {
			t.Errorf("%s is not checked", m.Name)
		}
	}
	if slices.Contains(names, manifest.LinkKey) || len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("%v", names)
	}
	for name, want := range map[string]string{
		"auth/key":       `--name /herald/example/auth/key --value "$(openssl rand -base64 48)"`,
		"provider/seal":  `--value "$(openssl rand -base64 48)"`,
		"pay/gateway":    `--value '{"secrets": ["<secret>"]}'   # or '{}'`,
		"whatsapp/token": `--value "<value>"`,
	} {
		if got := s.HowToPut(name); !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Two stages are never one stack: destroying the one would delete the other.
func TestAStageHasItsOwnStack(t *testing.T) {
	const of = `{"account":"123456789012","region":"us-east-1","alarmMail":"ops@example.com","name":`
	folder := t.TempDir()
	for name, text := range map[string]string{"prod": of + `"herald"}`, "staging": of + `"herald"}`, "trial": of + `"trial"}`,
		"example": of + `"herald"}`} {
		if err := os.WriteFile(filepath.Join(folder, name+".json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"prod": "those of the stage staging", "staging": "those of the stage prod", "trial": "",
		"example": ""} {
		if _, err := Read(folder, name); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
