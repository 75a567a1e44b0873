//! An arithmetic expression over settings, such as `0.4 * limit` or `max(10, bdp / sqrt(flows.1.count))`.
//!
//! [`Comparison`] compares two expressions. Only operations whose results IEEE 754 defines to the last bit are allowed,
//! so values are the same on all platforms.

/// Length limit of an expression \[characters\].
pub(crate) const MAX_EXPRESSION: usize = 200;
/// Largest nesting depth of parentheses, functions and signs.
const MAX_DEPTH: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Function {
    Min,
    Max,
    Round,
    Floor,
    Ceil,
    Sqrt,
}

/// The functions: `min` and `max` take one value or more, the others take one. `round` rounds to the nearest integer,
/// halves away from 0.
const FUNCTIONS: [(&str, Function); 6] = [
    ("min", Function::Min),
    ("max", Function::Max),
    ("round", Function::Round),
    ("floor", Function::Floor),
    ("ceil", Function::Ceil),
    ("sqrt", Function::Sqrt),
];

/// One step of the evaluation, in postfix order.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Number(f64),
    /// Index of a name.
    Name(usize),
    Negate,
    /// One of `+ - * /`.
    Operator(char),
    /// A function with this number of arguments.
    Call(Function, usize),
}

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expression {
    /// Each name with its first position, in characters from 1.
    names: Vec<(String, usize)>,
    steps: Vec<Step>,
}

impl Expression {
    /// Parses a text. The error gives the position, in characters from 1, and what is allowed there.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser::new(text)?;
        parser.sum()?;
        match parser.next() {
            None => Ok(parser.parsed),
            Some(_) => Err(parser.unexpected("one of + - * / or the end")),
        }
    }

    /// The settings that the expression reads, each with its first position in characters from 1.
    pub(crate) fn names(&self) -> &[(String, usize)] {
        &self.names
    }

    /// The value of the expression for given values of the names. `None` if a step has no finite value, such as a
    /// division by 0.
    pub(crate) fn value(&self, names: &[f64]) -> Option<f64> {
        computed(&self.steps, names)
    }
}

/// Evaluates a list of steps for given values of the names.
fn computed(steps: &[Step], names: &[f64]) -> Option<f64> {
    let mut stack: Vec<f64> = Vec::with_capacity(steps.len());
    for step in steps {
        let value = match *step {
            Step::Number(number) => number,
            Step::Name(place) => *names.get(place)?,
            Step::Negate => -stack.pop()?,
            Step::Operator(operator) => {
                let (b, a) = (stack.pop()?, stack.pop()?);
                match operator {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    _ => a / b,
                }
            }
            Step::Call(function, count) => {
                let values = stack.split_off(stack.len().checked_sub(count)?);
                call(function, &values)?
            }
        };
        stack.push(Some(value).filter(|value| value.is_finite())?);
    }
    // Adding 0 makes a negative zero positive.
    stack.pop().map(|value| value + 0.0)
}

/// A comparison operator; comparisons are exact.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Relation {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
}

/// The comparison operators, longer ones first because one may be a prefix of another.
const RELATIONS: [(&str, Relation); 6] = [
    ("<=", Relation::AtMost),
    ("<", Relation::Less),
    (">=", Relation::AtLeast),
    (">", Relation::Greater),
    ("==", Relation::Equal),
    ("!=", Relation::Unequal),
];

/// Two expressions with a comparison operator between them, such as `min_th < 0.5 * max_th`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    /// The names and steps of both sides.
    sides: Expression,
    /// Number of steps on the left-hand side.
    left: usize,
    relation: Relation,
}

