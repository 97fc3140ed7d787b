package config

// CheckSecret tells whether a process takes the value of a secret, so that a deployment can refuse a wrong one. The error names the
// secret and never has its value.
func CheckSecret(name, value string) error {
	c := &Config{}
	return c.take(name, value)
}

// CheckSetting tells whether a process takes the value of an adapter's setting.
func CheckSetting(name, value string) error { return checkSetting(settingOf(name), value) }
