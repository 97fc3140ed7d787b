package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	parts "herald/pkg"
)

// Adapter describes a provider adapter. It is read from descriptor.json in the adapter's folder. Settings, secrets, rights and the
// pages of the documentation follow from it.
type Adapter struct {
	Name, Title, Doc string
	Names            map[string]string // of the provider, in each language
	UsedWith         string            // setting without which the adapter is not used; empty: the constructor decides
	Capabilities     []string          // ports that its Go descriptor builds: see provider.Capabilities
	Settings         []Setting
	Secrets          []Secret
	Account          []Field // of an account that staff manage in the console; none: the accounts are those of the deployment
	Checks           bool    // a call tells whether an account works
	Webhooks         []WebhookRoute
	Rights           []Right
	Notes            []string // steps at the provider, for the runbook
}

// Kinds of values of a setting. The empty kind is any text.
const (
	KindAddress = "address" // an absolute http or https address
	KindNumber  = "number"  // a whole number of at least 1
	KindList    = "list"    // texts that commas divide
	KindHosts   = "hosts"   // hosts that commas divide
	KindPort    = "port"    // host:port
)

// Field is one of the form by which staff manage an account. Its value stands in the place of a setting, or of a secret.
type Field struct {
	Key      string // in the form
	Setting  string // whose value it is; empty: Secret
	Secret   string // whose value it is, or of whose object it is a part
	Part     string // of the object; empty: the whole secret
	Hidden   bool   // write-only
	Rotates  bool   // the one before stays valid for a day: of a part that is a list, or of a text that commas divide
	Required bool
	Pattern  string            // of the whole value
	Options  []string          // the only values
	Default  string            // of an empty value that is not required
	Label    map[string]string // in each language
	Help     map[string]string
}

// Setting is a parameter of the deployment. Functions read it from the environment.
type Setting struct {
	Name     string // <adapter>.<setting>
	Kind     string
	Default  string // value of an unset variable
	Deployed string // value that the deployment sets without a parameter; empty: Default
	Variable string // of the environment; empty: HERALD_ and the name in capitals
	Sample   string // value with which the API document is made
	Doc      string
}

// Env is the variable of the environment that has the setting.
func (s Setting) Env() string {
	if s.Variable != "" {
		return s.Variable
	}
	return "HERALD_" + strings.ToUpper(strings.ReplaceAll(s.Name, ".", "_"))
}

// OnAWS is the value that the deployment sets without a parameter.
func (s Setting) OnAWS() string {
	if s.Deployed != "" {
		return s.Deployed
	}
	return s.Default
}

// Secret is a value of the parameter store. Only the named functions read it.
type Secret struct {
	Name      string
	Functions []string
	Required  bool            // a process without a parameter store needs it, too
	Least     int             // least characters of a text
	Example   json.RawMessage // an object, whose fields the value may have, or a text
	Doc       string
}

// IsObject reports a secret whose value is a JSON object.
func (s Secret) IsObject() bool { return bytes.HasPrefix(s.Example, []byte("{")) }

// WebhookRoute is a path below /api at which the provider calls the platform, and how the adapter verifies the call.
type WebhookRoute struct{ Path, Verification string }

// Right is a call of an AWS service that a function may make.
type Right struct {
	Function, Action string
	Service          string // whose resources in the own account; empty: the action has no resources
	When             string // setting with which the right is given; empty: always
}

var adapters = sync.OnceValue(func() (all []Adapter) {
	for _, text := range parts.Descriptors() {
		a, err := parse(text)
		if err != nil {
			panic(fmt.Sprintf("%v in %s", err, text)) // embedded at build time
		}
		all = append(all, a)
	}
	return all
})

// parse reads a descriptor.json. A field that Adapter does not have is an error.
func parse(text []byte) (a Adapter, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&a)
	return a, err
}

// Adapters are the provider adapters, in the order of their folders.
func Adapters() []Adapter { return adapters() }

// Settings are those of all adapters.
func Settings() []Setting { return settings() }

var settings = sync.OnceValue(func() (all []Setting) {
	for _, a := range Adapters() {
		all = append(all, a.Settings...)
	}
	return all
})

// AdapterOf gives an adapter by its name; false when there is none.
func AdapterOf(name string) (Adapter, bool) {
	i := slices.IndexFunc(Adapters(), func(a Adapter) bool { return a.Name == name })
	if i < 0 {
		return Adapter{}, false
	}
	return Adapters()[i], true
}

// ProviderSeal is the secret that seals the keys of accounts that staff manage.
const ProviderSeal = "provider/seal"

// SpeechSeal is the secret that seals the keys of voice engines.
const SpeechSeal = "speech/seal"

// SecretReaders are the functions that read a secret of an adapter.
func SecretReaders(name string) []string {
	i := slices.IndexFunc(Secrets(), func(s Secret) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return Secrets()[i].Functions
}

// SealedSecrets are the secrets whose values staff may write, in the order of their names.
func SealedSecrets() (names []string) {
	for _, a := range Adapters() {
		for _, f := range a.Account {
			if f.Hidden && !slices.Contains(names, f.Secret) {
				names = append(names, f.Secret)
			}
		}
	}
	slices.Sort(names)
	return names
}

// providerSeal is read where sealed keys are written, and where one of them is used.
func providerSeal(of []Secret) Secret {
	s := Secret{Name: ProviderSeal, Functions: []string{AccountGroup}, Least: 32, Example: json.RawMessage(`"<32 random characters or more>"`),
		Doc: "seals the keys of accounts that staff manage in the console; `{}` where none is; " +
			"the new one and the old one, divided by a comma, while it is exchanged"}
	for _, a := range Adapters() {
		for _, f := range a.Account {
			i := slices.IndexFunc(of, func(o Secret) bool { return f.Hidden && o.Name == f.Secret })
			if i >= 0 {
				s = s.with(Secret{Functions: of[i].Functions})
			}
		}
	}
	return s
}

// AccountGroup is the group whose routes manage accounts of providers.
const AccountGroup = "lop"

// Secrets are those of all adapters, and the one that seals the keys of their accounts. A name that several adapters have stands once,
// with the functions and fields of all.
func Secrets() []Secret { return secrets() }

var secrets = sync.OnceValue(func() (all []Secret) {
	for _, a := range Adapters() {
		for _, s := range a.Secrets {
			i := slices.IndexFunc(all, func(o Secret) bool { return o.Name == s.Name })
			if i < 0 {
				all = append(all, s)
				continue
			}
			all[i] = all[i].with(s)
		}
	}
	return append(all, providerSeal(all))
})

// with joins two objects of one name.
func (s Secret) with(o Secret) Secret {
	for _, f := range o.Functions {
		if !slices.Contains(s.Functions, f) {
			s.Functions = append(slices.Clip(s.Functions), f)
		}
	}
	if s.IsObject() && o.IsObject() {
		s.Example = slices.Concat(bytes.TrimSuffix(s.Example, []byte("}")), []byte(", "), bytes.TrimPrefix(o.Example, []byte("{")))
	}
	return s
}

// AWSRights are the calls of AWS services that a function makes for its adapters, with the settings of a deployment.
func AWSRights(function string, setting func(name string) string) (all []Right) {
	for _, a := range Adapters() {
		for _, r := range a.Rights {
			if r.Function == function && (r.When == "" || setting(r.When) != "") {
				all = append(all, r)
			}
		}
	}
	return all
}