impl Comparison {
    /// Parses a text. The error gives the position, in characters from 1, and what is allowed there.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser::new(text)?;
        parser.sum()?;
        let left = parser.parsed.steps.len();
        parser.next();
        let rest = &text[parser.at..];
        let Some((sign, relation)) = RELATIONS.iter().find(|(sign, _)| rest.starts_with(sign)) else {
            return Err(parser.unexpected("one of + - * / or of < <= > >= == !="));
        };
        parser.at += sign.len();
        parser.sum()?;
        match parser.next() {
            None => Ok(Self { sides: parser.parsed, left, relation: *relation }),
            Some(_) => Err(parser.unexpected("one of + - * / or the end")),
        }
    }

    /// The settings that the two sides read, each with its first position in characters from 1.
    pub(crate) fn names(&self) -> &[(String, usize)] {
        self.sides.names()
    }

    /// Whether the comparison is true for given values of the names. `None` if a step has no finite value.
    pub(crate) fn holds(&self, names: &[f64]) -> Option<bool> {
        let (left, right) = self.sides.steps.split_at(self.left);
        let (left, right) = (computed(left, names)?, computed(right, names)?);
        Some(match self.relation {
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::Greater => left > right,
            Relation::AtLeast => left >= right,
            Relation::Equal => left == right,
            Relation::Unequal => left != right,
        })
    }
}

fn call(function: Function, values: &[f64]) -> Option<f64> {
    let first = *values.first()?;
    // For the arguments 0 and −0, the standard library's `min` and `max` may return either. Here the result is always
    // the first of the two.
    let best = |is_better: fn(f64, f64) -> bool| {
        values.iter().fold(first, |best, &value| if is_better(value, best) { value } else { best })
    };
    Some(match function {
        Function::Min => best(|value, best| value < best),
        Function::Max => best(|value, best| value > best),
        Function::Round => first.round(),
        Function::Floor => first.floor(),
        Function::Ceil => first.ceil(),
        Function::Sqrt => first.sqrt(),
    })
}

