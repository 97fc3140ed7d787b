package config

import (
	"slices"
	"strings"
)

// Seals are the keys of a secret that seals: the first seals, and all open. Commas divide keys of the least length or more while one is
// exchanged. The whole text is the last key, because a key of earlier versions may have a comma.
func (a Adapters) Seals(name string) (keys [][]byte) {
	text := a.Secret(name)
	if text == "" {
		return nil
	}
	parts := split(text)
	least := secretOf(name).Least
	if strings.Contains(text, ",") && !slices.ContainsFunc(parts, func(part string) bool { return len(part) < least }) {
		for _, part := range parts {
			keys = append(keys, []byte(part))
		}
	}
	return append(keys, []byte(text))
}

// CheckSecret tells whether a process takes the value of a secret, so that a deployment can refuse a wrong one. The error names the
// secret and never has its value.
func CheckSecret(name, value string) error {
	c := &Config{}
	return c.take(name, value)
}

// CheckSetting tells whether a process takes the value of an adapter's setting.
func CheckSetting(name, value string) error { return checkSetting(settingOf(name), value) }
