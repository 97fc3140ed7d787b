package whatsappsim

// RuleTexts are what the rules of templates tell when they are broken.
func RuleTexts() (texts []string) {
	for _, r := range templateRules {
		texts = append(texts, r.text)
	}
	return texts
}

// MediaRuleTexts are what the rules of files tell when they are broken.
func MediaRuleTexts() (texts []string) {
	for _, r := range mediaRules {
		texts = append(texts, r.text)
	}
	return texts
}