struct Parser<'a> {
    text: &'a str,
    /// Index of the next byte.
    at: usize,
    depth: usize,
    parsed: Expression,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, String> {
        let length = text.chars().count();
        if length > MAX_EXPRESSION {
            return Err(format!("has {length} characters; at most {MAX_EXPRESSION} are allowed"));
        }
        Ok(Self { text, at: 0, depth: 0, parsed: Expression { names: Vec::new(), steps: Vec::new() } })
    }

    fn sum(&mut self) -> Result<(), String> {
        self.chain(['+', '-'], |parser| parser.chain(['*', '/'], Self::signed))
    }

    /// Parses operands with operators between them, from left to right.
    fn chain(&mut self, operators: [char; 2], operand: impl Fn(&mut Self) -> Result<(), String>) -> Result<(), String> {
        operand(self)?;
        while let Some(operator) = self.next().filter(|next| operators.contains(next)) {
            self.at += 1;
            operand(self)?;
            self.parsed.steps.push(Step::Operator(operator));
        }
        Ok(())
    }

    fn signed(&mut self) -> Result<(), String> {
        if !self.takes('-') {
            return self.operand();
        }
        self.nested(Self::signed)?;
        self.parsed.steps.push(Step::Negate);
        Ok(())
    }

    fn operand(&mut self) -> Result<(), String> {
        match self.next() {
            Some('(') => {
                self.at += 1;
                self.nested(Self::sum)?;
                self.closes(") or one of + - * /")
            }
            Some(next) if next.is_ascii_digit() => self.number(),
            Some(next) if next.is_ascii_alphabetic() || next == '_' => self.name(),
            _ => Err(self.unexpected("a number, a setting, a function or (")),
        }
    }

    fn number(&mut self) -> Result<(), String> {
        let at = self.position();
        let mut digits = self.while_it(|next| next.is_ascii_digit() || next == '.');
        let rest = &self.text[self.at..];
        let unsigned = rest.strip_prefix(['e', 'E']).map(|rest| rest.strip_prefix(['+', '-']).unwrap_or(rest));
        if let Some(exponent) = unsigned.filter(|rest| rest.starts_with(|next: char| next.is_ascii_digit())) {
            let begin = self.at - digits.len();
            self.at += rest.len() - exponent.len();
            self.while_it(|next| next.is_ascii_digit());
            digits = &self.text[begin..self.at];
        }
        let number = digits.parse().ok().filter(|number: &f64| number.is_finite());
        self.parsed.steps.push(Step::Number(
            number.ok_or_else(|| format!("{digits} at character {at} is not a number of at most {:e}", f64::MAX))?,
        ));
        Ok(())
    }

    /// Parses a setting, or a function call.
    fn name(&mut self) -> Result<(), String> {
        let at = self.position();
        let name = self.while_it(|next| next.is_ascii_alphanumeric() || next == '_' || next == '.');
        if !self.takes('(') {
            let known = self.parsed.names.iter().position(|(other, _)| other == name);
            let place = known.unwrap_or_else(|| {
                self.parsed.names.push((name.to_owned(), at));
                self.parsed.names.len() - 1
            });
            self.parsed.steps.push(Step::Name(place));
            return Ok(());
        }
        let Some(&(_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            let known: Vec<&str> = FUNCTIONS.iter().map(|(known, _)| *known).collect();
            return Err(format!("{name}( at character {at} is not a function; there are {}", known.join(", ")));
        };
        let is_list = matches!(function, Function::Min | Function::Max);
        let mut count = 0;
        loop {
            self.nested(Self::sum)?;
            count += 1;
            if !is_list || !self.takes(',') {
                break;
            }
        }
        self.closes(if is_list { ") or , or one of + - * /" } else { ") or one of + - * /" })?;
        self.parsed.steps.push(Step::Call(function, count));
        Ok(())
    }

    fn nested(&mut self, part: fn(&mut Self) -> Result<(), String>) -> Result<(), String> {
        if self.depth == MAX_DEPTH {
            return Err(format!("is nested more than {MAX_DEPTH} deep at character {}", self.position()));
        }
        self.depth += 1;
        let parsed = part(self);
        self.depth -= 1;
        parsed
    }

    fn closes(&mut self, allowed: &str) -> Result<(), String> {
        if self.takes(')') { Ok(()) } else { Err(self.unexpected(allowed)) }
    }

    fn takes(&mut self, wanted: char) -> bool {
        let is_next = self.next() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    /// Advances to the next character that is not a space, and returns it.
    fn next(&mut self) -> Option<char> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    /// Consumes characters of one kind, each a single byte.
    fn while_it(&mut self, is_one: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let taken = &rest[..rest.find(|next| !is_one(next)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// The position of the next character, from 1.
    fn position(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    fn unexpected(&mut self, allowed: &str) -> String {
        match self.next() {
            None => format!("ends where {allowed} is needed"),
            Some(found) => format!("has {found} at character {}, where {allowed} is needed", self.position()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<f64> {
        let expression = Expression::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        let values = expression.names().iter().map(|(name, _)| match name.as_str() {
            "limit" => 100.0,
            "flows.1.count" => 16.0,
            other => panic!("{other}"),
        });
        expression.value(&values.collect::<Vec<_>>())
    }

    #[test]
    fn operators_bind_as_in_arithmetic() {
        for (text, expected) in [
            ("0.4 * limit", 40.0),
            ("1 + 2 * 3 - 4 / 8", 6.5),
            ("10 - 4 - 3", 3.0),
            ("100 / 10 / 5", 2.0),
            ("-(2 + 3) * -2", 10.0),
            ("2--2", 4.0),
            ("limit/sqrt(flows.1.count)", 25.0),
            ("min(3, limit, 2 * 5)", 3.0),
            ("max(limit)", 100.0),
            ("round(2.5) + round(-2.5) + floor(-0.5) + ceil(0.2)", 0.0),
            (" 1.5e2+2E-1*5 ", 151.0),
            ("((((limit))))", 100.0),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        assert_eq!(value("0 * -1").map(f64::to_bits), Some(0));
    }

    #[test]
    fn a_step_without_a_finite_value_gives_none() {
        for text in ["1 / 0", "min(1, 0 / 0)", "sqrt(-1)", "1e308 * 10 / 10", "1 / (limit - 100)"] {
            assert_eq!(value(text), None, "{text}");
        }
    }

    fn holds(text: &str) -> Option<bool> {
        let comparison = Comparison::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        comparison.holds(&vec![100.0; comparison.names().len()])
    }

    #[test]
    fn a_comparison_is_exact_and_binds_last() {
        for (text, expected) in [
            ("limit < 100", Some(false)),
            ("limit<=100", Some(true)),
            ("limit > 1e2", Some(false)),
            ("2 * 3 >= 1 + 5", Some(true)),
            ("limit == limit", Some(true)),
            ("limit != 100", Some(false)),
            ("0.1 + 0.2 == 0.3", Some(false)),
            ("-1 < -min(2, 3) + 2", Some(true)),
            ("0 == -0", Some(true)),
            ("1 / 0 > limit", None),
            ("limit < sqrt(-1)", None),
        ] {
            assert_eq!(holds(text), expected, "{text}");
        }
        let names: Vec<String> =
            Comparison::parse("a < b + a").unwrap().names().iter().map(|(name, _)| name.clone()).collect();
        assert_eq!(names, ["a", "b"]);
    }

    #[test]
    fn an_error_in_a_comparison_is_reported_with_its_position() {
        for (text, said) in [
            ("limit", "ends where one of + - * / or of < <= > >= == != is needed"),
            ("limit = 100", "has = at character 7, where one of + - * / or of < <= > >= == != is needed"),
            ("limit ! 100", "has ! at character 7"),
            ("limit <", "ends where a number, a setting, a function or ( is needed"),
            ("< limit", "has < at character 1"),
            ("1 < limit < 3", "has < at character 11, where one of + - * / or the end is needed"),
            ("limit =< 3", "has = at character 7"),
            ("(limit < 3)", "has < at character 8, where ) or one of + - * / is needed"),
            (&format!("1 < {}", "1+".repeat(150)), "has 304 characters; at most 200 are allowed"),
        ] {
            let problem = Comparison::parse(text).expect_err(text);
            assert!(problem.contains(said), "{text}: {problem}");
        }
    }

    #[test]
    fn an_error_in_an_expression_is_reported_with_its_position() {
        let deep = |count: usize| format!("{}1{}", "(".repeat(count), ")".repeat(count));
        assert_eq!(value(&deep(32)), Some(1.0));
        for (text, said) in [
            ("", "ends where a number, a setting, a function or ( is needed"),
            ("0.4 * * limit", "has * at character 7, where a number, a setting, a function or ( is needed"),
            ("0.4 limit", "has l at character 5, where one of + - * / or the end is needed"),
            ("(1 + 2", "ends where ) or one of + - * / is needed"),
            ("1 + 2)", "has ) at character 6"),
            ("2 ^ 3", "has ^ at character 3, where one of + - * / or the end is needed"),
            ("0.4·limit", "has · at character 4"),
            ("abs(1)", "abs( at character 1 is not a function; there are min, max, round, floor, ceil, sqrt"),
            ("sqrt(1, 2)", "has , at character 7, where ) or one of + - * / is needed"),
            ("min()", "has ) at character 5"),
            ("1.2.3", "1.2.3 at character 1 is not a number"),
            ("1e999", "1e999 at character 1 is not a number of at most 1.79"),
            ("é + limit", "has é at character 1"),
            (&deep(33), "is nested more than 32 deep at character 34"),
            (&"-".repeat(150), "is nested more than 32 deep"),
            (&"1+".repeat(150), "has 300 characters; at most 200 are allowed"),
        ] {
            let problem = Expression::parse(text).expect_err(text);
            assert!(problem.contains(said), "{text}: {problem}");
        }
    }

    #[test]
    fn random_texts_of_these_characters_never_cause_a_panic() {
        let signs: Vec<char> = "1.e-+*/(), _limn<>=!·\u{1f600}".chars().collect();
        let mut state = 1_u64;
        for length in (0..60).cycle().take(20_000) {
            let text: String = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    signs[(state >> 33) as usize % signs.len()]
                })
                .collect();
            if let Ok(expression) = Expression::parse(&text) {
                expression.value(&vec![1.0; expression.names().len()]);
            }
            if let Ok(comparison) = Comparison::parse(&text) {
                comparison.holds(&vec![1.0; comparison.names().len()]);
            }
        }
    }
}
