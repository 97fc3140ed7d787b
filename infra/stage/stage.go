// Package stage reads the settings of a stage, deploy/stages/<stage>.json, and checks them as far as they can be checked before AWS is
// asked.
package stage

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
)

// Parameters are the context parameters of the CDK app that a stage may set, beside the settings of the adapters.
var Parameters = []string{"name", "publicUrl", "firewallArn", "certificateArn", "linkHosts", "reserve", "canary", "budget", "alarmMail"}

// Stage is what deploy/stages/<stage>.json has. Nothing of it is secret.
type Stage struct {
	Name     string            // of the file
	Account  string            // twelve digits: no other account is deployed to
	Region   string            // of everything but the distribution's parts
	Context  map[string]string // Parameters and settings of adapters
	Variable map[string]string // of the console's build, NEXT_PUBLIC_…
}

var (
	nameForm    = regexp.MustCompile(`^[a-z][a-z0-9-]{0,19}$`)
	accountForm = regexp.MustCompile(`^[0-9]{12}$`)
	regionForm  = regexp.MustCompile(`^[a-z]{2}(-[a-z]+)+-[0-9]$`)
)

// Read reads and checks the settings of a stage. The error names every mistake, one a line.
func Read(folder, name string) (*Stage, error) {
	if !nameForm.MatchString(name) {
		return nil, fmt.Errorf("STAGE must be a name of lower-case letters, digits and hyphens, not %q", name)
	}
	file := filepath.Join(folder, name+".json")
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing; copy %s and fill it in", file, filepath.Join(folder, "example.json"))
	}
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, fmt.Errorf("%s must be an object of texts: %w", file, err)
	}
	s := &Stage{Name: name, Account: values["account"], Region: values["region"], Context: map[string]string{}, Variable: map[string]string{}}
	var wrong []error
	for _, key := range slices.Sorted(maps.Keys(values)) {
		wrong = append(wrong, s.take(key, values[key]))
	}
	wrong = append(wrong, s.check()...)
	wrong = append(wrong, s.alone(folder))
	if err := errors.Join(wrong...); err != nil {
		return nil, fmt.Errorf("%s is not complete:\n%w", file, err)
	}
	return s, nil
}

// take keeps a value that a parameter of its name may have.
func (s *Stage) take(key, value string) error {
	switch {
	case key == "account" || key == "region":
	case strings.HasPrefix(key, "NEXT_PUBLIC_"):
		s.Variable[key] = value
	case slices.Contains(Parameters, key):
		s.Context[key] = value
	case slices.ContainsFunc(manifest.Settings(), func(m manifest.Setting) bool { return m.Name == key }):
		s.Context[key] = value
		if value != "" {
			return config.CheckSetting(key, value)
		}
	default:
		return fmt.Errorf("no parameter has the name %q; infra/RUNBOOK.md lists them", key)
	}
	return nil
}

func (s *Stage) check() (wrong []error) {
	refuse := func(is bool, format string, args ...any) {
		if is {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	refuse(!accountForm.MatchString(s.Account), "account must be the twelve digits of the AWS account")
	refuse(!regionForm.MatchString(s.Region), "region must be a region of AWS, for example us-east-1")
	refuse(s.Context["name"] == "", "name must be the prefix of all resource names, for example herald")
	refuse(s.Context["name"] != "" && !nameForm.MatchString(s.Context["name"]),
		"name must be lower-case letters, digits and hyphens, at most 20, not %q", s.Context["name"])
	refuse(s.Context["alarmMail"] == "", "alarmMail must be the address that gets the alarms")
	refuse(s.Context["publicUrl"] != "" && !strings.HasPrefix(s.Context["publicUrl"], "https://"), "publicUrl must be an https origin")
	refuse(s.Context["linkHosts"] != "" && (s.Context["publicUrl"] == "" || s.Context["certificateArn"] == ""),
		"linkHosts needs publicUrl, and a certificateArn whose certificate names the hosts")
	return wrong
}

// alone refuses settings that mean the stack of another stage, which would be deployed over or destroyed by its name.
func (s *Stage) alone(folder string) error {
	others, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return err
	}
	for _, file := range others {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		text, err := os.ReadFile(file)
		var other struct{ Account, Region, Name string }
		if name == s.Name || name == "example" || s.Name == "example" || err != nil || json.Unmarshal(text, &other) != nil {
			continue
		}
		if other.Account == s.Account && other.Region == s.Region && other.Name == s.Context["name"] {
			return fmt.Errorf("account, region and name are those of the stage %s, which would be the same stack: give one another name", name)
		}
	}
	return nil
}

// Prefix is the path of the stage's secrets in the parameter store, with a trailing slash.
func (s *Stage) Prefix() string { return "/" + s.Context["name"] + "/" + s.Name + "/" }

// Reserve reports that functions get executions of their own.
func (s *Stage) Reserve() bool { return s.Context["reserve"] != "off" }

// Secrets are those that must be in the parameter store before the functions start. The deployment makes the others.
func Secrets() (names []string) {
	for _, name := range manifest.SecretsOf(manifest.AllInOne) {
		if name != "origin/key" && name != manifest.LinkKey && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// HowToPut is the line that puts a secret. Text in angle brackets is to be replaced.
func (s *Stage) HowToPut(name string) string {
	value := `"$(openssl rand -base64 48)"`
	for _, m := range manifest.Secrets() {
		if m.Name == name && m.Least == 0 {
			value = "'" + string(m.Example) + "'   # or '{}' where the provider is not used"
			if !m.IsObject() {
				value = `"<value>"   # or '{}' where the provider is not used`
			}
		}
	}
	return fmt.Sprintf("aws ssm put-parameter --region %s --type SecureString --name %s%s --value %s", s.Region, s.Prefix(), name, value)
}
