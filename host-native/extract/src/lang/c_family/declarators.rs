//! Owns reading declarators: the name inside, the collections around it, the parameters of a function; owns no symbol.

use graphicle_engine::facts::{Name, Params};

use super::{
    ABSTRACT_FUNCTION, ARRAY_DECLARATOR, ELLIPSIS, FIELD_IDENTIFIER, FUNCTION_DECLARATOR, IDENTIFIER,
    POINTER_DECLARATOR, PRIMITIVE_TYPE, STORAGE_CLASS, TYPE_IDENTIFIER, TYPE_QUALIFIER,
};
use crate::cx::Cx;
use crate::lang::{cpp, objc};
use crate::spec::TypeShape;
use crate::syntax::field;
use crate::tree::Node;

/// How many declarators are looked through on the way to the name.
const MAX_LEVELS: usize = 64;

/// What a declarator declares.
#[derive(Debug, Clone, Copy)]
pub(in crate::lang) struct Declared<'t> {
    /// The node of the name, which may be a path or an operator.
    pub(in crate::lang) name: Node<'t>,
    /// How many arrays the declared type is in.
    pub(in crate::lang) levels: usize,
    /// The declarator with the parameters, where a function is declared.
    pub(in crate::lang) function: Option<Node<'t>>,
    /// Whether a pointer to a function is declared, whose type has no name.
    pub(in crate::lang) is_callback: bool,
    /// Whether a pointer is declared.
    pub(in crate::lang) is_pointer: bool,
}

/// Returns what a declarator declares, or `None` where it holds no name.
pub(in crate::lang) fn declared(declarator: Node<'_>) -> Option<Declared<'_>> {
    let mut node = declarator;
    let mut levels = 0;
    let mut function = None;
    let mut is_callback = false;
    let mut is_pointer = false;
    for _ in 0..MAX_LEVELS {
        match node.kind() {
            IDENTIFIER
            | FIELD_IDENTIFIER
            | TYPE_IDENTIFIER
            | PRIMITIVE_TYPE
            | cpp::QUALIFIED
            | cpp::DESTRUCTOR_NAME
            | cpp::OPERATOR_NAME
            | cpp::OPERATOR_CAST
            | cpp::TEMPLATE_FUNCTION
            | cpp::TEMPLATE_METHOD
            | cpp::STRUCTURED_BINDING => {
                let function = if is_callback { None } else { function };
                return Some(Declared { name: node, levels, function, is_callback, is_pointer });
            }
            FUNCTION_DECLARATOR => {
                function = Some(node);
                is_callback = false;
            }
            ARRAY_DECLARATOR if function.is_none() => levels += 1,
            POINTER_DECLARATOR | objc::BLOCK_POINTER => {
                is_callback |= function.is_some();
                is_pointer = true;
            }
            _ => {}
        }
        node = inner(node)?;
    }
    None
}

fn inner(declarator: Node<'_>) -> Option<Node<'_>> {
    declarator.child(field::DECLARATOR).or_else(|| {
        let mut children =
            declarator.named_children().filter(|child| !matches!(child.kind(), TYPE_QUALIFIER | STORAGE_CLASS));
        // A calling convention stands before the name, an attribute after it.
        children.find(|child| declared_kind(*child))
    })
}

fn declared_kind(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        IDENTIFIER
            | FIELD_IDENTIFIER
            | TYPE_IDENTIFIER
            | FUNCTION_DECLARATOR
            | ARRAY_DECLARATOR
            | POINTER_DECLARATOR
            | super::PARENTHESIZED_DECLARATOR
            | super::ATTRIBUTED_DECLARATOR
            | super::INIT_DECLARATOR
            | objc::BLOCK_POINTER
            | cpp::QUALIFIED
            | cpp::DESTRUCTOR_NAME
            | cpp::OPERATOR_NAME
            | cpp::TEMPLATE_FUNCTION
            | cpp::REFERENCE_DECLARATOR
            | cpp::VARIADIC_DECLARATOR
            | cpp::STRUCTURED_BINDING
    )
}

/// Returns the form of the type that a declaration gives to what it declares.
pub(in crate::lang) fn declared_type<'t>(
    cx: &mut Cx<'t>,
    ty: Option<Node<'t>>,
    declared: &Declared<'t>,
) -> Option<Name> {
    if declared.is_callback {
        return None;
    }
    cx.ty_in(ty?, declared.levels)
}

/// Returns what a type in parentheses or angle brackets says; a function's has no name.
pub(in crate::lang) fn described(node: Node<'_>) -> TypeShape<'_> {
    let is_function = node.child(field::DECLARATOR).is_some_and(|declarator| declarator.kind() == ABSTRACT_FUNCTION);
    match node.child(field::TYPE) {
        Some(ty) if !is_function => TypeShape::Through(ty),
        _ => TypeShape::Unknown,
    }
}

/// Returns how many arguments a list of parameters takes, or `None` where a macro stands for them.
pub(in crate::lang) fn count(list: Node<'_>) -> Option<Params> {
    let mut params = Params { min: 0, max: 0 };
    let mut bare = 0;
    for parameter in list.children() {
        if parameter.is_extra() {
            continue;
        }
        if parameter.kind() == ELLIPSIS || parameter.text() == "..." || parameter.kind() == cpp::VARIADIC_PARAMETER {
            params.max = 255;
            continue;
        }
        if !parameter.is_named() {
            continue;
        }
        let nameless = parameter.child(field::DECLARATOR).is_none();
        if nameless && parameter.text() == "void" {
            continue;
        }
        bare += u32::from(nameless && super::prepare::is_capital(parameter.text()));
        params.max = params.max.saturating_add(1);
        if parameter.kind() != cpp::OPTIONAL_PARAMETER {
            params.min = params.min.saturating_add(1);
        }
    }
    let is_macro = bare == 1 && params.max == 1;
    (!is_macro).then_some(params)
}
