package apptest

// EmailDesign is a finished design of an email with one text.
func EmailDesign(html string) Object {
	return Object{"version": 1, "preheader": "News", "language": "en-US", "style": Object{}, "blocks": []Object{{"id": "top",
		"type": "container",
		"blocks": []Object{{"id": "words", "type": "text", "text": Object{"html": html}},
			{"id": "end", "type": "footer", "footer": Object{"html": "<p>Herald, 1 Main Street</p>"}}}}}}
}

// EmailTemplateBody is a request for an email template.
func EmailTemplateBody(name string) Object {
	return Object{"name": name, "subject": "Hello {name|you}",
		"design": EmailDesign("<p>Hello {name|you}, this is a text with some words to read.</p>")}
}
