package config

import (
	"bytes"
	"os"
	"slices"
	"strings"

	"herald/pkg/app/manifest"
)

// leastCharacters is how many different ones a key has: of 32 random hexadecimal digits, fewer come once in 27 million keys.
const leastCharacters = 8

// tools begin the names, after HERALD_, that tests and the programs of a developer read.
var tools = []string{"TEST_", "DEMO_PASSWORD", "PORTS", "CHECK_POLICIES", "DEV", "VERSION"}

func isOfTools(name string) bool {
	return slices.ContainsFunc(tools, func(begin string) bool { return strings.HasPrefix(name, "HERALD_"+begin) })
}

// Advice names what a process starts with although it looks like a mistake, one sentence each: keys that can be guessed, one value
// for two keys, and HERALD_ names in the environment that it does not read. Keys of before an exchange are not looked at.
func (c *Config) Advice() (all []string) {
	var link []byte
	if len(c.LinkKeys) > 0 {
		link = c.LinkKeys[0]
	}
	for _, k := range []struct {
		name string
		key  []byte
	}{{"auth/key", c.AuthKey}, {manifest.LinkKey, link}} {
		if len(k.key) > 0 && guessable(k.key) {
			all = append(all, "the secret "+k.name+" can be guessed, as it repeats itself"+makeKey)
		}
	}
	if len(link) > 0 && bytes.Equal(c.AuthKey, link) {
		all = append(all, "the secrets auth/key and "+manifest.LinkKey+" are one key: exchange one of them")
	}
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "HERALD_") && !isOfTools(name) && !isOfKubernetes(name) && !known(name) {
			all = append(all, "Herald has no variable "+name+": correct its name by docs/configuration.md, or remove it")
		}
	}
	slices.Sort(all)
	return all
}

// guessable reports a key that has the length and still comes from a person: few characters, or a word again and again.
func guessable(key []byte) bool {
	different := map[byte]bool{}
	for _, b := range key {
		different[b] = true
	}
	for period := 1; period <= len(key)/2; period++ {
		if bytes.Equal(key[period:], key[:len(key)-period]) {
			return true
		}
	}
	return len(different) < leastCharacters
}

// isOfKubernetes reports a name that Kubernetes sets for a service named herald or herald-….
func isOfKubernetes(name string) bool {
	at := strings.Index(name, "_PORT")
	return strings.HasSuffix(name, "_SERVICE_HOST") || at > 0 && (name[at:] == "_PORT" || strings.HasPrefix(name[at:], "_PORT_"))
}
