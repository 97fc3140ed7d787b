package whatsappsim

// content takes the words and the media ids out of a valid request.
func (m *incoming) content(body map[string]any) {
	part := object(body, m.kind)
	switch m.kind {
	case "text":
		m.body = str(part, "body")
	case "interactive":
		m.body = str(object(part, "body"), "text")
		header := object(part, "header")
		for _, kind := range []string{"image", "video", "document"} {
			m.media(object(header, kind))
		}
	case "template":
		m.template = part
	default:
		m.body = str(part, "caption")
		m.media(part)
	}
}

// media notes the id of an uploaded file.
func (m *incoming) media(part map[string]any) {
	if id := str(part, "id"); id != "" {
		m.mediaIDs = append(m.mediaIDs, id)
	}
}

func object(m map[string]any, key string) map[string]any {
	o, _ := m[key].(map[string]any)
	return o
}

func objects(m map[string]any, key string) []map[string]any {
	list, _ := m[key].([]any)
	out := make([]map[string]any, 0, len(list))
	for _, v := range list {
		if o, ok := v.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}

func str(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

// waID is the user's own form of a number, which is not always the dialled one (facts 1.11): Brazil outside the areas
// 11–19, 21, 22, 24, 27 and 28 drops the ninth digit, Mexico and Argentina add one.
func waID(to string) string {
	has := func(prefix string, length int) bool { return len(to) == length && to[:len(prefix)] == prefix }
	switch {
	case has("55", 13) && to[4] == '9' && !keepsNinth(to[2:4]):
		return to[:4] + to[5:]
	case has("52", 12):
		return "521" + to[2:]
	case has("54", 12):
		return "549" + to[2:]
	}
	return to
}

func keepsNinth(area string) bool {
	switch area {
	case "21", "22", "24", "27", "28":
		return true
	}
	return area[0] == '1'
}
